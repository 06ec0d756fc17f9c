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
