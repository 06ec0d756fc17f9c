import CaptureKit
import GlassChrome

/// A camera whose controls the screen shows and sets.
struct DrivenCamera {
  /// How events name the cameras, in their order.
  static let ids = ["primary", "secondary"]
  /// How often values that the camera changes itself are read while they are shown.
  static let refreshNanoseconds: Int64 = 1_000_000_000

  /// What events do to a control.
  enum Change: Equatable {
    /// A press: a switch turns, a button acts, a list opens.
    case press
    /// One of its choices by name, `on`, `off`, `increment`, `decrement`, or a number.
    case choose(String)
    case set(Double)
  }

  let id: String
  let name: String
  let feed: any CameraFeed
  private var revision = 0
  private(set) var controls: [CameraControl] = []
  private var refreshed: Int64?
  /// Whether a control was set that may have switched an automatic off, and the camera hasn't answered yet.
  private var isWaiting = false

  init(id: String, name: String, feed: any CameraFeed) {
    (self.id, self.name, self.feed) = (id, name, feed)
  }

  /// Its page on the settings sheet, in the screen's words; `nil` for a camera without controls.
  func page(_ words: ScreenWords) -> SettingsSheet.Camera? {
    let settings = CameraSettings.settings(of: controls, words)
    return settings.isEmpty ? nil : SettingsSheet.Camera(id, name: name, settings: settings)
  }

  /// Takes over controls that were read since the last call; true if there were any.
  mutating func look() -> Bool {
    let now = feed.controlsRevision
    guard now != revision else { return false }
    revision = now
    controls = feed.controls
    isWaiting = false
    return true
  }

  /// Has the controls read once in a while.
  mutating func refresh(at nanoseconds: Int64) {
    if let refreshed, nanoseconds >= refreshed, nanoseconds - refreshed < Self.refreshNanoseconds { return }
    refreshed = nanoseconds
    feed.refreshControls()
  }

  /// Sets a control; it shows the new value at once, and what the camera made of it once that is read.
  ///
  /// - Returns: what is wrong, for people; `nil` if the camera was asked.
  mutating func change(_ control: String, _ change: Change) -> String? {
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
    feed.setControl(control, to: value)
    isWaiting = true
    controls = CameraSettings.setting(value, in: controls, named: control)
    return nil
  }
}
