import CaptureKit
import GlassChrome

/// A camera's V4L2 controls as settings for the sheet, with readable names, units and ranges.
enum CameraSettings {
  /// A camera's settings, in the camera's order, omitting controls that can be neither read nor set.
  static func settings(
    of controls: [CameraControl], _ words: ScreenWords = ScreenLanguage.english.words
  ) -> [ScreenSetting] { controls.compactMap { setting($0, words) } }

  private static func setting(_ control: CameraControl, _ words: ScreenWords) -> ScreenSetting? {
    guard let kind = kind(control, words) else { return nil }
    let isHeld = ["inactive", "grabbed", "read-only"].contains { control.flags.contains($0) }
    let value = control.value.map { text($0, of: control, words) } ?? ""
    return ScreenSetting(
      control.name, label: label(control.name), kind: kind,
      value: control.flags.contains("inactive") && !value.isEmpty ? words.heldByAuto(value) : value,
      isEnabled: !isHeld)
  }

  private static func kind(_ control: CameraControl, _ words: ScreenWords) -> ScreenSetting.Kind? {
    if control.type == .button { return control.flags.contains("read-only") ? nil : .button() }
    guard let value = control.value else { return nil }
    if control.flags.contains("read-only") { return .reading }
    switch control.type {
    case .boolean: return .toggle(value != 0)
    case .menu, .integerMenu:
      guard !control.menu.isEmpty else { return .reading }
      return .picker(
        control.menu.map { ControlItem(optionID($0), title: text($0.value, of: control, words)) },
        selected: control.menu.first { $0.value == value }.map(optionID) ?? "")
    case .integer, .integer64:
      // Compared as doubles, which is what a slider uses.
      guard Double(control.maximum) > Double(control.minimum) else { return .reading }
      let steps = (Double(control.maximum) - Double(control.minimum)) / Double(max(control.step, 1))
      if steps <= 8, control.step <= 1 {
        return .stepper(Int(value), in: Int(control.minimum)...Int(control.maximum))
      }
      return .slider(
        Double(value), in: Double(control.minimum)...Double(control.maximum),
        detents: isTime(control.name) ? [] : [Double(control.defaultValue)],
        // Equal ratios of time are equal steps of brightness.
        isLogarithmic: isTime(control.name) && control.minimum > 0)
    case .button, .bitmask, .string, .rectangle, .other: return .reading
    }
  }

  private static func optionID(_ item: CameraControl.Item) -> String {
    let name = item.name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .joined(separator: "-")
    // In a path, numbers stand for views without names.
    return name.isEmpty || Int(name) != nil ? "value-\(item.value)" : name
  }

  // MARK: - Values

  /// The value that a control takes for an event, on its own steps and within its range; `nil` if it has no such value.
  static func value(_ asked: Double, for control: CameraControl) -> Int64? {
    guard asked.isFinite else { return nil }
    switch control.type {
    case .menu, .integerMenu:
      return control.menu.first { Double($0.value) == asked.rounded() }?.value
    case .boolean: return asked == 0 ? 0 : 1
    case .button: return 1
    case .integer, .integer64:
      // In integers: a 64-bit control is finer than a Double.
      let value = min(max(Int64(clamping: asked), control.minimum), control.maximum)
      let (step, way) = (max(control.step, 1), UInt64(bitPattern: value &- control.minimum))
      let (last, most) = (way / step * step, UInt64(bitPattern: control.maximum &- control.minimum))
      let isNearerToNext = way - last >= step - step / 2 && last <= most - min(step, most)
      return control.minimum &+ Int64(bitPattern: isNearerToNext ? last + step : last)
    case .bitmask, .string, .rectangle, .other: return nil
    }
  }

  /// The value of a choice: a menu item by id, `on` or `off`, `increment` or `decrement` by one
  /// step, or a number.
  static func value(named name: String, for control: CameraControl) -> Int64? {
    if let item = control.menu.first(where: { optionID($0) == name }) { return item.value }
    switch name {
    case "on": return control.type == .boolean ? 1 : nil
    case "off": return control.type == .boolean ? 0 : nil
    case "increment", "decrement":
      guard let now = control.value else { return nil }
      let step = Double(max(control.step, 1))
      return value(Double(now) + (name == "increment" ? step : -step), for: control)
    default: return Double(name).flatMap { value($0, for: control) }
    }
  }

  /// The controls after one is set: it shows the new value before the camera confirms it.
  static func setting(_ value: Int64, in controls: [CameraControl], named name: String) -> [CameraControl] {
    controls.map { control in
      guard control.name == name, control.type != .button else { return control }
      var control = control
      control.value = value
      return control
    }
  }

  // MARK: - Words

  private static func isTime(_ name: String) -> Bool {
    name == "exposure_time_absolute" || name == "exposure_absolute"
  }

  /// "exposure_time_absolute" as "Exposure time", "white_balance_automatic" as "Automatic white balance".
  private static func label(_ name: String) -> String {
    var words = name.split(separator: "_").map(String.init)
    if words.count > 1, words.last == "absolute" { words.removeLast() }
    let adjectives: Set = ["automatic", "auto", "continuous"]
    let text = (words.filter(adjectives.contains) + words.filter { !adjectives.contains($0) })
      .joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func text(_ value: Int64, of control: CameraControl, _ words: ScreenWords) -> String {
    if control.type == .menu { return control.menu.first { $0.value == value }?.name ?? "\(value)" }
    if control.type == .boolean { return value == 0 ? words.controls.off : words.controls.on }
    let number =
      control.type == .integerMenu
      ? control.menu.first { $0.value == value }.flatMap { Int64($0.name) } ?? value : value
    return words.controls.measure(measure(number, control.name))
  }

  /// A number with its unit, as in the kernel's documentation:
  /// https://docs.kernel.org/userspace-api/media/v4l/ext-ctrls-camera.html
  private static func measure(_ number: Int64, _ name: String) -> String {
    switch name {
    case "exposure_time_absolute", "exposure_absolute":
      number > 0 ? DecimalText.exposure(seconds: Double(number) / 10_000) : "0 s"
    case "white_balance_temperature": "\(number) K"
    case "auto_exposure_bias", "exposure_bias": DecimalText.signed(Double(number) / 1000) + " EV"
    case "pan_absolute", "tilt_absolute": DecimalText.short(Double(number) / 3600) + "°"
    default: "\(number)"
    }
  }
}

extension Int64 {
  /// The nearest integer to a finite number.
  fileprivate init(clamping number: Double) {
    let rounded = number.rounded()
    self = Int64(exactly: rounded) ?? (rounded < 0 ? .min : .max)
  }
}
