import CaptureKit
import Foundation

/// What the tools beside the shutter set: a camera's light and its exposure compensation.
extension ControlledCamera {
  // MARK: - Light

  /// Its light, as V4L2 has it: an illuminator, or a flash that can shine steadily.
  ///
  /// https://docs.kernel.org/userspace-api/media/v4l/ext-ctrls-flash.html
  var torch: (control: CameraControl, isOn: Bool, on: Int64)? {
    for control in controls where control.canBeSet {
      if control.type == .boolean, ["torch", "illuminator_1"].contains(control.name) {
        return (control, control.value == 1, 1)
      }
      if control.name == "led_mode", let on = control.menu.first(where: { $0.name.lowercased() == "torch" }) {
        return (control, control.value == on.value, on.value)
      }
    }
    return nil
  }

  /// Turns its light on or off; false if it has none.
  mutating func toggleTorch() -> Bool {
    guard let torch else { return false }
    return change(torch.control.name, .set(torch.isOn ? 0 : Double(torch.on))) == nil
  }

  // MARK: - Exposure

  /// Its exposure compensation in stops: its own bias, or how its exposure time differs from the usual one while no
  /// automatic mode holds it; `nil` if it has neither.
  var exposure: Double? {
    guard let (control, isBias) = exposureControl, let value = control.value else { return nil }
    let stops = isBias ? control.stops(value) : log2(Double(value) / Double(control.defaultValue))
    return min(max(stops, ExposureSlider.stops.lowerBound), ExposureSlider.stops.upperBound)
  }

  /// Sets the exposure compensation; false if that can't be done.
  mutating func expose(_ stops: Double) -> Bool {
    guard stops.isFinite, let (control, isBias) = exposureControl else { return false }
    let stops = min(max(stops, ExposureSlider.stops.lowerBound), ExposureSlider.stops.upperBound)
    let value: Double
    if !isBias {
      value = Double(control.defaultValue) * exp2(stops)
    } else if control.menu.isEmpty {
      value = stops * 1000
    } else {
      let nearest = control.menu.map(\.value).min {
        abs(control.stops($0) - stops) < abs(control.stops($1) - stops)
      }
      value = Double(nearest ?? control.defaultValue)
    }
    return change(control.name, .set(value)) == nil
  }

  private var exposureControl: (control: CameraControl, isBias: Bool)? {
    for (names, isBias) in [
      (["auto_exposure_bias", "exposure_bias"], true),
      (["exposure_time_absolute", "exposure_absolute"], false),
    ] {
      let found = controls.first {
        names.contains($0.name) && $0.canBeSet && $0.maximum > $0.minimum && (isBias || $0.defaultValue > 0)
      }
      if let found { return (found, isBias) }
    }
    return nil
  }
}

extension CameraControl {
  /// Whether it has a value that can be set now.
  fileprivate var canBeSet: Bool {
    value != nil && !["read-only", "grabbed", "inactive"].contains { flags.contains($0) }
  }

  /// The stops that a bias's value stands for: in thousandths, or an item of a menu of those.
  fileprivate func stops(_ value: Int64) -> Double {
    Double(menu.first { $0.value == value }.flatMap { Int64($0.name) } ?? value) / 1000
  }
}
