import PixelTypes

/// Data in segments APP9 of a JPEG, each with a mark, a number of what it belongs to, its own number from 0 and how many there are
/// (16 bits each, big-endian).
struct DataSegments {
  /// What a segment's data begin with.
  let mark: [UInt8]
  /// Whose they are, for people.
  let subject: String

  /// - Parameters:
  ///   - version: after `dualcam` and a zero.
  ///   - subject: whose they are, for people.
  init(version: UInt8, of subject: String) {
    (mark, self.subject) = (Array("dualcam\0".utf8) + [version], subject)
  }

  /// Bytes before a segment's data: its marker, length, mark and three numbers.
  var headCount: Int { 4 + mark.count + 6 }
  /// The most data in a segment.
  private var mostData: Int { 65_535 + 2 - headCount }

  func damaged(_ what: String) -> JPEGError { .malformed(reason: "of \(subject), \(what)") }

  /// Finds all data in a picture.
  ///
  /// - Parameter picture: a JPEG from its first byte.
  /// - Returns: them by number, in the order in which they are there.
  /// - Throws: ``JPEGError/malformed(reason:)`` if segments are missing or cut short.
  func find(in picture: Span<UInt8>) throws(JPEGError) -> [(number: Int, data: [UInt8])] {
    var parts: [(number: Int, data: [UInt8], count: Int, next: Int)] = []
    var at = 2
    while let segment = try? JPEGSegment.next(in: picture, from: at), segment.marker != JPEGMarker.startOfScan
    {
      at = segment.end
      guard segment.marker == JPEGMarker.application9, begins(picture, segment) else { continue }
      guard segment.end - segment.offset > headCount else { throw damaged("a segment is cut short") }
      func number(_ place: Int) -> Int {
        let at = segment.offset + 4 + mark.count + place
        return Int(picture[at]) << 8 | Int(picture[at + 1])
      }
      let (own, part, count) = (number(0), number(2), number(4))
      if part == 0 {
        guard !parts.contains(where: { $0.number == own }), parts.count < 64 else {
          throw damaged("the first segment is there twice")
        }
        parts.append((own, [], count, 0))
      }
      guard let place = parts.firstIndex(where: { $0.number == own }),
        parts[place].next == part, parts[place].count == count, part < count
      else { throw damaged("a segment is missing") }
      parts[place].next += 1
      for index in segment.offset + headCount..<segment.end { parts[place].data.append(picture[index]) }
    }
    guard parts.allSatisfy({ $0.next == $0.count }) else { throw damaged("a segment is missing") }
    return parts.map { ($0.number, $0.data) }
  }

  private func begins(_ picture: Span<UInt8>, _ segment: JPEGSegment) -> Bool {
    guard segment.end >= segment.offset + 4 + mark.count else { return false }
    for index in mark.indices where picture[segment.offset + 4 + index] != mark[index] { return false }
    return true
  }

  /// Bytes that segments of so much data take.
  func byteCount(of data: Int) -> Int { data + count(of: data) * headCount }

  private func count(of data: Int) -> Int { (data + mostData - 1) / mostData }

  /// Writes segments.
  ///
  /// - Parameters:
  ///   - data: what they hold.
  ///   - number: of what it belongs to.
  ///   - output: has room for ``byteCount(of:)``.
  ///   - offset: where they go.
  /// - Returns: the offset after them.
  func write(_ data: [UInt8], number: Int, into output: inout MutableSpan<UInt8>, at offset: Int) -> Int {
    let count = count(of: data.count)
    var at = offset
    func put(_ number: Int, _ output: inout MutableSpan<UInt8>) {
      output[at] = UInt8(truncatingIfNeeded: number >> 8)
      output[at + 1] = UInt8(truncatingIfNeeded: number)
      at += 2
    }
    for part in 0..<count {
      let range = part * mostData..<min(data.count, (part + 1) * mostData)
      put(0xFF00 | Int(JPEGMarker.application9), &output)
      put(headCount - 2 + range.count, &output)
      for byte in mark.indices { output[at + byte] = mark[byte] }
      at += mark.count
      put(number, &output)
      put(part, &output)
      put(count, &output)
      for index in range {
        output[at] = data[index]
        at += 1
      }
    }
    return at
  }
}
