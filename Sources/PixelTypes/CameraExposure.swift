/// A camera's exposure settings, where reported.
public struct CameraExposure: Sendable, Equatable {
  /// A value, and whether the camera chooses it.
  public struct Level: Sendable, Equatable {
    /// The value, in the unit of the property that holds the setting.
    public var value: Double
    /// Whether the camera chooses the value automatically.
    public var isAutomatic: Bool

    /// Makes a setting; manual by default.
    public init(_ value: Double, isAutomatic: Bool = false) {
      self.value = value
      self.isAutomatic = isAutomatic
    }
  }

  /// Exposure time in seconds; `nil` when unknown.
  public var time: Level?
  /// Gain in the camera's own steps; `nil` when unknown.
  public var gain: Level?
  /// White balance in kelvin; `nil` when unknown.
  public var whiteBalance: Level?

  /// Makes settings; omitted ones are unknown.
  public init(time: Level? = nil, gain: Level? = nil, whiteBalance: Level? = nil) {
    self.time = time
    self.gain = gain
    self.whiteBalance = whiteBalance
  }
}
