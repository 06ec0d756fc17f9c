/// The horizon of one frame.
public struct HorizonReading: Sendable, Equatable {
  /// > 0: it rises to the right in the picture, as the camera was rolled clockwise. Smoothed over time; while
  /// the horizon is unknown, what was last believed.
  public var angleDegrees = 0.0
  /// The probability that the angle is within 1°, 0 … 1.
  public var confidence = 0.0
  /// The likeliest angle by all that was seen of this scene, from its first frame on and however doubtful; `nil` where
  /// there is nothing to go by.
  public var likelyDegrees: Double?
  /// The truth lies within so many degrees of the angle in nine scenes of ten; `nil` where that isn't known, as with a
  /// level reference.
  public var marginDegrees: Double?
  /// How far the line has faded in, 0 … 1.
  public var visibility = 0.0
  /// True from confidence .5 for 200 ms on, until it was below .35 for 300 ms.
  public var isKnown = false
  public var state = GuideState.unknown
  /// 0 … 1.
  public var glow = 0.0
  /// Where the line passes, as a fraction of the viewfinder.
  public var center = Point(0.5, 0.5)

  public init() {}

  /// What to tell of one picture: the angle that is shown where the horizon is known, else the likeliest.
  public var bestDegrees: Double? { state == .unknown ? likelyDegrees : angleDegrees }

  /// In nine scenes of ten the truth lies in it; about ``bestDegrees``.
  public var interval: ClosedRange<Double>? {
    guard let bestDegrees, let marginDegrees else { return nil }
    return bestDegrees - marginDegrees...bestDegrees + marginDegrees
  }
}
