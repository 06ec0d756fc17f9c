import Testing

@testable import PixelTypes

@Suite("When photos were taken")
struct EXIFTimeTests {
  /// A JPEG's beginning with texts in the first directory, and in EXIF's own.
  private func jpeg(_ first: [(Int, String)], _ own: [(Int, String)]) -> [UInt8] {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 255) } }
    func directory(at start: Int, _ texts: [(Int, String)], pointer: Int?) -> [UInt8] {
      let count = texts.count + (pointer == nil ? 0 : 1)
      var (entries, rest) = (bytes(count, 2), [UInt8]())
      for (tag, text) in texts {
        let value = Array(text.utf8) + [0]
        entries += bytes(tag, 2) + bytes(2, 2) + bytes(value.count, 4)
        if value.count > 4 {
          entries += bytes(start + 2 + 12 * count + 4 + rest.count, 4)
          rest += value
        } else {
          entries += value + [UInt8](repeating: 0, count: 4 - value.count)
        }
      }
      if let pointer { entries += bytes(0x8769, 2) + bytes(4, 2) + bytes(1, 4) + bytes(pointer, 4) }
      return entries + bytes(0, 4) + rest
    }
    let length = directory(at: 8, first, pointer: 0).count
    let tiff =
      Array("II".utf8) + bytes(42, 2) + bytes(8, 4) + directory(at: 8, first, pointer: 8 + length)
      + directory(at: 8 + length, own, pointer: nil)
    let body = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
      + [0xFF, 0xDA, 0, 2, 9]
  }

  private static let time: Int64 = 1_795_505_077_000_000_000

  @Test("the original's time with its zone and its part of a second, or the file's")
  func times() {
    let when = "2026:11:24 07:24:37"
    #expect(EXIFTime.utc(of: jpeg([], [(0x9003, when)]).span) == Self.time)
    #expect(EXIFTime.utc(of: jpeg([(0x132, when)], []).span) == Self.time)
    let zoned = jpeg(
      [(0x132, "2020:01:01 00:00:00")],
      [(0x9003, "2026:11:24 08:24:37"), (0x9011, "+01:00"), (0x9291, "25")])
    #expect(EXIFTime.utc(of: zoned.span) == Self.time + 250_000_000)
    let west = jpeg([], [(0x9003, "2026:11:24 01:54:37"), (0x9011, "-05:30"), (0x9291, "123456")])
    #expect(EXIFTime.utc(of: west.span) == Self.time + 123_456_000)
  }

  @Test("what is no time is none, and nothing is read beyond the end")
  func none() {
    for text in [
      "0000:00:00 00:00:00", "    :  :     :  :  ", "2026:13:01 00:00:00", "2026:11:24",
      "1970:01:01 00:00:00",
    ] {
      #expect(EXIFTime.utc(of: jpeg([(0x132, text)], []).span) == nil)
    }
    #expect(EXIFTime.utc(of: jpeg([], []).span) == nil)
    let good = jpeg(
      [(0x132, "2026:11:24 07:24:37")], [(0x9003, "2026:11:24 07:24:37"), (0x9291, "9"), (0x9011, "+01:00")])
    for index in good.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var bad = good
        bad[index] = value
        _ = EXIFTime.utc(of: bad.span)
        _ = EXIFTime.utc(of: bad.span.extracting(..<index))
      }
    }
  }
}
