import Testing

@testable import PixelTypes

@Suite("Segments of a JPEG")
struct JPEGSegmentTests {
  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let comment: [UInt8] = [0xFF, 0xFE, 0, 4, 1, 2]
  private static let scan: [UInt8] = [0xFF, 0xDA, 0, 3, 9]

  /// Everything up to the bytes' end or the fault.
  private func walk(_ bytes: [UInt8]) -> (segments: [JPEGSegment], fault: JPEGSegment.Fault?) {
    var segments: [JPEGSegment] = []
    do throws(JPEGSegment.Fault) {
      while let segment = try JPEGSegment.next(in: bytes.span, from: segments.last?.end ?? 0) {
        segments.append(segment)
      }
      return (segments, nil)
    } catch { return (segments, error) }
  }

  @Test("each is given with its marker and its limits; SOI has no length")
  func plain() {
    let (segments, fault) = walk(Self.start + Self.comment + Self.scan)
    #expect(fault == nil)
    #expect(
      segments == [
        JPEGSegment(marker: JPEGMarker.startOfImage, offset: 0, end: 2),
        JPEGSegment(marker: 0xFE, offset: 2, end: 8),
        JPEGSegment(marker: JPEGMarker.startOfScan, offset: 8, end: 13),
      ])
  }

  @Test(
    "fill bytes, TEM and restart markers before one are passed over",
    arguments: [
      [0xFF], [0xFF, 0xFF, 0xFF], [0xFF, 0x01], [0xFF, 0xD0], [0xFF, 0xD7, 0xFF, 0xFF, 0xD3], [0], [7, 8, 9],
      [0xFF, 0, 5], [UInt8](repeating: 3, count: 3000),
    ] as [[UInt8]])
  func passedOver(bytes: [UInt8]) {
    let (segments, fault) = walk(Self.start + bytes + Self.scan)
    #expect(fault == nil && segments.count == 2)
    #expect(segments.last?.offset == 2 + bytes.count && segments.last?.end == 7 + bytes.count)
  }

  @Test("a length that doesn't count itself is that of an empty segment", arguments: [0, 1, 2] as [UInt8])
  func tooShort(length: UInt8) {
    let (segments, fault) = walk(Self.start + [0xFF, 0xFE, 0, length] + Self.scan)
    #expect(fault == nil && segments.count == 3)
    #expect(segments[1] == JPEGSegment(marker: 0xFE, offset: 2, end: 6))
  }

  @Test("a cut segment is a fault, and fewer bytes than any segment has are the end", arguments: 2...9)
  func cut(left: Int) {
    let (segments, fault) = walk(Self.start + [0xFF, 0xFE, 0, 8, 1, 2, 3, 4, 5].prefix(left))
    #expect(segments.count == 1)
    #expect(fault == (left < 4 ? nil : .badLength(8, marker: 0xFE, offset: 2)))
  }

  @Test("what is read piece by piece isn't searched to its end")
  func noMarker() {
    let bytes = [UInt8](repeating: 7, count: 2000)
    #expect(
      JPEGSegment.next(from: 5) { $0 < bytes.count ? bytes[$0] : nil } == .failure(.noMarker(offset: 1029)))
    #expect(walk(Self.start + [7, 7, 7]).fault == nil)
    #expect(walk([]).fault == nil && walk([]).segments.isEmpty)
  }

  @Test("EOI is given, at the very end only to those who read piece by piece")
  func end() {
    let bytes = Self.start + [0xFF, 0xD9]
    #expect(walk(bytes).segments.count == 1)
    #expect(
      walk(bytes + [0, 0]).segments.last == JPEGSegment(marker: JPEGMarker.endOfImage, offset: 2, end: 4))
    let found = JPEGSegment.next(from: 2) { $0 < bytes.count ? bytes[$0] : nil }
    #expect(found == .success(JPEGSegment(marker: JPEGMarker.endOfImage, offset: 2, end: 4)))
  }

  @Test("read piece by piece, a segment may end beyond the bytes, and a reader's error is passed on")
  func pieces() throws {
    let bytes: [UInt8] = [0xFF, 0xFE, 1, 0]
    let found = JPEGSegment.next(from: 0) { $0 < bytes.count ? bytes[$0] : nil }
    #expect(found == .success(JPEGSegment(marker: 0xFE, offset: 0, end: 258)))
    let cut = JPEGSegment.next(from: 0) { $0 < 3 ? bytes[$0] : nil }
    #expect(cut == .failure(.badLength(0, marker: 0xFE, offset: 0)))
    #expect(JPEGSegment.next(from: 1) { _ in nil } == .success(nil))
    struct Broken: Error {}
    #expect(throws: Broken.self) { try JPEGSegment.next(from: 0) { _ throws(Broken) in throw Broken() } }
  }
}
