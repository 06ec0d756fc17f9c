/// A JPEG with EXIF data behind its first marker, as a phone or camera writes it.
///
/// - Parameters:
///   - jpeg: without EXIF data.
///   - orientation: EXIF's, 1 to 8; others are no orientation.
///   - focalLength: in 35 mm film's millimetres; `nil` for none.
///   - isBigEndian: the byte order.
package func oriented(
  _ jpeg: [UInt8], _ orientation: UInt8, focalLength: UInt8? = nil, isBigEndian: Bool = false
) -> [UInt8] {
  func number(_ value: UInt8, bytes: Int) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: bytes - 1)
    return isBigEndian ? zeros + [value] : [value] + zeros
  }
  func entry(_ tag: [UInt8], _ value: UInt8, isLong: Bool = false) -> [UInt8] {
    (isBigEndian ? tag : tag.reversed()) + number(isLong ? 4 : 3, bytes: 2) + number(1, bytes: 4)
      + (isLong ? number(value, bytes: 4) : number(value, bytes: 2) + [0, 0])
  }
  func directory(_ entries: [[UInt8]]) -> [UInt8] {
    number(UInt8(entries.count), bytes: 2) + entries.joined() + number(0, bytes: 4)
  }
  let order = Array((isBigEndian ? "MM" : "II").utf8)
  // Some other number comes before the orientation; the second directory comes after three entries.
  var entries = [entry([1, 3], 6), entry([1, 0x12], orientation)]
  if focalLength != nil { entries.append(entry([0x87, 0x69], 8 + 2 + 3 * 12 + 4, isLong: true)) }
  let second = focalLength.map { directory([entry([0x92, 9], 0), entry([0xA4, 5], $0)]) } ?? []
  let parts: [[UInt8]] = [
    Array("Exif".utf8), [0, 0], order, number(42, bytes: 2), number(8, bytes: 4), directory(entries), second,
  ]
  let body = Array(parts.joined())
  let marker: [UInt8] = [0xFF, 0xE1, 0, UInt8(body.count + 2)]
  return Array(jpeg[..<2]) + marker + body + Array(jpeg[2...])
}

/// A JPEG's bytes without its DHT segments, as some webcams send it.
package func withoutHuffmanTables(_ jpeg: [UInt8]) -> [UInt8] {
  var out = Array(jpeg[..<2])
  var place = 2
  while jpeg[place + 1] != 0xDA {
    let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
    if jpeg[place + 1] != 0xC4 { out += jpeg[place..<end] }
    place = end
  }
  return out + jpeg[place...]
}

/// Where the header of a baseline JPEG's frame begins.
package func frameHeader(of jpeg: [UInt8]) -> Int? {
  jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 }
}
