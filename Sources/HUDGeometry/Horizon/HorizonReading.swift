/// Who says where a horizon is.
public enum HorizonWitness: String, Sendable, CaseIterable {
  /// The picture alone.
  case picture
  /// An attitude sensor alone: the picture shows no horizon, or one that moves with the camera.
  case sensor
  /// The picture and a sensor.
  case both
  /// Another camera of the rig alone: this one's picture shows no horizon.
  case rig
  /// The picture and another camera of the rig.
  case pictureAndRig
}

/// What pictures taught of an attitude sensor.
public struct AttitudeReading: Sendable, Equatable {
  /// From the moment that a sample describes to its arrival, less the same of pictures, in seconds.
  public var delaySeconds = 0.0
  /// Which mixture of the sensor's roll and pitch the camera rolls by: 0° is its roll, 90° its pitch, 180° and −90° the same with
  /// the other sign.
  public var turnDegrees = 0.0
  /// The camera's roll where that mixture is 0, in degrees.
  public var mountingDegrees = 0.0
}

/// The horizon of one frame.
public struct HorizonReading: Sendable, Equatable {
  /// The roll in degrees, smoothed over time; > 0 rises to the right in the picture, because the
  /// camera was rolled clockwise. While the horizon is unknown, the last trusted angle.
  public var angleDegrees = 0.0
  /// The roll in degrees that counts as level: angles are given from there.
  public var levelDegrees = 0.0
  /// The probability that the angle is within 1°, 0 … 1.
  public var confidence = 0.0
  /// The likeliest angle in degrees, from everything seen of this scene since its first frame,
  /// however doubtful; `nil` without any evidence.
  public var likelyDegrees: Double?
  /// In nine scenes out of ten the truth lies within this many degrees of the angle; `nil` if
  /// unknown, as with a level reference.
  public var marginDegrees: Double?
  /// Pitch and field of view; `nil` without any evidence, or with a level reference.
  public var pitch: PitchReading?
  /// Who the angle is from; `nil` without a sensor and before another camera can help, or if nobody has one.
  public var witness: HorizonWitness?
  /// What was learned of the sensor; `nil` without one, or before that.
  public var attitude: AttitudeReading?
  /// How far the line has faded in, 0 … 1.
  public var visibility = 0.0
  /// Becomes true once confidence has been at least .5 for 200 ms, and false once it has been below .35 for
  /// 300 ms.
  public var isKnown = false
  /// Whether about 19 of 20 such angles are within 1°: true once confidence has been at least .8 for 200 ms, false once it has
  /// been below .7 for 300 ms.
  public var isSure = false
  /// How near the horizon is to level; `unknown` until it is known.
  public var state = GuideState.unknown
  /// How bright the guide glows, 0 … 1.
  public var glow = 0.0
  /// How long the horizon has been level: 0, and from 1.5 s of ``GuideState/snapped`` on, within 100 ms, 1. Back to 0 within
  /// 150 ms.
  public var rest = 0.0
  /// A point on the line, as fractions of the viewfinder from its top left.
  public var center = Point(0.5, 0.5)

  /// The reading before the first frame: nothing is known.
  public init() {}

  /// The angle to report for a picture: the one shown if the horizon is known, else the likeliest;
  /// `nil` if neither exists.
  public var bestDegrees: Double? { state == .unknown ? likelyDegrees : angleDegrees }

  /// The interval about ``bestDegrees`` that holds the truth in nine scenes out of ten; `nil` if
  /// either part is unknown.
  public var interval: ClosedRange<Double>? {
    guard let bestDegrees, let marginDegrees else { return nil }
    return bestDegrees - marginDegrees...bestDegrees + marginDegrees
  }
}
