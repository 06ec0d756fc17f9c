// As common_interfaces and rcl_interfaces define them.

/// A message's time and frame of reference.
package struct ROSHeader: Sendable {
  /// Since 1970.
  package var nanoseconds: UInt64
  /// Such as `dualcam_primary`.
  package var frame: String

  /// Makes a header.
  package init(nanoseconds: UInt64, frame: String) {
    self.nanoseconds = nanoseconds
    self.frame = frame
  }

  private static let time = ROSMessage<UInt64>(
    "builtin_interfaces/msg/Time",
    [
      .integer("sec") { Int32(clamping: $0 / 1_000_000_000) },
      .integer("nanosec") { UInt32($0 % 1_000_000_000) },
    ])

  /// The message type.
  package static let type = ROSMessage<ROSHeader>(
    "std_msgs/msg/Header", [.one("stamp", time) { $0.nanoseconds }, .text("frame_id") { $0.frame }])
}

/// A picture as a ROS 2 message: its unchanged bytes, its time, and its frame of reference.
package enum ROSImage {
  /// The message type, without its bytes.
  package static let type = ROSMessage<ROSHeader>(
    "sensor_msgs/msg/CompressedImage",
    [.one("header", ROSHeader.type) { $0 }, .text("format") { _ in "jpeg" }, .rest("data")])

  /// Encodes a message.
  package static func message(_ jpeg: Span<UInt8>, _ header: ROSHeader) -> [UInt8] {
    var out = CDRWriter(capacity: jpeg.count + 128)
    type.put(header, to: &out)
    out.put(jpeg)
    return out.bytes
  }
}
