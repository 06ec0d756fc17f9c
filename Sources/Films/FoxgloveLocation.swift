// Foxglove's schema foxglove.LocationFix (docs.foxglove.dev/docs/sdk/schemas/location-fix).

/// A position as an MCAP message.
package enum FoxgloveLocation {
  /// The schema's name.
  package static let name = "foxglove.LocationFix"

  /// Encodes a message; how exact the position is stays unknown.
  ///
  /// - Parameters:
  ///   - latitude: in degrees, like the longitude; north and east are positive.
  ///   - altitude: in metres; NaN for none.
  ///   - nanoseconds: since 1970.
  ///   - frame: the sensor's frame of reference.
  package static func message(
    latitude: Double, longitude: Double, altitude: Double, nanoseconds: UInt64, frame: String
  ) -> [UInt8] {
    var out = ProtobufWriter()
    out.number(1, latitude)
    out.number(2, longitude)
    out.number(3, altitude)
    out.time(6, nanoseconds)
    out.text(7, frame)
    return out.bytes
  }

  /// The schema.
  package static let schema = ProtobufSchema.foxglove(
    "LocationFix",
    [
      .double("latitude", 1), .double("longitude", 2), .double("altitude", 3),
      .doubles("position_covariance", 4),
      .word("position_covariance_type", 5, covariance.name), .time("timestamp", 6), .text("frame_id", 7),
    ], words: covariance)

  private static let covariance = ProtobufSchema.Words(
    name: "PositionCovarianceType", words: ["UNKNOWN", "APPROXIMATED", "DIAGONAL_KNOWN", "KNOWN"])
}
