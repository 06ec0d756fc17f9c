/// All that the HUD says about one frame of one camera.
public struct HUDReading: Sendable, Equatable {
  public var horizon = HorizonReading()
  public var silhouette = SilhouetteReading()
  public var subject = SubjectReading()
  /// What would help most; `nil` most of the time.
  public var hint: Hint?

  public init() {}
}
