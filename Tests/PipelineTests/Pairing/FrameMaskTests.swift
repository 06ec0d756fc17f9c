import CaptureKit
import Compositor
import Foundation
import HUDGeometry
import JPEGCodec
import PixelTypes
import Recordings
import TestPictures
import TestSupport
import Testing

@testable import Pipeline

/// What masks hide is nowhere: frames that differ only there give the same bytes.
@Suite("Frames in which parts are hidden")
struct FrameMaskTests {
  private static let rectangle = FrameMask(rectangle: "40,24,72,40")

  @Test(
    "a rectangle is four numbers in pixels or percent",
    arguments: [
      ("0,0,10,10", true), ("0,0,100%,20.5%", true), ("5%,8,10%,16", true), ("0,0,0,10", false),
      ("1,2,3", false),
      ("-1,0,4,4", false), ("1.5,0,4,4", false), ("0,0,101%,4", false), ("nan,0,4,4", false),
      ("0,0,4,", false),
      ("0,0,99999,4", false), ("1,1,1,1,1", false), ("", false),
    ])
  func rectangles(text: String, isMask: Bool) { #expect((FrameMask(rectangle: text) != nil) == isMask) }

  @Test("it hides each block that it reaches into, wherever the frame's size has moved it")
  func blocks() throws {
    let first = PixelSize(clampingWidth: 160, height: 120)
    func marked(_ text: String, _ size: PixelSize) throws -> Set<[Int]> {
      var blocks = BlockMask(canvas: size)
      try #require(FrameMask(rectangle: text)).mark(in: &blocks, size: size, first: first)
      var found: Set<[Int]> = []
      for row in 0..<blocks.rows {
        for column in 0..<blocks.columns where blocks.isTouched(column: column, row: row) {
          found.insert([column, row])
        }
      }
      return found
    }
    #expect(try marked("7,8,2,1", first) == [[0, 1], [1, 1]])
    #expect(try marked("159,119,50,50", first) == [[19, 14]])
    #expect(try marked("160,0,50,50", first) == [])
    #expect(try marked("0,0,100%,6.7%", first).count == 2 * 20)
    let twice = PixelSize(clampingWidth: 320, height: 240)
    #expect(try marked("8,8,8,8", twice) == [[2, 2], [3, 2], [2, 3], [3, 3]])
  }

  @Test("a drawing hides what it fills of the frame, and what its outline touches")
  func drawing() {
    let size = PixelSize(clampingWidth: 160, height: 80)
    var path = Path()
    path.move(to: Point(0, 0))
    path.line(to: Point(0.5, 0))
    path.line(to: Point(0, 1))
    path.close()
    var blocks = BlockMask(canvas: size)
    FrameMask(name: "corner.svg", drawing: path).mark(in: &blocks, size: size, first: size)
    for row in 0..<10 {
      for column in 0..<20 {
        // The block's corner nearest to the drawing.
        let isInside = Double(column) / 10 + Double(row) / 10 < 1
        let isFar = Double(column) / 10 + Double(row) / 10 > 1.05
        if isInside { #expect(blocks.isTouched(column: column, row: row), "\(column), \(row)") }
        if isFar { #expect(!blocks.isTouched(column: column, row: row), "\(column), \(row)") }
      }
    }
  }

  @Test("shapes that overlap hide all that either hides, whichever way they go around")
  func overlap() throws {
    let size = PixelSize(clampingWidth: 160, height: 80)
    var path = Path()
    for (x, isReversed) in [(0.0, false), (0.3, true)] {
      let corners = [Point(x, 0), Point(x + 0.7, 0), Point(x + 0.7, 1), Point(x, 1)]
      for (number, corner) in (isReversed ? corners.reversed() : corners).enumerated() {
        if number == 0 { path.move(to: corner) } else { path.line(to: corner) }
      }
      path.close()
    }
    var blocks = BlockMask(canvas: size)
    FrameMask(name: "two.svg", drawing: path).mark(in: &blocks, size: size, first: size)
    #expect(blocks.touchedCount == 20 * 10)
  }

  // MARK: - JPEG

  /// A picture, and another that differs only under the mask.
  private static func pair(
    _ size: PixelSize, _ subsampling: ChromaSubsampling, _ mask: FrameMask, seed: UInt64
  ) -> (PlanarPicture, PlanarPicture) {
    let one = PlanarPicture(size: size, subsampling: subsampling)
    let other = PlanarPicture(size: size, subsampling: subsampling)
    var random = Seeded(seed)
    // MCUs that it touches: their other blocks are hidden, too.
    var blocks = BlockMask(canvas: size)
    mask.mark(in: &blocks, size: size, first: size)
    for (plane, twin, across, down) in [
      (one.luma, other.luma, 1, 1),
      (one.cb, other.cb, subsampling.horizontal, subsampling.vertical),
      (one.cr, other.cr, subsampling.horizontal, subsampling.vertical),
    ] {
      for (x, y) in plane.places {
        let value = UInt8(truncatingIfNeeded: 96 + (x * 3 + y * 5) % 64 + Int(random.next() % 24))
        plane[x, y] = value
        let isHidden = blocks.isTouched(
          column: min(x * across / 8, blocks.columns - 1), row: min(y * down / 8, blocks.rows - 1))
        twin[x, y] = isHidden ? UInt8(truncatingIfNeeded: random.next()) : value
      }
    }
    return (one, other)
  }

  private static func format(_ size: PixelSize) -> StreamFormat {
    StreamFormat(pixelFormat: .mjpeg, size: size, bytesPerRow: 0, framesPerSecond: 30, encoding: .jpeg)
  }

  @Test(
    "JPEGs that differ only under the mask become the same, and keep their coefficients elsewhere",
    arguments: [ChromaSubsampling.yuv420, .yuv422, .yuv444, .yuv440, .grey],
    [PixelSize(clampingWidth: 160, height: 120), PixelSize(clampingWidth: 173, height: 99)])
  func jpegs(subsampling: ChromaSubsampling, size: PixelSize) throws {
    let mask = try #require(Self.rectangle)
    // Whole MCUs of 4:2:0 are hidden, so the pair differs in those blocks only that the mask itself has.
    let pictures = Self.pair(size, subsampling, mask, seed: 7)
    let masker = try FrameMasker([mask])
    var results: [[UInt8]] = []
    for picture in [pictures.0, pictures.1] {
      var encoder = JPEGEncoder()
      let jpeg = try encoder.encode(picture, quality: 90)
      let slot = TestSlot.make(jpeg, Self.format(size), sequence: UInt32(results.count))
      let masked = masker.masked(slot)
      #expect(masked.byteCount > 0, "\(masker.problem ?? "")")
      #expect(masked.hidden != nil && masked.sequence == slot.sequence)
      results.append(TestSlot.bytes(masked))
    }
    #expect(results[0] == results[1])
    var encoder = JPEGEncoder()
    let before = try decoded(encoder.encode(pictures.0, quality: 90))
    let after = try decoded(results[0])
    #expect(after.findings.damage == 0)
    for (x, y) in before.picture.luma.places {
      let mcu = (x / (8 * subsampling.horizontal), y / (8 * subsampling.vertical))
      let area = PixelRect(
        x: mcu.0 * 8 * subsampling.horizontal, y: mcu.1 * 8 * subsampling.vertical,
        width: 8 * subsampling.horizontal, height: 8 * subsampling.vertical)
      let isHidden = area.intersects(PixelRect(x: 40, y: 24, width: 72, height: 40))
      if isHidden {
        #expect(abs(Int(after.picture.luma[x, y]) - JPEGMasker.level) <= 3)
      } else {
        #expect(after.picture.luma[x, y] == before.picture.luma[x, y])
      }
    }
  }

  @Test("a damaged frame loses the rows in which something is shown that can't be read, and no others")
  func damage() throws {
    let size = PixelSize(clampingWidth: 160, height: 120)
    let picture = Self.pair(size, .yuv420, try #require(Self.rectangle), seed: 3).0
    var encoder = JPEGEncoder()
    let jpeg = try encoder.encode(picture, quality: 90)
    let masker = try FrameMasker([try #require(Self.rectangle)])
    let half = Array(jpeg.prefix(jpeg.count / 2))
    let cut = TestSlot.make(half, Self.format(size))
    let masked = TestSlot.bytes(masker.masked(cut))
    var own = WalkedScan()
    var other = WalkedScan()
    _ = try own.read(half.span, of: size)
    let report = try #require(try other.read(masked.span, of: size))
    #expect(!report.isWhole)
    for row in 0..<own.layout.rows { #expect(own.isGood(row: row) == other.isGood(row: row)) }
    // What is no JPEG at all isn't shown.
    let garbage = TestSlot.make([1, 2, 3, 4, 5], Self.format(size), sequence: 1)
    #expect(masker.masked(garbage).byteCount == 0 && masker.problem?.contains("can't be masked") == true)
  }

  @Test("of a camera's segments only a colour profile is left: a thumbnail would show what is hidden")
  func segments() throws {
    let size = PixelSize(clampingWidth: 160, height: 120)
    var encoder = JPEGEncoder()
    var jpeg = try encoder.encode(
      Self.pair(size, .yuv420, try #require(Self.rectangle), seed: 3).0, quality: 90)
    let secret = Array("Exif\0\0 a thumbnail".utf8)
    let profile = Array("ICC_PROFILE\0\u{1}\u{1}0123456789abcdefRGB and more".utf8)
    for (marker, body) in [(UInt8(0xE1), secret), (0xFE, secret), (0xE2, profile)] {
      jpeg.insert(contentsOf: [0xFF, marker, 0, UInt8(body.count + 2)] + body, at: 2)
    }
    let masked = TestSlot.bytes(
      try FrameMasker([try #require(Self.rectangle)]).masked(TestSlot.make(jpeg, Self.format(size))))
    #expect(!contains(masked, secret) && contains(masked, profile))
    #expect(try decoded(masked).findings.damage == 0)
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    (0...max(0, bytes.count - part.count)).contains {
      Array(bytes[$0..<min($0 + part.count, bytes.count)]) == part
    }
  }

  // MARK: - Raw

  @Test(
    "raw frames that differ only under the mask become the same, and keep all other samples",
    arguments: [PixelFormat.yuyv, .nv12, .grey], [(160, 120), (66, 50)])
  func raw(format: PixelFormat, side: (Int, Int)) throws {
    let size = PixelSize(clampingWidth: side.0, height: side.1)
    let row = format.minimumBytesPerRow(width: side.0) + 6
    let stream = StreamFormat(
      pixelFormat: format, size: size, bytesPerRow: row, framesPerSecond: 30, encoding: .jpeg)
    let count = row * (format == .nv12 ? side.1 * 3 / 2 : side.1)
    let mask = try #require(FrameMask(rectangle: "16,8,24,16"))
    let masker = try FrameMasker([mask])
    var random = Seeded(5)
    let one = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let first = TestSlot.bytes(masker.masked(TestSlot.make(one, stream)))
    // What changed is what is hidden: it doesn't matter what was there.
    var other = one
    var changed = 0
    for index in one.indices where first[index] != one[index] {
      other[index] = UInt8(truncatingIfNeeded: random.next())
      changed += 1
    }
    let pixels = 24 * 16
    let bytes = format == .yuyv ? 2 * pixels : format == .nv12 ? pixels * 3 / 2 : pixels
    // Some samples have that value by themselves.
    #expect(changed <= bytes && changed > bytes * 9 / 10)
    #expect(TestSlot.bytes(masker.masked(TestSlot.make(other, stream, sequence: 1))) == first)
    // One that is cut short stays as long as it is.
    let short = TestSlot.make(Array(one.prefix(count / 4)), stream, sequence: 2)
    #expect(TestSlot.bytes(masker.masked(short)) == Array(first.prefix(count / 4)))
  }

  @Test("parts are added and taken away while frames come, but not those of the start")
  func live() throws {
    let size = PixelSize(clampingWidth: 64, height: 48)
    let stream = StreamFormat(
      pixelFormat: .grey, size: size, bytesPerRow: 64, framesPerSecond: 30, encoding: .jpeg)
    let frame = [UInt8](repeating: 200, count: 64 * 48)
    let masker = try FrameMasker([try #require(FrameMask(rectangle: "0,0,8,8"))])
    func hidden(_ number: UInt32) -> Int {
      TestSlot.bytes(masker.masked(TestSlot.make(frame, stream, sequence: number))).count { $0 != 200 }
    }
    #expect(hidden(0) == 64)
    #expect(masker.change(adding: FrameMask(rectangle: "8,8,16,8")) == nil)
    #expect(hidden(1) == 64 + 128)
    #expect(masker.change(adding: FrameMask(rectangle: "64,0,8,8"))?.contains("hides nothing") == true)
    #expect(masker.change(adding: nil) == nil)
    #expect(hidden(2) == 64)
  }
}
