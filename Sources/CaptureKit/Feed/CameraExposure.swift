/// A camera's exposure settings, as far as it reports them.
public struct CameraExposure: Sendable, Equatable {
  /// A value, and whether the camera chooses it.
  public struct Setting: Sendable, Equatable {
    /// The value, in the unit of the property that holds the setting.
    public var value: Double
    /// Whether the camera's automatic chooses the value.
    public var isAutomatic: Bool

    /// Makes a setting; a manual one by default.
    public init(_ value: Double, isAutomatic: Bool = false) {
      self.value = value
      self.isAutomatic = isAutomatic
    }
  }

  /// Exposure time in seconds; `nil` when unknown.
  public var time: Setting?
  /// Gain in the camera's own steps; `nil` when unknown.
  public var gain: Setting?
  /// White balance in kelvin; `nil` when unknown.
  public var whiteBalance: Setting?

  /// Makes settings; those left out are unknown.
  public init(time: Setting? = nil, gain: Setting? = nil, whiteBalance: Setting? = nil) {
    self.time = time
    self.gain = gain
    self.whiteBalance = whiteBalance
  }
}
