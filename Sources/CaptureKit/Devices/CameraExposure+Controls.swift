import PixelTypes

// https://docs.kernel.org/userspace-api/media/v4l/ext-ctrls-camera.html

extension CameraExposure {
  /// Reads a camera's controls, under their current or former names; `nil` when it has none of them.
  public init?(_ controls: [CameraControl]) {
    self.init()
    func value(_ names: String...) -> Int64? {
      for name in names {
        if let value = controls.first(where: { $0.name == name })?.value { return value }
      }
      return nil
    }
    // V4L2_CID_EXPOSURE_AUTO: 0 automatic, 1 manual, 2 shutter priority, 3 aperture priority. In 0 and 3 the camera
    // chooses the time itself.
    let mode = value("auto_exposure", "exposure_auto")
    // Steps of 100 µs.
    if let steps = value("exposure_time_absolute", "exposure_absolute"), steps > 0 {
      time = Level(Double(steps) / 10_000, isAutomatic: mode == 0 || mode == 3)
    }
    if let steps = value("gain") {
      let automatic = value("gain_automatic", "autogain", "gain_auto")
      gain = Level(Double(steps), isAutomatic: automatic.map { $0 != 0 } ?? false)
    }
    if let kelvin = value("white_balance_temperature"), kelvin > 0 {
      let automatic = value("white_balance_automatic", "white_balance_temperature_auto")
      whiteBalance = Level(Double(kelvin), isAutomatic: automatic.map { $0 != 0 } ?? false)
    }
    if time == nil && gain == nil && whiteBalance == nil { return nil }
  }
}
