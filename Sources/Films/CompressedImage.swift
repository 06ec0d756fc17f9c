// Foxglove's schema foxglove.CompressedImage (docs.foxglove.dev/docs/sdk/schemas/compressed-image).

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
    var out = ProtobufWriter()
    out.bytes.reserveCapacity(jpeg.count + 64)
    out.time(1, nanoseconds)
    out.put(2, .bytes)
    out.varint(UInt64(jpeg.count))
    // SAFETY: the buffer is the span's.
    unsafe jpeg.withUnsafeBufferPointer { unsafe out.bytes.append(contentsOf: $0) }
    out.text(3, "jpeg")
    out.text(4, frame)
    return out.bytes
  }

  /// The schema.
  package static let schema = ProtobufSchema.foxglove(
    "CompressedImage", [.time("timestamp", 1), .bytes("data", 2), .text("format", 3), .text("frame_id", 4)])
}
