/// The subject's outline against the template's.
public struct SilhouetteReading: Sendable, Equatable {
  /// Intersection over union of the subject and the template, 0 … 1.
  public var iou = 0.0
  /// How near the subject is to the template; `unknown` without both.
  public var state = GuideState.unknown
  /// How bright the guide glows, 0 … 1.
  public var glow = 0.0
  /// The subject's outline in fractions of the viewfinder, y down; empty without a subject.
  ///
  /// The next frame reuses its storage: a copy kept across an update costs that update an allocation.
  public var contour = Path()
  /// Whether there is a subject, in this frame or held from an earlier one.
  public var hasSubject = false

  /// The reading before the first frame: no subject.
  public init() {}
}
