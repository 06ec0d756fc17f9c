// Foxglove's schema foxglove.CompressedImage in Protocol Buffers' wire format (protobuf.dev/programming-guides/encoding).

/// A picture as an MCAP message: its unchanged bytes, its time, and its frame of reference.
package enum CompressedImage {
  /// The schema's name.
  package static let name = "foxglove.CompressedImage"

  /// Encodes a message.
  ///
  /// - Parameters:
  ///   - jpeg: the picture.
  ///   - nanoseconds: since 1970.
  ///   - frame: the picture's frame of reference, for programs that use one: the camera's id, or `canvas`.
  package static func message(_ jpeg: Span<UInt8>, nanoseconds: UInt64, frame: String) -> [UInt8] {
    var out = Wire()
    out.bytes.reserveCapacity(jpeg.count + 64)
    out.message(1) { time in
      time.number(1, nanoseconds / 1_000_000_000)
      time.number(2, nanoseconds % 1_000_000_000)
    }
    out.put(2, .bytes)
    out.varint(UInt64(jpeg.count))
    // SAFETY: the buffer is the span's.
    unsafe jpeg.withUnsafeBufferPointer { unsafe out.bytes.append(contentsOf: $0) }
    out.text(3, "jpeg")
    out.text(4, frame)
    return out.bytes
  }

  /// The schema: a `FileDescriptorSet` of the message and of its time type.
  package static let schema: [UInt8] = {
    // Numbers of google.protobuf.FieldDescriptorProto.Type.
    let (int64, int32, text, message, bytes): (UInt64, UInt64, UInt64, UInt64, UInt64) = (3, 5, 9, 11, 12)
    func field(_ name: String, _ number: UInt64, _ type: UInt64, of typeName: String? = nil) -> (inout Wire)
      -> Void
    {
      { out in
        out.text(1, name)
        out.number(3, number)
        // Optional.
        out.number(4, 1)
        out.number(5, type)
        if let typeName { out.text(6, typeName) }
      }
    }
    func file(
      _ name: String, package: String, needs: [String] = [], type: String, _ fields: [(inout Wire) -> Void]
    ) -> (inout Wire) -> Void {
      { out in
        out.text(1, name)
        out.text(2, package)
        for need in needs { out.text(3, need) }
        out.message(4) { descriptor in
          descriptor.text(1, type)
          for field in fields { descriptor.message(2, field) }
        }
        out.text(12, "proto3")
      }
    }
    let time = "google/protobuf/timestamp.proto"
    var out = Wire()
    out.message(
      1,
      file(
        time, package: "google.protobuf", type: "Timestamp",
        [field("seconds", 1, int64), field("nanos", 2, int32)]))
    out.message(
      1,
      file(
        "foxglove/CompressedImage.proto", package: "foxglove", needs: [time], type: "CompressedImage",
        [
          field("timestamp", 1, message, of: ".google.protobuf.Timestamp"), field("data", 2, bytes),
          field("format", 3, text), field("frame_id", 4, text),
        ]))
    return out.bytes
  }()

  /// Protocol Buffers' wire format.
  fileprivate struct Wire {
    enum Kind: UInt64 { case varint = 0, bytes = 2 }

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

    mutating func message(_ field: UInt64, _ body: (inout Wire) -> Void) {
      var inner = Wire()
      body(&inner)
      put(field, .bytes)
      varint(UInt64(inner.bytes.count))
      bytes += inner.bytes
    }
  }
}
