import PixelTypes
import TestPictures
import Testing

@testable import Compositor
@testable import GlassChrome
@testable import Screen

/// A stage for cameras of these sizes, without guides.
func screenStage(
  _ sizes: [(Int, Int)], names: [String] = screenNames,
  _ change: (inout StageSettings) -> Void = { _ in }
) throws -> Stage {
  var settings = StageSettings()
  settings.drawsHUD = false
  change(&settings)
  let cameras = try sizes.enumerated().map { index, size in
    Stage.CameraDescription(
      id: CameraNames.usual[index], number: index, name: names[index],
      size: try #require(PixelSize(width: size.0, height: size.1)))
  }
  return try Stage(cameras: cameras, subsampling: .yuv420, settings: settings)
}

let screenNames = ["Desk", "Door"] + CameraNames.usual.dropFirst(2)

/// A stage's screen without the stage: a function of layout, style and state.
struct ScreenRoom {
  let layout: CanvasLayout
  let screen: CaptureScreen
  /// The same while a sheet is open.
  private let open: (layout: CanvasLayout, screen: CaptureScreen)
  /// As it is before the first picture.
  let state: ChromeState

  /// Type faces by scale and language, which take longer to open than a screen to lay out. For one thread.
  final class Faces {
    private var engines: [String: DisplayLayout] = [:]

    fileprivate func engine(_ scale: Double, _ language: ScreenLanguage) throws -> DisplayLayout {
      let key = "\(scale) \(language.rawValue)"
      if let engine = engines[key] { return engine }
      let engine = DisplayLayout(measuring: try TypefaceMeasurer(scale: scale, language: language))
      engines[key] = engine
      return engine
    }
  }

  init(
    _ sizes: [(Int, Int)], names: [String] = screenNames, _ faces: Faces,
    _ change: (inout StageSettings) -> Void
  ) throws {
    var settings = StageSettings()
    change(&settings)
    var request = settings.layout
    request.hasLargeType = settings.style.typeSize.isAccessibilitySize
    request.areControlsLeft = settings.style.areControlsFirst != settings.style.language.isRightToLeft
    let cameras = try sizes.map { try #require(PixelSize(width: $0.0, height: $0.1)) }
    layout = try CanvasLayout(request, cameras: cameras)
    request.hasSheet = true
    let open = try CanvasLayout(request, cameras: cameras)
    let engine = try faces.engine(layout.scale, settings.style.language)
    screen = CaptureScreen(layout: ChromeLayout(layout), style: settings.style, engine: engine)
    self.open = (open, CaptureScreen(layout: ChromeLayout(open), style: settings.style, engine: engine))
    state = ChromeState(settings, names: Array(names.prefix(layout.viewfinders.count)))
  }

  func list(_ state: ChromeState) throws -> DisplayList {
    try (hasSheet(state) ? open.screen : screen).list(state)
  }

  /// Where viewfinders and chrome lie in a state.
  func layout(in state: ChromeState) -> CanvasLayout { hasSheet(state) ? open.layout : layout }

  private func hasSheet(_ state: ChromeState) -> Bool { state.settings != nil || state.library != nil }
}
