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
}
