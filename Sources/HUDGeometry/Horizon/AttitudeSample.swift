import RealModule

/// What an attitude sensor on the cameras' rig said, or what another camera of it sees.
///
/// No sign and no place is agreed on: which way its roll and pitch turn a camera's picture is learned.
public struct AttitudeSample: Sendable, Equatable {
  /// When it came, in nanoseconds of the clock on which pictures have their times.
  public var nanoseconds: Int64
  /// In degrees, around the circle.
  public var rollDegrees: Double
  /// In degrees; `nil` from a sensor of roll alone.
  public var pitchDegrees: Double?
  /// Of another camera: by what its scene makes its angles wrong for a while, in degrees².
  package var rollVariance = 0.0
  package var pitchVariance = 0.0

  /// A sample that came at a time, in nanoseconds, with roll and pitch in degrees.
  package init(_ nanoseconds: Int64, _ roll: Double, _ pitch: Double?) {
    self.init(nanoseconds: nanoseconds, rollDegrees: roll, pitchDegrees: pitch)
  }

  /// A sample that came at a time, in nanoseconds, with angles in degrees.
  public init(nanoseconds: Int64, rollDegrees: Double, pitchDegrees: Double? = nil) {
    (self.nanoseconds, self.rollDegrees, self.pitchDegrees) = (nanoseconds, rollDegrees, pitchDegrees)
  }
}

/// How a sensor's angles become a camera's roll: `roll(t) = cos(turn) · r(t + delay) + sin(turn) · p(t + delay) + mounting`.
struct AttitudeCalibration: Sendable, Equatable {
  /// From the moment that a sample describes to its arrival, less the same of pictures, in seconds.
  var delay = 0.0
  /// Of the delay, in seconds.
  var delayDeviation = 0.0
  /// Which mixture of roll and pitch the camera rolls by, in radians: 0 for one that looks ahead, a half turn for one that looks
  /// aft or a sensor whose roll has the other sign, quarter turns to the sides.
  var turn = 0.0
  var turnDeviation = 0.0
  /// The camera's roll where the sensor says 0, in degrees.
  var mounting = 0.0
  /// Variance of what the sensor says against the pictures, in degrees².
  var noise = 0.0
  /// Variance of the mounting by that noise alone, in degrees².
  var mountingVariance = 0.0
  /// The sensor's mean angles while this was learned: what is far from them is less sure.
  var mean = (roll: 0.0, pitch: 0.0)

  /// The camera's roll less its mounting.
  func mix(_ roll: Double, _ pitch: Double) -> Double { .cos(turn) * roll + .sin(turn) * pitch }

  /// The variance of a mixture by what the other camera's scene makes wrong.
  func variance(of sample: AttitudeSample) -> Double {
    let (cosine, sine): (Double, Double) = (.cos(turn), .sin(turn))
    return cosine * cosine * sample.rollVariance + sine * sine * sample.pitchVariance
  }

  /// The variance that the turn's adds to a mixture.
  func variance(_ roll: Double, _ pitch: Double) -> Double {
    let off = turnDeviation * (.cos(turn) * (pitch - mean.pitch) - .sin(turn) * (roll - mean.roll))
    return off * off
  }

  static func == (a: Self, b: Self) -> Bool {
    a.delay == b.delay && a.turn == b.turn && a.mounting == b.mounting && a.noise == b.noise
  }
}
