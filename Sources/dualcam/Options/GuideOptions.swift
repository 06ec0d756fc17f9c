import CaptureKit
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
      valueName: "degrees"), bounds: fieldsOfView)
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

  static let fieldsOfView = SettingBounds.range(FrameSlot.fieldsOfView, unit: "degrees")

  /// Whether frames must belong to one scene.
  var needsScene: Bool { plate || levelReference }

  func apply(to stage: inout StageSettings) throws {
    stage.grid = grid
    stage.template = try LookOptions.template(template)
    stage.choose(for: 0) { $0.fieldOfView = fieldOfView }
    stage.levelReference = levelReference
    stage.plate = plate
    stage.focusBox = focusBox?.rect
    stage.exposureBox = exposureBox?.rect
  }

  /// Refuses assists that would show nothing.
  func check(_ assists: [Assist]) throws {
    if assists.contains(.focusHistory), focusBox == nil {
      throw ValidationError("--assist focus-history shows what --focus-box measures; add one")
    }
    if assists.contains(.artificialHorizon), levelReference {
      throw ValidationError(
        "--level-reference reads no pitch, which --assist artificial-horizon needs; leave out one")
    }
  }
}

extension Grid: SettingValue {}
