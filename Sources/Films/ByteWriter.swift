/// Writes numbers as little-endian bytes, as MCAP requires.
struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func put(_ number: some FixedWidthInteger) {
    var rest = number
    for _ in 0..<(number.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Overwrites a number at an offset.
  mutating func put(_ number: some FixedWidthInteger, at offset: Int) {
    for byte in 0..<(number.bitWidth / 8) {
      bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte))
    }
  }
}
