import Glibc

/// Sets controls by name and checks whether the values took effect.
struct ControlSetter {
  /// Sets the automatic controls first, since a manual value can't take effect while its automatic is on, then reads all back.
  ///
  /// - Returns: a sentence for each control that differs from the request.
  static func apply<Kernel>(
    _ wanted: [ControlValue], to device: borrowing VideoDevice<Kernel>
  ) -> [String] {
    guard !wanted.isEmpty else { return [] }
    let controls = ControlSurvey.controls(of: device)
    var complaints: [String] = []
    var toCheck: [(control: CameraControl, value: Int64, code: Int32)] = []
    for asked in wanted.filter({ isAutomatic($0.name) }) + wanted.filter({ !isAutomatic($0.name) }) {
      guard let control = controls.first(where: { $0.name == asked.name }) else {
        complaints.append("asked for \(asked.name)=\(asked.value), but the camera has no such control")
        continue
      }
      toCheck.append((control, asked.value, device.set(control, to: asked.value)))
    }
    for (control, value, code) in toCheck {
      if let complaint = complaint(control, value, code, device) { complaints.append(complaint) }
    }
    return complaints
  }

  /// `auto_exposure`, `white_balance_automatic`, `focus_automatic_continuous`, `exposure_auto` …
  static func isAutomatic(_ name: String) -> Bool {
    name.split(separator: "_").contains { $0 == "auto" || $0 == "automatic" || $0.hasPrefix("autogain") }
  }

  private static func complaint<Kernel>(
    _ control: CameraControl, _ value: Int64, _ code: Int32, _ device: borrowing VideoDevice<Kernel>
  ) -> String? {
    let asked = "asked for \(control.name)=\(value), but "
    let isOutside = value < control.minimum || value > control.maximum
    if code == ERANGE || (code != 0 && isOutside) {
      return asked + "the camera takes \(control.minimum)...\(control.maximum)"
    }
    if control.type == .button || control.flags.contains("write-only") {
      return code == 0 ? nil : asked + "the camera refused it (errno \(code))"
    }
    var now: Int64 = 0
    let readCode = uninterrupted { device.kernel.getControl(device.handle, control.address, &now) }
    if code == 0 && readCode == 0 && now == value { return nil }
    let reason = control.flags.contains("inactive") ? "; an automatic control may hold it" : ""
    if readCode == 0 && now != value { return asked + "the camera keeps \(now)" + reason }
    if code != 0 { return asked + "the camera refused it (errno \(code))" + reason }
    return asked + "it can't be read back"
  }
}
