/// A scan's entropy-coded data as one string of bits: byte stuffing undone, restart markers removed (ITU-T
/// T.81, B.1.1.5 and F.1.2.3).
struct EntropyData: Sendable {
  /// Readable bytes after the last one. The longest block takes 27 + 63 × 31 bits, or 248 bytes; a
  /// bit cursor is at most 8 bytes ahead of that and loads 8 more.
  static let padding = 272
  /// The most bytes read from a scan: bit offsets then fit easily in 32 bits.
  static let largest = 1 << 28

  /// The data between two restart markers, before the first or after the last.
  struct Segment: Sendable {
    /// Offset of its first byte in ``bytes``, and of the byte after its last.
    var start: Int
    var end: Int
    /// The number 0...7 of the marker before it; `nil` at the scan's start.
    var marker: UInt8?
  }

  /// The unstuffed data, then at least ``padding`` zeros.
  private(set) var bytes: [UInt8] = []
  private(set) var segments: [Segment] = []
  /// Offset in the JPEG of the marker after the data, or of the JPEG's end.
  private(set) var endOffset = 0

  init() {}

  /// Reads the data from `start` in a JPEG to the first marker that isn't RSTn, or the end.
  ///
  /// Allocates only if the data is larger than any before it, or has more restart markers.
  mutating func read(_ data: Span<UInt8>, from start: Int) {
    let start = min(start, data.count)
    let stop = min(data.count, start + Self.largest)
    let needed = stop - start + Self.padding
    if bytes.count < needed { bytes = [UInt8](repeating: 0, count: needed + needed / 4) }
    segments.removeAll(keepingCapacity: true)
    endOffset = Self.unstuff(data, from: start, to: stop, into: &bytes, &segments)
  }

  /// `bytes` must be as long as the input plus at least `padding`.
  ///
  /// - Returns: the offset in the data where it stopped.
  private static func unstuff(
    _ data: Span<UInt8>, from start: Int, to stop: Int, into bytes: inout [UInt8], _ segments: inout [Segment]
  ) -> Int {
    var output = bytes.mutableSpan
    var input = start
    var written = 0
    var segment = Segment(start: 0, end: 0, marker: nil)
    // SAFETY: bytes have no padding bits and any value is one.
    let raw = unsafe data.bytes
    var words = unsafe output.mutableBytes
    scanning: while input < stop {
      // Eight bytes at a time while none of them is FF.
      while input + 8 <= stop {
        // SAFETY: 8 bytes from `input` lie in the data; as many in the output, which is larger than the data, and
        // no more was written than read.
        let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: input, as: UInt64.self)
        if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 != 0 { break }
        unsafe words.storeBytes(of: word, toUncheckedByteOffset: written, as: UInt64.self)
        input += 8
        written += 8
      }
      // Then byte by byte, past the FF.
      while input < stop {
        let byte = data[input]
        if byte != 0xFF {
          words.storeBytes(of: byte, toByteOffset: written, as: UInt8.self)
          input += 1
          written += 1
          continue
        }
        var next = input + 1
        while next < stop, data[next] == 0xFF { next += 1 }  // fill bytes
        guard next < stop else {
          input = stop
          break scanning
        }
        let marker = data[next]
        if marker == 0 {
          words.storeBytes(of: 0xFF, toByteOffset: written, as: UInt8.self)
          written += 1
          input = next + 1
        } else if (0xD0...0xD7).contains(marker) {
          segment.end = written
          segments.append(segment)
          segment = Segment(start: written, end: written, marker: marker & 7)
          input = next + 1
        } else {
          break scanning
        }
        break
      }
    }
    segment.end = written
    segments.append(segment)
    for offset in written..<written + Self.padding {
      words.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
    return input
  }
}
