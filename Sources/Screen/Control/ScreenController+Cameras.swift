import Compositor
import GlassChrome
import HUDGeometry

/// The cameras on the screen: their settings, their views, and taps in those views.
extension ScreenController {
  /// Shows the cameras' current controls.
  func lookAtCameras() {
    var hasChanged = false
    for i in cameras.indices {
      if state.settings != nil, state.settingsPage == cameras[i].id { cameras[i].refresh(at: now) }
      if cameras[i].look() { hasChanged = true }
    }
    if hasChanged { showCameras() }
    for problem in levels?.failures.take() ?? [] { complain(problem) }
  }

  func showCameras() {
    let main = arrangement.shown[0]
    let camera = cameras.indices.contains(main) ? cameras[main] : nil
    reduce(
      .camerasChanged(
        cameras.map { $0.page(screen.words) }, views: views, zoom: camera?.zoom,
        torch: camera?.torch?.isOn, exposure: camera?.exposure))
  }

  /// The choice of cameras and layouts; `nil` for one camera.
  private var views: CameraViews? {
    guard cameras.count > 1 else { return nil }
    return CameraViews(
      cameras: cameras.map { ControlItem($0.id, title: $0.name) }, only: arrangement.only,
      layout: arrangement.layout.rawValue, layouts: layouts.map(\.rawValue))
  }

  /// The layouts to choose from.
  var layouts: [LayoutMode] {
    Arrangement.layouts(of: cameras.count, hasDrawing: stage.settings.layout.drawing != nil)
  }

  /// Whether another size was requested from a camera.
  package func wantsOtherSize(of camera: Int) -> Bool {
    cameras.indices.contains(camera) && cameras[camera].wantedSize != nil
  }

  /// Continues with the stage that shows what was chosen.
  package func goOn(with stage: Stage, _ arrangement: Arrangement) {
    guard let screen = stage.screen else { return }
    (self.stage, self.screen, self.arrangement, shown, tap) = (
      stage, screen, arrangement, arrangement.shown, nil
    )
    for (place, index) in shown.enumerated() where cameras.indices.contains(index) {
      stage.zoom(cameras[index].crop, camera: place)
      stage.level(cameras[index].levelDegrees, camera: place)
    }
    showCameras()
    // There is no room for it.
    if hasSheet, !arrangement.hasSheet { reduce(.capturePressed) }
  }

  func change(_ id: String, _ control: String, _ change: CameraChange) {
    guard let i = cameras.firstIndex(where: { $0.id == id }) else {
      return complain("there is no \(id) camera with controls")
    }
    if control == ControlledCamera.levelName { return level(i, change) }
    let isList =
      [ControlledCamera.sizeName, ControlledCamera.rateName].contains(control)
      || cameras[i].controls.contains { $0.name == control && !$0.menu.isEmpty }
    if change == .press, isList { return reduce(.pickerPressed(id + "/" + control)) }
    if let problem = cameras[i].change(control, change) { return complain(problem) }
    if let place = shown.firstIndex(of: i) {
      stage.zoom(cameras[i].crop, camera: place)
      if control == ControlledCamera.maskName { stage.cameras[place].forgetFrames() }
    }
    reduce(.pickerLeft)
    showCameras()
  }

  /// Takes a roll of a camera as level: the current one, one by number, or none.
  private func level(_ i: Int, _ change: CameraChange) {
    if stage.settings.levelReference {
      return complain(
        "with --level-reference the first view is level, whatever the \(cameras[i].id) camera's level")
    }
    let place = shown.firstIndex(of: i)
    let isOn =
      switch change {
      case .press: cameras[i].levelDegrees == 0
      case .choose(let name): name == "on" ? true : name == "off" ? false : nil as Bool?
      case .set: nil as Bool?
      }
    var degrees = 0.0
    switch (isOn, change) {
    case (true, _):
      guard let reading = place.flatMap({ stage.cameras[$0].guides.analyzer?.reading.horizon }),
        reading.isKnown
      else { return say(\.noLevel) }
      degrees = ((reading.angleDegrees + reading.levelDegrees) * 1000).rounded() / 1000
    case (false, _): break
    case (nil, .set(let number)) where number.magnitude <= CameraLevels.most: degrees = number
    default:
      return complain(
        "the \(cameras[i].id) camera's level takes on, off, or up to \(Int(CameraLevels.most))°")
    }
    cameras[i].levelDegrees = degrees
    if let place { stage.level(degrees, camera: place) }
    levels?.keep(degrees, of: cameras[i].feed.stableName, isMirrored: cameras[i].isMirrored)
    showCameras()
  }

  /// Watches for taps in viewfinders, away from controls.
  func follow(_ event: ChromeEvent) {
    let (width, height) = (
      Double(stage.layout.canvas.width) / stage.layout.scale,
      Double(stage.layout.canvas.height) / stage.layout.scale
    )
    followSwipe(event, width, height)
    switch event {
    case .press(let position):
      tap = position.point(canvasWidth: width, canvasHeight: height)
      if let tap { closeTool(unlessAt: tap) }
    case .move(let position):
      let way = position.point(canvasWidth: width, canvasHeight: height) - (tap ?? Point(0, 0))
      if (way.x * way.x + way.y * way.y).squareRoot() > Self.tapReach { tap = nil }
    case .release:
      if let tap { aim(at: tap) }
      tap = nil
    default: break
    }
  }

  /// Requests focus and exposure at a place in points, and shows the reticle there; `nil` removes it.
  func aim(at place: Point?) {
    for camera in stage.cameras { camera.guides.reticle = nil }
    reduce(.reticleGone)
    guard let place else { return }
    let (x, y) = (place.x * stage.layout.scale, place.y * stage.layout.scale)
    // A viewfinder inside another comes last.
    guard
      let place = stage.cameras.lastIndex(where: { $0.rect.contains(x: Int(x), y: Int(y)) }),
      shown.indices.contains(place), cameras.indices.contains(shown[place])
    else { return }
    let rect = stage.cameras[place].rect
    let share = Point((x - Double(rect.x)) / Double(rect.width), (y - Double(rect.y)) / Double(rect.height))
    stage.cameras[place].guides.reticle = share
    reticleSince = now
    let hasExposure = place == 0 && state.exposure != nil
    if hasExposure { reduce(.reticlePlaced) }
    if !cameras[shown[place]].aim(at: share), !hasExposure { say(\.noSpotFocus) }
  }

  // MARK: - Tools

  /// Closes an open tool's choices when a finger touches anything but the tools.
  private func closeTool(unlessAt point: Point) {
    guard let tool = state.openPicker, state.settings == nil, state.library == nil else { return }
    let isInside = chrome.accessibility.contains {
      ($0.id.path.contains("/tools/") || $0.id.path.hasSuffix("/" + tool)) && $0.frame.contains(point)
    }
    if !isInside { reduce(.pickerLeft) }
  }

  /// Shows or hides the exposure's slider.
  func openExposure() {
    guard state.exposure != nil else { return complain("this camera's exposure can't be set") }
    reduce(.exposurePressed)
  }

  func expose(_ stops: Double) {
    let main = arrangement.shown[0]
    guard cameras.indices.contains(main), cameras[main].expose(stops) else {
      return complain("this camera's exposure can't be set to \(stops) stops")
    }
    if state.memory.followsReticle { reticleSince = now }
    showCameras()
  }

  func toggleTorch() {
    let main = arrangement.shown[0]
    guard cameras.indices.contains(main), cameras[main].toggleTorch() else {
      return complain("this camera has no light")
    }
    showCameras()
  }

  /// Shows one camera by its name, the first or second of two (`front`, `back`), or all (`all`, of two also `dual`).
  func show(cameras choice: String) {
    let named = cameras.firstIndex { $0.id == choice }
    let only: Int?
    switch choice {
    case CameraViews.all, CameraViews.Pair.dual.rawValue: only = nil
    case CameraViews.Pair.front.rawValue: only = named ?? 0
    case CameraViews.Pair.back.rawValue: only = named ?? 1
    default:
      guard let named else { return complain("there is no camera “\(choice)”") }
      only = named
    }
    arrange { $0.only = only }
  }

  /// Requests another arrangement, which the job then applies.
  func arrange(_ change: (inout Arrangement) -> Void) {
    reduce(.pickerLeft)
    guard cameras.count > 1 else { return complain("there is only one camera") }
    change(&arrangement)
  }
}
