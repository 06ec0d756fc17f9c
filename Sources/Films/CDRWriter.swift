// Plain CDR, little-endian, as ROS 2 serializes messages: alignment by CORBA 3.3, part 2, 9.3; the first four bytes by
// DDSI-RTPS 2.5, 10.

/// Writes a message's fields: each number aligned to its own size, counted from behind the four bytes that name the encoding.
package struct CDRWriter {
  private static let encoding: [UInt8] = [0, 1, 0, 0]

  private var out = ByteWriter(bytes: Self.encoding)

  /// The message so far.
  package var bytes: [UInt8] { out.bytes }

  /// Begins a message.
  ///
  /// - Parameter capacity: about how many bytes it will have.
  package init(capacity: Int = 512) { out.bytes.reserveCapacity(capacity) }

  package mutating func put(_ number: some FixedWidthInteger) {
    while (out.bytes.count - Self.encoding.count) % (number.bitWidth / 8) != 0 { out.bytes.append(0) }
    out.put(number)
  }

  package mutating func put(_ number: Double) { put(number.bitPattern) }

  /// A string: its length with the NUL that ends it, UTF-8, the NUL.
  package mutating func put(_ text: String) {
    put(UInt32(text.utf8.count + 1))
    out.bytes += text.utf8
    out.bytes.append(0)
  }

  /// A sequence of bytes: its length, the bytes.
  package mutating func put(_ bytes: Span<UInt8>) {
    put(UInt32(bytes.count))
    // SAFETY: the buffer is the span's.
    unsafe bytes.withUnsafeBufferPointer { unsafe out.bytes.append(contentsOf: $0) }
  }
}
