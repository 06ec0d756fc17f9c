// https://docs.kernel.org/userspace-api/media/v4l/ext-ctrls-camera.html

/// How a camera is set to take its pictures, as far as it says so.
public struct CameraExposure: Sendable, Equatable {
  /// A setting, and whether the camera finds it by itself.
  public struct Setting: Sendable, Equatable {
    public var value: Double
    public var isAutomatic: Bool

    public init(_ value: Double, isAutomatic: Bool = false) {
      self.value = value
      self.isAutomatic = isAutomatic
    }
  }

  /// Seconds.
  public var time: Setting?
  /// In the camera's own steps.
  public var gain: Setting?
  /// Kelvin.
  public var whiteBalance: Setting?

  public init(time: Setting? = nil, gain: Setting? = nil, whiteBalance: Setting? = nil) {
    self.time = time
    self.gain = gain
    self.whiteBalance = whiteBalance
  }

  /// From a camera's controls, under their present and their former names; `nil` where none of them is there.
  public init?(_ controls: [CameraControl]) {
    func value(_ names: String...) -> Int64? {
      for name in names {
        if let value = controls.first(where: { $0.name == name })?.value { return value }
      }
      return nil
    }
    // V4L2_CID_EXPOSURE_AUTO: 0 automatic, 1 manual, 2 shutter priority, 3 aperture priority. The time is the
    // camera's own choice in the first and in the last.
    let mode = value("auto_exposure", "exposure_auto")
    // Steps of 100 µs.
    if let steps = value("exposure_time_absolute", "exposure_absolute"), steps > 0 {
      time = Setting(Double(steps) / 10_000, isAutomatic: mode == 0 || mode == 3)
    }
    if let steps = value("gain") {
      let automatic = value("gain_automatic", "autogain", "gain_auto")
      gain = Setting(Double(steps), isAutomatic: automatic.map { $0 != 0 } ?? false)
    }
    if let kelvin = value("white_balance_temperature"), kelvin > 0 {
      let automatic = value("white_balance_automatic", "white_balance_temperature_auto")
      whiteBalance = Setting(Double(kelvin), isAutomatic: automatic.map { $0 != 0 } ?? false)
    }
    if time == nil && gain == nil && whiteBalance == nil { return nil }
  }
}
