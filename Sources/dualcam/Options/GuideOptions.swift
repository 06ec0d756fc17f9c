import Compositor
import HUDGeometry
import Settings

/// What guides read, and against what.
struct GuideOptions: SettingGroup {
  @Option("grid", help: Help("Guide lines over the viewfinders.", valueName: "grid"))
  var grid: Grid = .thirds

  @Option(
    "template",
    help: Help(
      "Silhouette to fill: \(SilhouetteTemplate.builtIn.map(\.name).joined(separator: ", ")), an SVG file, a recorded picture to take again, or none.",
      valueName: "name|file.svg|picture.jpg"), completion: .templates)
  var template = "none"

  @Option(
    "field-of-view",
    help: Help(
      "What the first camera shows from its left to its right edge (default: estimated, or from a photo's EXIF data).",
      valueName: "degrees"))
  var fieldOfView: Double?

  @Flag(
    "level-reference",
    help: "Take the first view as level and follow small rolls from there; for a fixed camera.")
  var levelReference = false

  @Flag("plate", help: "Take the first frame as the scene without its subject.")
  var plate = false

  @Option(
    "focus-box",
    help: Help(
      "Measure focus in part of the first camera's picture, as fractions: .4,.4,.2,.2.", valueName: "x,y,w,h")
  )
  var focusBox: BoxArgument?

  @Option(
    "exposure-box",
    help: Help("Measure exposure in part of the first camera's picture.", valueName: "x,y,w,h"))
  var exposureBox: BoxArgument?

  func validate() throws { _ = try LookOptions.checked(fieldOfView: fieldOfView, "--field-of-view") }

  /// Whether frames must belong to one scene.
  var needsScene: Bool { plate || levelReference }

  func apply(to stage: inout StageSettings) throws {
    stage.grid = grid
    stage.template = try LookOptions.template(template)
    try stage.choose(for: 0) {
      $0.fieldOfView = try LookOptions.checked(fieldOfView: fieldOfView, "--field-of-view")
    }
    stage.levelReference = levelReference
    stage.plate = plate
    stage.focusBox = focusBox?.rect
    stage.exposureBox = exposureBox?.rect
  }
}

extension Grid: SettingValue {}
