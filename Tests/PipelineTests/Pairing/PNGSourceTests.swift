import CaptureKit
import GlassChrome
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Pipeline

@Suite("PNGs as sources")
struct PNGSourceTests {
  @Test("PNGs and JPEGs of one size are pictures of one source; a broken PNG is a lost one")
  func mixed() throws {
    let folder = try TestFolder()
    let size = PixelSize(clampingWidth: 96, height: 64)
    let picture = PlanarPicture(size: size, subsampling: .yuv444)
    for y in 0..<64 {
      for x in 0..<96 {
        picture.luma[x, y] = UInt8(60 + x + y / 2)
        picture.cb[x, y] = UInt8(110 + x / 4)
        picture.cr[x, y] = UInt8(140 - y / 4)
      }
    }
    let png = try PNGEncoder.encode(picture)
    try folder.put(png, "a.png")
    try folder.put(try TestRecording.jpeg(size), "b.jpg")
    var broken = png
    broken[png.count / 2] ^= 0x40
    try folder.put(broken, "c.png")
    try folder.put(Array(png.prefix(40)), "d.PNG")
    try folder.put(png, "e.png")
    let reader = try makeReader(for: SourceSpecification(parsing: folder.path))
    #expect(reader.format.size == size)
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    var gaps: [Int] = []
    while try reader.read(into: slot) {
      gaps.append(slot.gap)
      guard gaps.count != 2 else { continue }
      var decoder = try JPEGDecoder()
      let seen = PlanarPicture(size: size, subsampling: .yuv444)
      _ = try slot.withBytes { bytes throws(JPEGError) in try decoder.decode(bytes, into: seen) }
      for (plane, wanted) in [(seen.luma, picture.luma), (seen.cb, picture.cb), (seen.cr, picture.cr)] {
        let differences = zip(Plane.samples(plane), Plane.samples(wanted)).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 9 <= 4, "\(differences.max() ?? 0)")
      }
    }
    #expect(gaps == [0, 0, 2])
    // Alone it is an error, as is one whose few bytes claim many pixels.
    #expect(throws: CaptureError.self) {
      let reader = try makeReader(for: SourceSpecification(parsing: folder.file("c.png")))
      _ = try reader.read(into: slot)
    }
    var vast = png
    (vast[18], vast[22]) = (0x3F, 0x1F)
    try folder.put(vast, "vast.png")
    #expect(throws: CaptureError.self) {
      try makeReader(for: SourceSpecification(parsing: folder.file("vast.png")))
    }
  }
}
