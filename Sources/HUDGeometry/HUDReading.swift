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

/// The subject's outline against the template's.
public struct SilhouetteReading: Sendable, Equatable {
  /// Intersection over union of the subject and the template, 0 … 1.
  public var iou = 0.0
  public var state = GuideState.unknown
  /// 0 … 1.
  public var glow = 0.0
  /// The subject's outline in fractions of the viewfinder; empty without a subject.
  ///
  /// Its storage is used again for the next frame: a copy kept over an update costs that update an allocation.
  public var contour = Path()
  public var hasSubject = false

  public init() {}
}

/// The subject and the power point nearest to it.
public struct SubjectReading: Sendable, Equatable {
  /// In fractions of the viewfinder, from the top left.
  public var box = Rect.zero
  public var hasSubject = false
  /// Index into the grid's power points; −1 where there is none.
  public var powerPoint = -1
  /// From the box's centre to the power point, as a share of the viewfinder's diagonal; 1 where there is none.
  public var distance = 1.0
  public var state = GuideState.unknown
  /// 0 … 1.
  public var glow = 0.0

  public init() {}
}

/// All that the HUD says about one frame of one camera.
public struct HUDReading: Sendable, Equatable {
  public var horizon = HorizonReading()
  public var silhouette = SilhouetteReading()
  public var subject = SubjectReading()
  /// What would help most; `nil` most of the time.
  public var hint: Hint?

  public init() {}
}
