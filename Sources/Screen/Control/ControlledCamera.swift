import CaptureKit
import Compositor
import GlassChrome
import HUDGeometry
import PixelTypes

/// A camera whose controls and zoom the screen shows and sets.
package struct ControlledCamera {
  /// How often to read values that the camera itself changes, while they are shown.
  static let refreshNanoseconds: Int64 = 1_000_000_000

  /// The range of magnifications.
  static let zooms = 1.0...10
  /// Names of size and rate in events.
  static let sizeName = "resolution"
  static let rateName = "rate"
  static let levelName = "level"
  static let maskName = "mask"

  let id: String
  let name: String
  let feed: any CameraFeed
  private var revision = 0
  private(set) var controls: [CameraControl] = []
  private var refreshed: Int64?
  /// Whether a newly set control may have switched off an automatic mode, and the camera hasn't answered yet.
  private var isWaiting = false
  /// Magnification of the middle of its frames by the stage, on top of the lens's.
  private(set) var crop = 1.0
  private let turn: FrameTurn
  /// Hides another part of its frames, or with `nil` only what was hidden at the start; says what is wrong.
  let hide: (FrameMask?) -> String?
  /// The roll in degrees that counts as level.
  var levelDegrees: Double
  /// Whether its picture is shown as in a mirror.
  var isMirrored: Bool { turn.turn.isMirrored }

  /// - Parameters:
  ///   - turn: how its frames are turned and cropped before they are shown.
  ///   - hide: hides another part of its frames, or with `nil` only what was hidden at the start; says what is wrong.
  package init(
    id: String, name: String, feed: any CameraFeed, turn: FrameTurn = .none, levelDegrees: Double = 0,
    hide: @escaping (FrameMask?) -> String? = { _ in nil }
  ) {
    (self.id, self.name, self.feed, self.turn, self.hide) = (id, name, feed, turn, hide)
    self.levelDegrees = levelDegrees
  }

  /// Its page on the settings sheet, in the screen's words: zoom and level, then the camera's controls. Only the zoom sets its
  /// lens.
  func page(_ words: ScreenWords) -> SettingsPage {
    let zoom = ScreenSetting(
      Control.zoom.name, label: Control.zoom.title(words),
      kind: .slider(zoom, in: Self.zooms, detents: Control.zoomDetents, isLogarithmic: true),
      value: words.controls.measure(DecimalText.short(zoom) + "×"))
    let isLevelled = levelDegrees != 0
    let level = ScreenSetting(
      Self.levelName,
      label: words.thisIsLevel
        + (isLevelled ? " · " + words.controls.measure(DecimalText.signed(levelDegrees) + "°") : ""),
      kind: .toggle(isLevelled), value: "")
    let others = controls.filter { $0.name != lens?.name }
    return SettingsPage(
      id, title: name,
      settings: [zoom] + modeSettings(words) + [level] + CameraSettings.settings(of: others, words))
  }

  // MARK: - Size and rate

  /// The requested size and rate, until the camera answers.
  private var asked: (size: PixelSize, rate: Double?)?
  /// The last requested size; `nil` if it was never changed.
  private(set) var wantedSize: PixelSize?

  private var size: PixelSize { asked?.size ?? feed.negotiation.got.size }
  private var rate: Double? { asked?.rate ?? feed.negotiation.got.framesPerSecond }
  private var modes: [StreamMode] { feed.camera?.modes ?? [] }
  private var mode: StreamMode? { modes.first { $0.size == size } }

  private func modeSettings(_ words: ScreenWords) -> [ScreenSetting] {
    guard modes.count > 1 || (mode?.rates.count ?? 0) > 1 else { return [] }
    let sizes = modes.map { ControlItem("\($0.size)", title: "\($0.size.width) × \($0.size.height)") }
    let rates = (mode?.rates ?? []).map {
      ControlItem(
        Self.text($0), title: words.controls.measure(DecimalText.short($0)) + " " + words.framesPerSecond)
    }
    let resolution = ScreenSetting(
      Self.sizeName, label: words.resolution, kind: .picker(sizes, selected: "\(size)"), value: "\(size)")
    guard rates.count > 1 else { return [resolution] }
    return [
      resolution,
      ScreenSetting(
        Self.rateName, label: words.rate, kind: .picker(rates, selected: rate.map(Self.text) ?? ""),
        value: rate.map(Self.text) ?? ""),
    ]
  }

  /// A rate's name in events; a point would look like a decimal point, so 7.5 is `7.5fps`.
  private static func text(_ rate: Double) -> String { DecimalText.short(rate) + "fps" }

  private mutating func changeMode(_ control: String, _ change: CameraChange) -> String? {
    guard case .choose(let name) = change else { return "“\(control)” of the \(id) camera needs a choice" }
    let before = (size, rate)
    if control == Self.sizeName {
      guard let mode = modes.first(where: { "\($0.size)" == name }) else {
        return "the \(id) camera has no size “\(name)”"
      }
      // The rate nearest to the current one.
      let wanted = rate ?? 30
      asked = (mode.size, mode.rates.min { abs($0 - wanted) < abs($1 - wanted) })
    } else {
      guard let rate = mode?.rates.first(where: { Self.text($0) == name }) else {
        return "the \(id) camera has no rate “\(name)” at \(size)"
      }
      asked = (size, rate)
    }
    guard let asked, asked.size != before.0 || asked.rate != before.1 else { return nil }
    wantedSize = asked.size
    feed.camera?.change(size: asked.size, framesPerSecond: asked.rate)
    return nil
  }

  // MARK: - Zoom

  /// Total magnification by lens and crop.
  var zoom: Double { min(lensZoom * crop, Self.zooms.upperBound) }

  /// The control that zooms optically. Its unit is camera-specific; where it starts above 0,
  /// cameras report focal lengths, so a value's ratio to the minimum is its magnification.
  private var lens: CameraControl? {
    controls.first { control in
      control.name == "zoom_absolute" && control.minimum > 0 && control.maximum > control.minimum
        && !["read-only", "grabbed", "inactive"].contains { control.flags.contains($0) }
    }
  }

  private var lensZoom: Double {
    guard let lens, let value = lens.value else { return 1 }
    return max(Double(value) / Double(lens.minimum), 1)
  }

  /// Zooms optically as far as the lens goes, and by cropping beyond that.
  mutating func zoom(to wanted: Double) {
    let wanted = min(max(wanted, Self.zooms.lowerBound), Self.zooms.upperBound)
    if let lens, let value = CameraSettings.value(Double(lens.minimum) * wanted, for: lens) {
      feed.camera?.setControl(lens.name, to: value)
      controls = CameraSettings.setting(value, in: controls, named: lens.name)
    }
    let rest = wanted / lensZoom
    // Don't resample the picture to smooth out a lens's steps.
    crop = rest < (lens == nil ? 1.005 : 1.05) ? 1 : rest
  }

  /// Adopts controls read since the last call; true if there were any.
  mutating func look() -> Bool {
    guard let camera = feed.camera, camera.controlsRevision != revision else { return false }
    revision = camera.controlsRevision
    controls = camera.controls
    isWaiting = false
    // Its controls are read when it is reopened.
    asked = nil
    return true
  }

  /// Requests a reading of the controls once in a while.
  mutating func refresh(at nanoseconds: Int64) {
    if let refreshed, nanoseconds >= refreshed, nanoseconds - refreshed < Self.refreshNanoseconds { return }
    refreshed = nanoseconds
    feed.camera?.refreshControls()
  }

  /// Sets a control; it shows the new value at once, and what the camera made of it once read.
  ///
  /// - Returns: what is wrong, for people; `nil` if the request was sent to the camera.
  mutating func change(_ control: String, _ change: CameraChange) -> String? {
    if control == Control.zoom.name { return changeZoom(change) }
    if control == Self.maskName { return changeMasks(change) }
    if control == Self.sizeName || control == Self.rateName { return changeMode(control, change) }
    guard let known = controls.first(where: { $0.name == control }) else {
      return "the \(id) camera has no control “\(control)”"
    }
    if known.flags.contains("read-only") { return "“\(control)” of the \(id) camera can only be read" }
    if known.flags.contains("grabbed") {
      return "“\(control)” of the \(id) camera can't change while the camera streams"
    }
    if known.flags.contains("inactive"), !isWaiting {
      return "“\(control)” of the \(id) camera is held by an automatic control: switch that off first"
    }
    let value: Int64? =
      switch change {
      case .press:
        known.type == .boolean ? 1 - min(max(known.value ?? 0, 0), 1) : known.type == .button ? 1 : nil
      case .choose(let name): CameraSettings.value(named: name, for: known)
      case .set(let number): CameraSettings.value(number, for: known)
      }
    guard let value else {
      return switch change {
      case .press: "“\(control)” of the \(id) camera needs a value"
      case .choose(let name): "“\(name)” isn't a choice of “\(control)” of the \(id) camera"
      case .set(let number): "“\(control)” of the \(id) camera doesn't take \(number)"
      }
    }
    feed.camera?.setControl(control, to: value)
    isWaiting = true
    controls = CameraSettings.setting(value, in: controls, named: control)
    return nil
  }

  // MARK: - Masks

  private func changeMasks(_ change: CameraChange) -> String? {
    guard case .choose(let text) = change else {
      return "the \(id) camera's mask takes \(FrameMask.expected), or none"
    }
    if text == "none" { return hide(nil) }
    guard let mask = FrameMask(rectangle: text) else {
      return "“\(text)” is no mask of the \(id) camera: it takes \(FrameMask.expected), or none"
    }
    return hide(mask).map { "of the \(id) camera: \($0)" }
  }

  // MARK: - Focus and exposure at a place

  /// The share of a frame's width and height to measure around a place.
  private static let measured = 0.125

  /// Requests focus and exposure at a place.
  ///
  /// - Parameter place: in fractions of the viewfinder.
  /// - Returns: whether the camera supports it.
  func aim(at place: Point) -> Bool {
    guard controls.contains(where: \.isRegionOfInterest) else { return false }
    let size = feed.negotiation.got.size
    // With the crop, only the middle of the turned frames is shown.
    let shown = Point(0.5 + (place.x - 0.5) / crop, 0.5 + (place.y - 0.5) / crop)
    let origin = turn.origin(of: shown, frame: size)
    func span(_ share: Double, _ length: Int) -> (start: Int, length: Int) {
      let center = share * Double(length)
      let part = max(Int(Double(length) * Self.measured), 1)
      return (min(max(Int(center) - part / 2, 0), length - part), part)
    }
    let (across, down) = (span(origin.x, size.width), span(origin.y, size.height))
    feed.camera?.measure(
      in: PixelRect(x: across.start, y: down.start, width: across.length, height: down.length))
    return true
  }

  private mutating func changeZoom(_ change: CameraChange) -> String? {
    let value: Double? =
      switch change {
      case .press: nil
      case .choose(let name): Double(name)
      case .set(let number): number
      }
    guard let value, value.isFinite else { return "the \(id) camera's zoom needs a number from 1 to 10" }
    zoom(to: value)
    return nil
  }
}
