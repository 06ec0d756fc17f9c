/// What a camera's HUD looks for, and the viewfinder that shows it.
public struct HUDSettings: Sendable, Equatable {
  /// The composition lines, and the power points that go with them.
  public var grid: Grid
  /// The outline that the subject should fill; `nil` for none.
  public var template: SilhouetteTemplate?
  /// Whether to find and judge the horizon.
  public var detectsHorizon: Bool
  /// From the left to the right edge of the viewfinder, in degrees, if it is known; `nil` to estimate it.
  public var fieldOfViewDegrees: Double?
  /// The roll in degrees that counts as level.
  public var levelDegrees = 0.0
  /// Takes the first view as level and follows small rolls from there, for a fixed camera whose scene shows
  /// no horizon. The angle is then the roll since that view, or unknown if the view is lost.
  public var levelReference: Bool
  /// Whether to find the subject and judge it against the power points; a template is matched either way.
  public var tracksSubject: Bool
  /// Whether the first frame is a plate: the scene without its subject.
  public var plate: Bool
  /// Whether each frame is a photo: a separate scene, judged at once.
  public var arePhotos: Bool
  /// Whether glow and fades change at once, for people sensitive to motion.
  public var reducesMotion: Bool
  /// The viewfinder's width in pixels, at least 1. With the height it sets the aspect and the
  /// diagonal. The small luma must show exactly the viewfinder's section.
  public var viewfinderWidth: Int
  /// The viewfinder's height in pixels, at least 1.
  public var viewfinderHeight: Int

  /// Makes settings; viewfinder sides below 1 become 1.
  public init(
    grid: Grid = .thirds, template: SilhouetteTemplate? = nil, detectsHorizon: Bool = true,
    tracksSubject: Bool = true, viewfinderWidth: Int = 1920, viewfinderHeight: Int = 1080,
    levelReference: Bool = false,
    plate: Bool = false, arePhotos: Bool = false, reducesMotion: Bool = false,
    fieldOfViewDegrees: Double? = nil
  ) {
    self.grid = grid
    self.template = template
    self.detectsHorizon = detectsHorizon
    self.fieldOfViewDegrees = fieldOfViewDegrees
    self.levelReference = levelReference
    self.tracksSubject = tracksSubject
    self.plate = plate
    self.arePhotos = arePhotos
    self.reducesMotion = reducesMotion || arePhotos
    self.viewfinderWidth = max(1, viewfinderWidth)
    self.viewfinderHeight = max(1, viewfinderHeight)
  }

  /// The viewfinder's width over its height.
  public var aspect: Double { Double(viewfinderWidth) / Double(viewfinderHeight) }
}
