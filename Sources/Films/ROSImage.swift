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

/// A camera's calibration as a ROS 2 message.
package struct ROSCameraInfo: Sendable, Equatable {
  /// Of the frames it describes, in pixels.
  package var width: UInt32
  package var height: UInt32
  /// The distortion model's name, such as `plumb_bob`, and its coefficients.
  package var model: String
  package var distortion: [Double]
  /// K, R and P, by rows: 3×3, 3×3, 3×4.
  package var matrix: [Double]
  package var rectification: [Double]
  package var projection: [Double]

  /// Makes a calibration.
  package init(
    width: UInt32, height: UInt32, model: String, distortion: [Double], matrix: [Double],
    rectification: [Double],
    projection: [Double]
  ) {
    (self.width, self.height, self.model, self.distortion) = (width, height, model, distortion)
    (self.matrix, self.rectification, self.projection) = (matrix, rectification, projection)
  }

  private typealias Stamped = (header: ROSHeader, info: ROSCameraInfo)

  // All of the frame.
  private static let region = ROSMessage<Void>(
    "sensor_msgs/msg/RegionOfInterest",
    ["x_offset", "y_offset", "height", "width"].map { .integer($0) { UInt32(0) } } + [
      .flag("do_rectify") { false }
    ])

  private static let stamped = ROSMessage<Stamped>(
    "sensor_msgs/msg/CameraInfo",
    [
      .one("header", ROSHeader.type) { $0.header },
      .integer("height") { $0.info.height },
      .integer("width") { $0.info.width },
      .text("distortion_model") { $0.info.model },
      .numbers("d") { $0.info.distortion },
      .numbers("k", count: 9) { $0.info.matrix },
      .numbers("r", count: 9) { $0.info.rectification },
      .numbers("p", count: 12) { $0.info.projection },
      .integer("binning_x") { _ in UInt32(0) },
      .integer("binning_y") { _ in UInt32(0) },
      .one("roi", region) { _ in () },
    ])

  /// The message type's name and definition.
  package static var type: (name: String, definition: String) { (stamped.name, stamped.definition) }

  /// Encodes a message.
  package func message(_ header: ROSHeader) -> [UInt8] {
    var out = CDRWriter()
    Self.stamped.put((header, self), to: &out)
    return out.bytes
  }
}
