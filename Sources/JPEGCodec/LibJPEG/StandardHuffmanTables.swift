import CJPEG
import PixelTypes

/// The Huffman tables of ITU-T T.81 K.3, which webcams may omit from their frames.
public enum StandardHuffmanTables {
  /// One DHT marker segment with all four tables.
  public static let segment: [UInt8] = {
    var size = 0
    // SAFETY: a constant array of `size` bytes.
    guard let start = unsafe cjpeg_standard_dht(&size) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: start, count: size))
  }()

  /// Appends a JPEG, completed for other programs: with the standard tables before its first scan if it has none, and
  /// an EOI marker at the end if an otherwise complete picture lacks it.
  ///
  /// Allocates only if the array has no room.
  ///
  /// - Parameters:
  ///   - jpeg: the JPEG from its first byte.
  ///   - isComplete: whether the picture is complete, so that an EOI marker may be added.
  ///   - result: receives the bytes at its end.
  public static func append(_ jpeg: Span<UInt8>, isComplete: Bool, to result: inout [UInt8]) {
    if let scan = scanWithoutTables(jpeg) {
      append(jpeg, 0..<scan, to: &result)
      result += segment
      append(jpeg, scan..<jpeg.count, to: &result)
    } else {
      append(jpeg, 0..<jpeg.count, to: &result)
    }
    guard isComplete, jpeg.count >= 4, jpeg[0] == 0xFF, jpeg[1] == JPEGMarker.startOfImage else { return }
    // Cameras may fill their buffers with zeros after the end.
    var end = jpeg.count
    while end > 2, jpeg[end - 1] == 0 { end -= 1 }
    if jpeg[end - 1] == JPEGMarker.endOfImage && jpeg[end - 2] == 0xFF { return }
    result.append(0xFF)
    result.append(JPEGMarker.endOfImage)
  }

  /// Whether a JPEG has Huffman tables before its first scan; `false` if its headers can't be parsed.
  static func precedeScan(of jpeg: Span<UInt8>) -> Bool {
    firstTablesOrScan(jpeg)?.marker == JPEGMarker.huffmanTables
  }

  /// The offset of the first scan, for a JPEG without Huffman tables.
  private static func scanWithoutTables(_ jpeg: Span<UInt8>) -> Int? {
    guard let segment = firstTablesOrScan(jpeg), segment.marker == JPEGMarker.startOfScan else { return nil }
    return segment.offset
  }

  private static func firstTablesOrScan(_ jpeg: Span<UInt8>) -> JPEGSegment? {
    guard jpeg.count > 4, jpeg[0] == 0xFF, jpeg[1] == JPEGMarker.startOfImage else { return nil }
    var at = 2
    while let segment = try? JPEGSegment.next(in: jpeg, from: at) {
      switch segment.marker {
      case JPEGMarker.huffmanTables, JPEGMarker.startOfScan: return segment
      case JPEGMarker.endOfImage: return nil
      default: at = segment.end
      }
    }
    return nil
  }

  private static func append(_ jpeg: Span<UInt8>, _ range: Range<Int>, to result: inout [UInt8]) {
    // SAFETY: the buffer is the span's own, and isn't kept.
    unsafe jpeg.withUnsafeBufferPointer { buffer in
      guard range.upperBound <= buffer.count else { return }
      unsafe result.append(contentsOf: buffer[range])
    }
  }
}
