/// Where the recorder is and how it moves, as instruments said it under the names that NMEA's values have.
package struct ValuePosition: Sendable, Equatable {
  /// In degrees, north and east positive: -90 … 90, -180 … 180.
  package var latitude: Double
  package var longitude: Double
  /// Above mean sea level, in metres.
  package var altitude: Double?
  /// How far mean sea level is above the WGS 84 ellipsoid there, in metres.
  package var geoidSeparation: Double?
  /// Over ground, in m/s.
  package var speed: Double?
  /// Where it moves, in degrees from true north, 0 ..< 360.
  package var course: Double?
  /// Where its bow points, in degrees from true north, 0 ..< 360.
  package var heading: Double?

  package init(
    latitude: Double, longitude: Double, altitude: Double? = nil, speed: Double? = nil, course: Double? = nil,
    heading: Double? = nil
  ) {
    (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
    (self.speed, self.course, self.heading) = (speed, course, heading)
  }

  /// Above the WGS 84 ellipsoid, in metres, as satellites see it; `nil` if it isn't known how far sea level is from that.
  package var ellipsoidal: Double? { altitude.flatMap { altitude in geoidSeparation.map { altitude + $0 } } }

  /// Takes it from what was said at a picture's time. Allocates nothing.
  ///
  /// Degrees and metres are also what has no unit; a speed without one could be anything.
  ///
  /// - Returns: `nil` without both `lat` and `lon`, if one is too old, or if they are on no globe.
  package init?(_ samples: [ValueSample]) {
    guard let latitude = samples.number("lat", in: "°"), let longitude = samples.number("lon", in: "°"),
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
    // gpsd's JSON has the others.
    altitude =
      samples.number("altitude", in: "m") ?? samples.number("altMSL", in: "m")
      ?? samples.number("alt", in: "m")
    if altitude.map({ $0.magnitude > 1e6 }) ?? false { altitude = nil }
    geoidSeparation = samples.number("geoid_separation", in: "m") ?? samples.number("geoidSep", in: "m")
    speed = samples.number("speed", in: "m/s", orNone: false).flatMap { (0...1e5).contains($0) ? $0 : nil }
    course = samples.turn("course")
    heading = samples.turn("heading")
  }
}

/// How the recorder lies, as instruments said it.
package struct ValueAttitude: Sendable, Equatable {
  /// In degrees: to starboard, and the bow up.
  package var roll: Double
  package var pitch: Double
  /// In degrees from true north, 0 ..< 360.
  package var heading: Double?

  package init(roll: Double, pitch: Double, heading: Double? = nil) {
    (self.roll, self.pitch, self.heading) = (roll, pitch, heading)
  }

  /// - Returns: `nil` without both `roll` and `pitch`, or if one is too old.
  package init?(_ samples: [ValueSample]) {
    guard let roll = samples.number("roll", in: "°"), let pitch = samples.number("pitch", in: "°"),
      roll.magnitude <= 360, pitch.magnitude <= 360
    else { return nil }
    (self.roll, self.pitch, heading) = (roll, pitch, samples.turn("heading"))
  }
}

extension [ValueSample] {
  /// A value in a unit; `nil` for none, one that is too old, a text, or what can't be converted.
  ///
  /// - Parameter orNone: whether a value without a unit is taken for one in this unit.
  fileprivate func number(_ name: String, in unit: String, orNone: Bool = true) -> Double? {
    guard let sample = first(where: { $0.name == name }), case .number(let number)? = sample.content else {
      return nil
    }
    return sample.unit.isEmpty && orNone ? number : ValueUnit.convert(number, from: sample.unit, to: unit)
  }

  fileprivate func turn(_ name: String) -> Double? {
    guard let degrees = number(name, in: "°"), degrees.magnitude <= 1e6 else { return nil }
    let turn = degrees.truncatingRemainder(dividingBy: 360)
    return turn < 0 ? turn + 360 : turn
  }
}
