import GlassChrome

/// A setting of the screen or of a camera: its name, current value and possible values. From the one declaration come a row of the
/// sheet, and what pages elsewhere make of it.
package struct ScreenSetting: Sendable, Hashable {
  /// How it is set.
  package enum Kind: Sendable, Hashable {
    /// A value on a track, with detents that hold the thumb.
    case slider(Double, in: ClosedRange<Double>, detents: [Double], isLogarithmic: Bool)
    /// A whole number, one step at a time.
    case stepper(Int, in: ClosedRange<Int>)
    /// On or off.
    case toggle(Bool)
    /// One of several, by id.
    case picker([ControlItem], selected: String)
    /// The same, with all of them in sight.
    case segments([ControlItem], selected: String)
    /// An action, performed each time it is pressed.
    case button(icon: String = "play")
    /// A value that only the camera changes.
    case reading

    /// As descriptions have it.
    var name: String {
      switch self {
      case .slider: "slider"
      case .stepper: "stepper"
      case .toggle: "toggle"
      case .picker, .segments: "choice"
      case .button: "button"
      case .reading: "reading"
      }
    }
  }

  /// Its name in events.
  package var id: String
  /// Its name for people.
  package var label: String
  /// How it is set, and its value.
  package var kind: Kind
  /// The value as shown, with its unit.
  package var value: String
  /// Whether it can currently be set: not while an automatic mode controls it.
  package var isEnabled: Bool

  /// A setting, enabled by default.
  package init(_ id: String, label: String, kind: Kind, value: String, isEnabled: Bool = true) {
    self.id = id
    self.label = label
    self.kind = kind
    self.value = value
    self.isEnabled = isEnabled
  }
}
