import CJPEG

/// The Huffman tables of ITU-T T.81 K.3, which webcams may leave out of their frames.
public enum StandardHuffmanTables {
  /// One DHT marker segment with all four tables.
  public static let segment: [UInt8] = {
    var size = 0
    // SAFETY: a constant array of `size` bytes.
    guard let start = unsafe cjpeg_standard_dht(&size) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: start, count: size))
  }()

  /// A copy of a JPEG that lacks Huffman tables, with the standard ones put before its first scan; `nil` when
  /// it has tables or its headers can't be followed.
  public static func completing(_ jpeg: Span<UInt8>) -> [UInt8]? {
    var at = 2
    guard jpeg.count > 4, jpeg[0] == 0xFF, jpeg[1] == 0xD8 else { return nil }
    while at + 4 <= jpeg.count {
      guard jpeg[at] == 0xFF else { return nil }
      switch jpeg[at + 1] {
      case 0xFF: at += 1
      case 0xC4: return nil
      case 0xDA:
        var result: [UInt8] = []
        result.reserveCapacity(jpeg.count + segment.count)
        for index in 0..<at { result.append(jpeg[index]) }
        result += segment
        for index in at..<jpeg.count { result.append(jpeg[index]) }
        return result
      case 0x01, 0xD0...0xD8: at += 2
      default: at += 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
      }
    }
    return nil
  }
}
