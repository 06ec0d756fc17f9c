/// Everything the HUD says about one frame of one camera.
public struct HUDReading: Sendable, Equatable {
  /// The horizon; at its initial values if the settings leave it out.
  public var horizon = HorizonReading()
  /// The subject's outline against the template's.
  public var silhouette = SilhouetteReading()
  /// The subject against the power points.
  public var subject = SubjectReading()
  /// All subjects, if there are several.
  public var subjects = SubjectOutlines()
  /// How the picture is composed.
  public var composition = CompositionReading()
  /// The most helpful hint; `nil` most of the time.
  public var hint: Hint?

  /// The reading before the first frame: nothing is known.
  public init() {}
}
