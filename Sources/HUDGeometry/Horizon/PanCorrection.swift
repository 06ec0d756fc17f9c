import RealModule

/// What a pan adds to the picture's rotation, which isn't the camera's roll.
///
/// A camera that looks up or down by p and turns about the vertical rotates its picture: by tan(p)/f radians for each
/// length f that the scene moves along the horizon. That slope is learned together with the roll by a Kalman filter (1960)
/// from the angles of single pictures, since neither pitch nor focal length is known.
struct PanCorrection: Sendable {
  /// Standard deviation of the slope of cameras as people hold them, in degrees per picture width.
  private static let usualSlope = 15.0
  /// How much faster the slope changes than a picture width of tilt suggests, in degrees per width², and how little that
  /// is known: the focal length isn't.
  private static let slopeByTilt = 90.0
  private static let doubtOfTilt = 0.7
  /// Variances by which a carried roll goes astray, in degrees² a second and per picture width: where in the picture the
  /// structure is that registration follows changes what it makes of a pan. For the same reason the slope changes.
  private static let driftByTime = 0.01
  private static let driftByWay = 2.0
  private static let slopeDriftByWay = 40.0

  /// Degrees that the picture turns counterclockwise per width that the scene moves along the horizon to the right.
  private(set) var slope = 0.0
  /// The variance by which the last movement may have led the roll astray, in degrees².
  private(set) var growth = 0.0
  /// How far the roll that was carried along is from the true one, in degrees.
  private var offset = 0.0
  // Variance of the offset, covariance of both, variance of the slope.
  private var offsets = 1e4
  private var both = 0.0
  private var slopes = usualSlope * usualSlope
  /// Where the scene is along the horizon, and where the mean of the evidence gathered was, in picture widths.
  private var place = 0.0
  private var evidencePlace = 0.0

  /// Follows a movement of the scene.
  ///
  /// - Parameters:
  ///   - along: the horizon, in picture widths; > 0 to the right.
  ///   - across: downwards from it.
  ///   - seconds: since the last movement.
  /// - Returns: what to add to the picture's rotation, in degrees, to get the camera's roll.
  mutating func move(along: Double, across: Double, seconds: Double) -> Double {
    place += along
    offsets += along * along * slopes - 2 * along * both
    growth = along * along * slopes + Self.driftByWay * along.magnitude
    offsets += Self.driftByTime * seconds + Self.driftByWay * along.magnitude
    both -= along * slopes
    slope += Self.slopeByTilt * across
    let doubt = Self.doubtOfTilt * Self.slopeByTilt * across
    let growth = doubt * doubt + Self.slopeDriftByWay * along.magnitude
    slopes = min(slopes + growth, Self.usualSlope * Self.usualSlope)
    return -slope * along
  }

  /// How doubtful the evidence gathered has become by carrying it here, in degrees.
  var doubt: Double {
    let way = (place - evidencePlace).magnitude
    return (slopes * way * way + Self.driftByWay * way).squareRoot()
  }

  /// Notes that evidence of this place was added, and weighs `share` of all.
  mutating func gather(share: Double) { evidencePlace += share * (place - evidencePlace) }

  /// Learns from a picture's own angle.
  ///
  /// - Parameters:
  ///   - error: its angle less the roll carried along, in degrees.
  ///   - deviation: its standard deviation, in degrees.
  mutating func learn(error: Double, deviation: Double) {
    let surprise = error - offset
    let sum = offsets + deviation * deviation
    // Another line than the last pictures' says nothing of the slope.
    guard surprise * surprise < 9 * sum else { return }
    let (gain, turn) = (offsets / sum, both / sum)
    offset += gain * surprise
    slope += turn * surprise
    slopes -= turn * both
    both -= gain * both
    offsets -= gain * offsets
  }
}
