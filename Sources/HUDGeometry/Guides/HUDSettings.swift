/// What a camera's HUD looks for, and the viewfinder it is drawn in.
public struct HUDSettings: Sendable, Equatable {
  public var grid: Grid
  /// The outline to be filled; `nil` for none.
  public var template: SilhouetteTemplate?
  public var detectsHorizon: Bool
  /// Takes the first view as level and follows small rolls from there, for a fixed camera whose scene shows no
  /// horizon; the angle is then the roll since that view, and unknown when the view is lost.
  public var levelReference: Bool
  public var tracksSubject: Bool
  /// Whether the first frame is a plate: the scene without its subject.
  public var plate: Bool
  /// Whether glow and fading step at once, for people whom movement disturbs.
  public var reducesMotion: Bool
  /// Viewfinder, in pixels: gives the aspect and the diagonal. The luma shows exactly what it shows.
  public var viewfinderWidth: Int
  public var viewfinderHeight: Int

  public init(
    grid: Grid = .thirds, template: SilhouetteTemplate? = nil, detectsHorizon: Bool = true,
    tracksSubject: Bool = true, viewfinderWidth: Int = 1920, viewfinderHeight: Int = 1080,
    levelReference: Bool = false,
    plate: Bool = false,
    reducesMotion: Bool = false
  ) {
    self.grid = grid
    self.template = template
    self.detectsHorizon = detectsHorizon
    self.levelReference = levelReference
    self.tracksSubject = tracksSubject
    self.plate = plate
    self.reducesMotion = reducesMotion
    self.viewfinderWidth = max(1, viewfinderWidth)
    self.viewfinderHeight = max(1, viewfinderHeight)
  }

  /// Width over height of the viewfinder.
  public var aspect: Double { Double(viewfinderWidth) / Double(viewfinderHeight) }
}
