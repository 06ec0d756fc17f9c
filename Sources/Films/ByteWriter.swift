/// Numbers as little-endian bytes, and four-character codes: what RIFF and MCAP are made of.
struct ByteWriter {
  var bytes: [UInt8] = []

  mutating func put(_ number: some FixedWidthInteger) {
    var rest = number
    for _ in 0..<(number.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Puts a number in place of another.
  mutating func put(_ number: some FixedWidthInteger, at offset: Int) {
    for byte in 0..<(number.bitWidth / 8) {
      bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte))
    }
  }

  mutating func put(code: StaticString) { code.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) } }

  mutating func put(zeros count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }
}
