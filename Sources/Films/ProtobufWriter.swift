/// Protocol Buffers' wire format (protobuf.dev/programming-guides/encoding).
struct ProtobufWriter {
  enum Kind: UInt64 { case varint = 0, fixed64, bytes, fixed32 = 5 }

  var bytes: [UInt8] = []

  mutating func varint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(_ field: UInt64, _ kind: Kind) { varint(field << 3 | kind.rawValue) }

  mutating func number(_ field: UInt64, _ number: UInt64) {
    put(field, .varint)
    varint(number)
  }

  mutating func text(_ field: UInt64, _ text: String) {
    put(field, .bytes)
    varint(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  mutating func message(_ field: UInt64, _ body: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    body(&inner)
    put(field, .bytes)
    varint(UInt64(inner.bytes.count))
    bytes += inner.bytes
  }

  mutating func fixed(_ field: UInt64, _ number: UInt32) {
    put(field, .fixed32)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// A packed list.
  mutating func numbers(_ field: UInt64, _ numbers: [Double]) {
    put(field, .bytes)
    varint(UInt64(numbers.count * 8))
    for number in numbers { fixed64(number.bitPattern) }
  }

  mutating func number(_ field: UInt64, _ number: Double) {
    put(field, .fixed64)
    fixed64(number.bitPattern)
  }

  private mutating func fixed64(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// A `google.protobuf.Timestamp`.
  ///
  /// - Parameter nanoseconds: since 1970.
  mutating func time(_ field: UInt64, _ nanoseconds: UInt64) {
    message(field) { time in
      time.number(1, nanoseconds / 1_000_000_000)
      time.number(2, nanoseconds % 1_000_000_000)
    }
  }
}
