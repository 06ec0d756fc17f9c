/// The subject and the power point nearest to it.
public struct SubjectReading: Sendable, Equatable {
  /// The subject's smoothed box, in fractions of the viewfinder from its top left; zero without a subject.
  public var box = Rect.zero
  /// Whether there is a subject, in this frame or held from an earlier one.
  public var hasSubject = false
  /// Which body it is, as in ``SubjectOutline/id``; 0 without a subject.
  public var id = 0
  /// The middle between the subject's eyes, in fractions of the viewfinder; `nil` unless its face was found in the last second.
  public var eyes: Point?
  /// Index into the grid's power points; −1 for none.
  public var powerPoint = -1
  /// The distance to the power point from the eyes or, if they aren't known, from the box's centre, as a share of the
  /// viewfinder's diagonal; 1 if there is none.
  public var distance = 1.0
  /// How near the subject is to the power point; `unknown` without both.
  public var state = GuideState.unknown
  /// How bright the guide glows, 0 … 1.
  public var glow = 0.0

  /// The reading before the first frame: no subject.
  public init() {}
}
