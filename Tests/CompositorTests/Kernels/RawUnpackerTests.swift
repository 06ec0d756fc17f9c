import CaptureKit
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor

@Suite("Raw frames to planes")
struct RawUnpackerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var format: PixelFormat
    var width: Int
    var height: Int
    var padding: Int
    var testDescription: String { "\(format) \(width)x\(height) with \(padding) bytes of padding" }
  }

  static let cases: [Case] = [PixelFormat.yuyv, .nv12, .grey].flatMap { format in
    [(16, 8), (17, 9), (1, 1), (2, 1), (1, 2), (65, 3), (64, 33)].flatMap { size in
      [0, 1, 6, 64].map { Case(format: format, width: size.0, height: size.1, padding: $0) }
    }
  }

  /// What a raw frame's bytes say about a picture, worked out sample by sample.
  private struct Reference {
    var bytes: [UInt8]
    var format: PixelFormat
    var width: Int
    var height: Int
    var bytesPerRow: Int

    func luma(_ x: Int, _ y: Int) -> Int {
      format == .yuyv ? y * bytesPerRow + 2 * x : y * bytesPerRow + x
    }

    func chroma(_ x: Int, _ y: Int) -> (cb: Int, cr: Int) {
      if format == .yuyv { return (y * bytesPerRow + 4 * x + 1, y * bytesPerRow + 4 * x + 3) }
      let start = (height + y) * bytesPerRow + 2 * x
      return (start, start + 1)
    }
  }

  private func reference(_ test: Case, seed: UInt64) throws -> (Reference, FrameSlot) {
    var numbers = Seeded(seed)
    let bytesPerRow = test.format.minimumBytesPerRow(width: test.width) + test.padding
    let count = try #require(test.format.frameBytes(height: test.height, bytesPerRow: bytesPerRow))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let size = try #require(PixelSize(width: test.width, height: test.height))
    let format = StreamFormat(
      pixelFormat: test.format, size: size, bytesPerRow: bytesPerRow, framesPerSecond: 30, encoding: .jpeg)
    let reference = Reference(
      bytes: bytes, format: test.format, width: test.width, height: test.height, bytesPerRow: bytesPerRow)
    return (reference, TestSlot.make(bytes, format))
  }

  private func picture(_ test: Case) throws -> PlanarPicture {
    let size = try #require(PixelSize(width: test.width, height: test.height))
    return PlanarPicture(size: size, subsampling: try #require(RawUnpacker.subsampling(of: test.format)))
  }

  @Test("every sample gets to its place", arguments: cases)
  func places(test: Case) throws {
    let (reference, slot) = try reference(test, seed: 11)
    let picture = try picture(test)
    let isWhole = RawUnpacker(encoding: .jpeg).unpack(slot, into: picture, at: picture.bounds)
    #expect(isWhole)
    for (x, y) in picture.luma.places {
      #expect(picture.luma[x, y] == reference.bytes[reference.luma(x, y)])
    }
    for (x, y) in picture.cb.places {
      let at = reference.chroma(x, y)
      #expect(picture.cb[x, y] == reference.bytes[at.cb])
      #expect(picture.cr[x, y] == reference.bytes[at.cr])
    }
  }

  @Test("a short frame gives the rows that it has, and the others keep what they held", arguments: cases)
  func shortFrames(test: Case) throws {
    let (reference, slot) = try reference(test, seed: 12)
    let whole = reference.bytes.count
    for count in Set([0, 1, whole / 3, whole / 2, whole - 1, whole]) where count >= 0 {
      // No byte beyond the frame's end belongs to it.
      let short = TestSlot.make(Array(reference.bytes.prefix(count)), slot.format)
      let picture = try picture(test)
      for plane in [picture.luma, picture.cb, picture.cr] {
        for (x, y) in plane.places { plane[x, y] = 99 }
      }
      let isWhole = RawUnpacker(encoding: .jpeg).unpack(short, into: picture, at: picture.bounds)
      var isAllThere = true
      for y in 0..<test.height {
        let isThere = reference.luma(test.width - 1, y) < count && lastByte(reference, y) < count
        if !isThere { isAllThere = false }
        for x in 0..<test.width {
          let wanted = isThere ? reference.bytes[reference.luma(x, y)] : 99
          #expect(picture.luma[x, y] == wanted, "row \(y) of \(count) bytes")
        }
      }
      for y in 0..<picture.cb.height where picture.cb.width > 0 {
        let isThere = reference.chroma(picture.cb.width - 1, y).cr < count
        if !isThere { isAllThere = false }
        #expect(picture.cb[0, y] == (isThere ? reference.bytes[reference.chroma(0, y).cb] : 99))
      }
      #expect(isWhole == isAllThere, "\(count) of \(whole) bytes")
    }
  }

  /// The last byte that a luma row's samples and their chroma need.
  private func lastByte(_ reference: Reference, _ y: Int) -> Int {
    reference.format == .yuyv
      ? y * reference.bytesPerRow + (reference.width + 1) / 2 * 4 - 1 : reference.luma(reference.width - 1, y)
  }

  @Test("limited range is stretched: 16 to 0, 235 to 255, chroma 16 and 240 to the ends, 128 stays")
  func limitedRange() throws {
    let size = try #require(PixelSize(width: 4, height: 1))
    let format = StreamFormat(
      pixelFormat: .yuyv, size: size, bytesPerRow: 8, framesPerSecond: 30, encoding: .video)
    let slot = TestSlot.make([16, 16, 235, 240, 0, 128, 255, 128], format)
    let picture = PlanarPicture(size: size, subsampling: .yuv422)
    #expect(RawUnpacker(encoding: .video).unpack(slot, into: picture, at: picture.bounds))
    #expect(Plane.samples(picture.luma) == [0, 255, 0, 255])
    // 16 lies at exactly a half, which is rounded up.
    #expect(Plane.samples(picture.cb) == [1, 128])
    #expect(Plane.samples(picture.cr) == [255, 128])
  }

  @Test("the stretch is monotone and exact to half a level")
  func stretch() throws {
    let size = try #require(PixelSize(width: 256, height: 1))
    let format = StreamFormat(
      pixelFormat: .grey, size: size, bytesPerRow: 256, framesPerSecond: 30, encoding: .video)
    let slot = TestSlot.make(Array(0...255), format)
    let picture = PlanarPicture(size: size, subsampling: .yuv422)
    #expect(RawUnpacker(encoding: .video).unpack(slot, into: picture, at: picture.bounds))
    for value in 0..<256 {
      let exact = min(255, max(0, Double(value - 16) * 255 / 219))
      #expect(abs(Double(picture.luma[value, 0]) - exact) <= 0.5)
    }
    #expect(Set(Plane.samples(picture.cb)) == [128])
    #expect(Set(Plane.samples(picture.cr)) == [128])
  }

  @Test("a frame lands in its rectangle and nowhere else", arguments: [PixelFormat.yuyv, .nv12, .grey])
  func rectangle(format: PixelFormat) throws {
    let test = Case(format: format, width: 18, height: 10, padding: 4)
    let (reference, slot) = try reference(test, seed: 13)
    let size = try #require(PixelSize(width: 64, height: 48))
    let subsampling = try #require(RawUnpacker.subsampling(of: format))
    let picture = PlanarPicture(size: size, subsampling: subsampling == .grey ? .yuv422 : subsampling)
    PlaneFill.fill(picture.luma, picture.bounds, with: 200)
    let rect = PixelRect(x: 16, y: 32, width: 18, height: 10)
    #expect(RawUnpacker(encoding: .jpeg).unpack(slot, into: picture, at: rect))
    for (x, y) in picture.luma.places {
      let wanted =
        rect.contains(x: x, y: y) ? reference.bytes[reference.luma(x - 16, y - 32)] : 200
      #expect(picture.luma[x, y] == wanted)
    }
    let chroma = rect.inChroma(picture.subsampling)
    for (x, y) in picture.cb.places where !chroma.contains(x: x, y: y) { #expect(picture.cb[x, y] == 128) }
  }
}

@Suite("Filling and copying planes")
struct PlaneFillTests {
  @Test("a fill is clipped to its plane and touches nothing else")
  func fill() {
    let plane = PixelPlane(width: 20, height: 10, fill: 5)
    PlaneFill.fill(plane, PixelRect(x: 15, y: -3, width: 50, height: 6), with: 9)
    for (x, y) in plane.places { #expect(plane[x, y] == (x >= 15 && y < 3 ? 9 : 5)) }
    PlaneFill.fill(plane, PixelRect(x: 40, y: 40, width: 5, height: 5), with: 1)
    #expect(!Plane.samples(plane).contains(1))
  }

  @Test("a copy moves a rectangle sample by sample")
  func copy() {
    let source = Plane.random(width: 30, height: 20, seed: 21)
    let target = PixelPlane(width: 40, height: 40, fill: 3)
    PlaneFill.copy(
      source, PixelRect(x: 4, y: 5, width: 11, height: 7), to: target,
      PixelRect(x: 21, y: 30, width: 11, height: 7))
    for (x, y) in target.places {
      let isIn = (21..<32).contains(x) && (30..<37).contains(y)
      #expect(target[x, y] == (isIn ? source[x - 17, y - 25] : 3))
    }
  }
}
