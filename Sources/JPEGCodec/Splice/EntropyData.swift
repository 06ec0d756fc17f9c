import CJPEG

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
  /// Whether the JPEG had these bytes, their stuffing and restart markers alone: no fill bytes (T.81, B.1.1.2), no FF at its end.
  private(set) var isPlain = false

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
    var stuffed = 0
    endOffset = Self.unstuff(data, from: start, to: stop, into: &bytes, &segments, &stuffed)
    let written = segments[segments.count - 1].end
    isPlain = endOffset - start == written + stuffed + 2 * (segments.count - 1)
  }

  /// `bytes` must be as long as the input plus at least `padding`; `stuffed` counts the zeros left out.
  ///
  /// - Returns: the offset in the data where it stopped.
  private static func unstuff(
    _ data: Span<UInt8>, from start: Int, to stop: Int, into bytes: inout [UInt8],
    _ segments: inout [Segment],
    _ stuffed: inout Int
  ) -> Int {
    var output = bytes.mutableSpan
    var input = start
    var written = 0
    var segment = Segment(start: 0, end: 0, marker: nil)
    // SAFETY: bytes have no padding bits.
    let raw = unsafe data.bytes
    scanning: while input < stop {
      let count = copyToFF(raw, from: input, count: stop - input, to: &output, at: written)
      input += count
      written += count
      guard input < stop else { break }
      var next = input + 1
      while next < stop, data[next] == 0xFF { next += 1 }  // fill bytes
      guard next < stop else {
        input = stop
        break
      }
      switch data[next] {
      case 0:
        output[written] = 0xFF
        written += 1
        stuffed += 1
      case let marker where (0xD0...0xD7).contains(marker):
        segment.end = written
        segments.append(segment)
        segment = Segment(start: written, end: written, marker: marker & 7)
      default: break scanning
      }
      input = next + 1
    }
    segment.end = written
    segments.append(segment)
    for offset in written..<written + Self.padding { output[offset] = 0 }
    return input
  }
}

/// Copies bytes up to the first FF, or all of them.
///
/// - Parameters:
///   - first: the index of the first byte.
///   - count: how many there are, and room for.
///   - offset: where they go; as many bytes from there on may change.
/// - Returns: how many lie before the FF.
@_lifetime(output: copy output)
func copyToFF(
  _ input: RawSpan, from first: Int, count: Int, to output: inout MutableSpan<UInt8>, at offset: Int
) -> Int {
  precondition(first >= 0 && count >= 0 && first + count <= input.byteCount)
  precondition(offset >= 0 && offset + count <= output.count)
  // SAFETY: both places were checked, and the call keeps no pointer.
  return unsafe input.withUnsafeBytes { input in
    unsafe output.withUnsafeMutableBufferPointer { output in
      guard count > 0, let from = unsafe input.assumingMemoryBound(to: UInt8.self).baseAddress,
        let to = output.baseAddress
      else { return 0 }
      return unsafe cjpeg_copy_to_ff(from + first, count, to + offset)
    }
  }
}
