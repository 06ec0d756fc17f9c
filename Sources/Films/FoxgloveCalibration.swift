// Foxglove's schema foxglove.CameraCalibration (docs.foxglove.dev/docs/sdk/schemas/camera-calibration).

/// A camera's calibration as an MCAP message.
package enum FoxgloveCalibration {
  /// The schema's name.
  package static let name = "foxglove.CameraCalibration"

  /// Encodes a message.
  ///
  /// - Parameters:
  ///   - nanoseconds: since 1970.
  ///   - frame: the camera's frame of reference, as its pictures name it.
  package static func message(_ info: ROSCameraInfo, nanoseconds: UInt64, frame: String) -> [UInt8] {
    var out = ProtobufWriter()
    out.time(1, nanoseconds)
    out.fixed(2, info.width)
    out.fixed(3, info.height)
    out.text(4, info.model)
    out.numbers(5, info.distortion)
    out.numbers(6, info.matrix)
    out.numbers(7, info.rectification)
    out.numbers(8, info.projection)
    out.text(9, frame)
    return out.bytes
  }

  /// The schema.
  package static let schema = ProtobufSchema.foxglove(
    "CameraCalibration",
    [
      .time("timestamp", 1), .fixed32("width", 2), .fixed32("height", 3), .text("distortion_model", 4),
      .doubles("D", 5), .doubles("K", 6), .doubles("R", 7), .doubles("P", 8), .text("frame_id", 9),
    ])
}
