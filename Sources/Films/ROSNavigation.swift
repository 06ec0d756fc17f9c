import Foundation

// As common_interfaces defines them, in the frames of REP 103 and REP 145.

/// A position as a ROS 2 message. How exact it is stays unknown.
package struct ROSNavSatFix: Sendable {
  /// In degrees; north and east are positive.
  package var latitude: Double
  package var longitude: Double
  /// Above the WGS 84 ellipsoid, in metres; `nil` for none.
  package var altitude: Double?

  /// Makes a position.
  package init(latitude: Double, longitude: Double, altitude: Double?) {
    (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
  }

  private typealias Stamped = (header: ROSHeader, fix: ROSNavSatFix)

  // A fix, of a service that isn't known.
  private static let status = ROSMessage<Void>(
    "sensor_msgs/msg/NavSatStatus", [.integer("status") { Int8(0) }, .integer("service") { UInt16(0) }])

  private static let stamped = ROSMessage<Stamped>(
    "sensor_msgs/msg/NavSatFix",
    [
      .one("header", ROSHeader.type) { $0.header }, .one("status", status) { _ in () },
      .number("latitude") { $0.fix.latitude }, .number("longitude") { $0.fix.longitude },
      .number("altitude") { $0.fix.altitude },
      .numbers("position_covariance", count: 9) { _ in Array(repeating: 0, count: 9) },
      .integer("position_covariance_type") { _ in UInt8(0) },
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

/// How something lies as a ROS 2 message. It knows no rates and no accelerations.
package struct ROSImu: Sendable {
  /// x, y, z, w: from the body (x forward, y left, z up) to the world (x east, y north, z up).
  package let orientation: [Double]
  private let isYawKnown: Bool

  /// - Parameters:
  ///   - roll: in degrees, to starboard, as of a ship.
  ///   - pitch: in degrees, the bow up.
  ///   - heading: in degrees from north, clockwise; `nil`: unknown, and faces east.
  package init(roll: Double, pitch: Double, heading: Double?) {
    // Half of each angle, about x, y and z: a positive pitch about y, which points left, brings the bow down.
    let (a, b, c) = (roll * .pi / 360, -pitch * .pi / 360, (heading.map { 90 - $0 } ?? 0) * .pi / 360)
    orientation = [
      sin(a) * cos(b) * cos(c) - cos(a) * sin(b) * sin(c),
      cos(a) * sin(b) * cos(c) + sin(a) * cos(b) * sin(c),
      cos(a) * cos(b) * sin(c) - sin(a) * sin(b) * cos(c),
      cos(a) * cos(b) * cos(c) + sin(a) * sin(b) * sin(c),
    ]
    isYawKnown = heading != nil
  }

  private typealias Stamped = (header: ROSHeader, imu: ROSImu)

  private static let vector = ROSMessage<Void>(
    "geometry_msgs/msg/Vector3", ["x", "y", "z"].map { .number($0) { 0 } })
  private static let quaternion = ROSMessage<[Double]>(
    "geometry_msgs/msg/Quaternion",
    ["x", "y", "z", "w"].enumerated().map { index, name in .number(name) { $0[index] } })

  // The definition: all 0 for an unknown covariance, -1 first for what isn't measured at all. A yaw that can be anything has the
  // variance of a whole turn.
  private static let nothing: [Double] = [-1] + Array(repeating: 0, count: 8)
  private var covariance: [Double] { Array(repeating: 0, count: 8) + [isYawKnown ? 0 : .pi * .pi / 3] }

  private static let stamped = ROSMessage<Stamped>(
    "sensor_msgs/msg/Imu",
    [
      .one("header", ROSHeader.type) { $0.header }, .one("orientation", quaternion) { $0.imu.orientation },
      .numbers("orientation_covariance", count: 9) { $0.imu.covariance },
      .one("angular_velocity", vector) { _ in () },
      .numbers("angular_velocity_covariance", count: 9) { _ in nothing },
      .one("linear_acceleration", vector) { _ in () },
      .numbers("linear_acceleration_covariance", count: 9) { _ in nothing },
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
