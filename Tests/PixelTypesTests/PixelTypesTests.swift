import TestSupport
import Testing

@testable import PixelTypes

@Suite("Sizes, rectangles, planes")
struct PixelTypesTests {
  @Test("a size can't be empty or absurd", arguments: [(0, 5), (5, 0), (-1, 5), (16385, 1), (1, 16385)])
  func badSizes(width: Int, height: Int) { #expect(PixelSize(width: width, height: height) == nil) }

  @Test(
    "a size is read from its own text only",
    arguments: ["1920x1080", "1x1", "16384x16384"])
  func sizeText(text: String) { #expect(PixelSize(parsing: text)?.description == text) }

  @Test(
    "pictures from outside have sides that show something, and no more pixels than memory",
    arguments: [
      ("16x16", true), ("64x48", true), ("16384x8192", true), ("15x16", false), ("16x1", false),
      ("1x480", false),
      ("16384x16384", false), ("16384x8193", false),
    ])
  func pictures(text: String, isGood: Bool) throws {
    #expect((try #require(PixelSize(parsing: text)).objection == nil) == isGood)
  }

  @Test(
    "what is no size is not read as one",
    arguments: [
      "", "x", "1920", "1920x", "x1080", "1920x1080x3", "0x5", "a x b", "1920X1080", " 1x1", "1.5x2",
    ])
  func badText(text: String) { #expect(PixelSize(parsing: text) == nil) }

  @Test("two turns one after the other are one turn", arguments: PictureTurn.orientations)
  func turns(first: PictureTurn) {
    let size = PixelSize(clampingWidth: 7, height: 4)
    for next in PictureTurn.orientations {
      let (both, middle) = (first.followed(by: next), first.turned(size))
      #expect(both.turned(size) == next.turned(middle))
      for (x, y) in [(0, 0), (1, 0), (0, 1), (3, 2)] {
        let between = next.origin(x: x, y: y, in: middle)
        let (origin, wanted) = (
          both.origin(x: x, y: y, in: size), first.origin(x: between.x, y: between.y, in: size)
        )
        #expect(origin == wanted)
      }
    }
  }

  @Test("EXIF's numbers are read in both byte orders, and set", arguments: [false, true])
  func orientation(isBigEndian: Bool) {
    let plain: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 2, 0xFF, 0xDA, 0, 2, 9]
    #expect(EXIFNumber(.orientation, of: plain.span) == nil)
    for value in UInt8(0)...9 {
      var jpeg = oriented(plain, value, isBigEndian: isBigEndian)
      let turn = (1...8).contains(value) ? PictureTurn.orientations[Int(value) - 1] : nil
      #expect(EXIFNumber(.orientation, of: jpeg.span)?.turn == turn)
      EXIFNumber.set(.orientation, to: 1, in: &jpeg, count: jpeg.count)
      #expect(jpeg == oriented(plain, 1, isBigEndian: isBigEndian))
    }
    // The focal length stands in a directory of its own.
    let good = oriented(plain, 6, focalLength: 28, isBigEndian: isBigEndian)
    #expect(EXIFNumber(.focalLengthIn35mmFilm, of: good.span)?.value == 28)
    #expect(EXIFNumber(.focalLengthIn35mmFilm, of: oriented(plain, 6).span) == nil)
    var unknown = good
    EXIFNumber.set(.focalLengthIn35mmFilm, to: 0x0102, in: &unknown, count: unknown.count)
    #expect(EXIFNumber(.focalLengthIn35mmFilm, of: unknown.span)?.value == 0x0102)
    // Whatever a byte says, nothing is read beyond the end.
    for index in good.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var jpeg = good
        jpeg[index] = value
        for tag in [EXIFNumber.Tag.orientation, .focalLengthIn35mmFilm] {
          _ = EXIFNumber(tag, of: jpeg.span)
          _ = EXIFNumber(tag, of: jpeg.span.extracting(..<index))
        }
      }
    }
  }

  @Test("rectangles meet where both have a pixel")
  func rectangles() {
    let a = PixelRect(x: 0, y: 0, width: 10, height: 10)
    #expect(a.intersects(PixelRect(x: 9, y: 9, width: 5, height: 5)))
    #expect(!a.intersects(PixelRect(x: 10, y: 0, width: 5, height: 5)))
    #expect(
      a.intersection(PixelRect(x: 4, y: -2, width: 20, height: 5))
        == PixelRect(x: 4, y: 0, width: 6, height: 3))
    #expect(a.intersection(PixelRect(x: 40, y: 40, width: 2, height: 2)).isEmpty)
    #expect(a.contains(x: 9, y: 0) && !a.contains(x: 10, y: 0) && !a.contains(x: -1, y: 0))
    #expect(a.contains(a) && !a.contains(PixelRect(x: 0, y: 0, width: 11, height: 1)))
    #expect(a.insetBy(2) == PixelRect(x: 2, y: 2, width: 6, height: 6))
    #expect(a.insetBy(7).isEmpty)
    #expect(a.insetBy(-1) == PixelRect(x: -1, y: -1, width: 12, height: 12))
    #expect(PixelRect(x: 0, y: 0, width: -3, height: 2).isEmpty)
  }

  @Test("chroma planes round odd sizes up", arguments: ChromaSubsampling.allCases)
  func chroma(subsampling: ChromaSubsampling) throws {
    let size = try #require(PixelSize(width: 17, height: 9))
    let picture = PlanarPicture(size: size, subsampling: subsampling)
    let wanted: (Int, Int) =
      switch subsampling {
      case .yuv444: (17, 9)
      case .yuv422: (9, 9)
      case .yuv420: (9, 5)
      case .yuv440: (17, 5)
      case .grey: (0, 0)
      }
    #expect(picture.cb.width == wanted.0 && picture.cb.height == wanted.1)
    #expect(picture.cr.width == wanted.0 && picture.cr.height == wanted.1)
    #expect(picture.bounds == PixelRect(x: 0, y: 0, width: 17, height: 9))
    #expect(subsampling.mcuWidth == 8 * subsampling.horizontal)
    #expect(subsampling.mcuHeight == 8 * subsampling.vertical)
  }

  @Test("planes have room for whole vectors after each row", arguments: [0, 1, 15, 16, 47, 48, 49, 64, 1920])
  func planeRows(width: Int) {
    let plane = PixelPlane(width: width, height: 3, fill: 7)
    #expect(plane.bytesPerRow % 64 == 0 && plane.bytesPerRow >= width + 16)
    #expect(plane.byteCount == 3 * plane.bytesPerRow)
    let count = plane.withBytes { $0.count }
    #expect(count == plane.byteCount)
    plane.withMutableBytes { bytes in if width > 0 { bytes[plane.bytesPerRow] = 9 } }
    if width > 0 {
      #expect(plane[0, 1] == 9)
      #expect(plane[width - 1, 2] == 7)
    }
  }

  @Test("raw frames take their rows, NV12 half as many again", arguments: [1, 2, 479, 480])
  func frameBytes(height: Int) {
    #expect(PixelFormat.mjpeg.frameBytes(height: height, bytesPerRow: 64) == nil)
    #expect(PixelFormat.yuyv.frameBytes(height: height, bytesPerRow: 64) == 64 * height)
    #expect(PixelFormat.grey.frameBytes(height: height, bytesPerRow: 64) == 64 * height)
    #expect(PixelFormat.nv12.frameBytes(height: height, bytesPerRow: 64) == 64 * (height + (height + 1) / 2))
  }

  @Test("rows are wide enough for an odd last pixel", arguments: [1, 2, 3, 640, 641])
  func rowBytes(width: Int) {
    #expect(PixelFormat.yuyv.minimumBytesPerRow(width: width) == (width + 1) / 2 * 4)
    #expect(PixelFormat.nv12.minimumBytesPerRow(width: width) == (width + 1) / 2 * 2)
    #expect(PixelFormat.grey.minimumBytesPerRow(width: width) == width)
  }

  @Test("every flag has a name of its own")
  func flags() {
    let names = FrameFlags.names
    #expect(Set(names.map(\.name)).count == names.count)
    #expect(names.reduce(UInt32(0)) { $0 | $1.flag.rawValue } == (1 << UInt32(names.count)) - 1)
  }

  @Test("a region is clipped to its plane")
  func region() {
    let plane = PixelPlane(width: 10, height: 8)
    let region = unsafe PlaneRegion(plane, PixelRect(x: 6, y: -2, width: 100, height: 5))
    #expect(unsafe region.width == 4 && region.height == 3)
    // SAFETY: inside the region.
    unsafe region.row(2)[3] = 44
    #expect(plane[9, 2] == 44)
  }
}
