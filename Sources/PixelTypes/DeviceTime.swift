/// When a frame's exposure began, by the camera's own clock, converted to CLOCK_MONOTONIC.
public struct DeviceTime: Hashable, Sendable {
  /// Nanoseconds of CLOCK_MONOTONIC.
  public var nanoseconds: Int64
  /// The standard error in nanoseconds, without a delay that all frames have in common.
  public var error: Int64

  /// Makes a time and its standard error, both in nanoseconds.
  public init(nanoseconds: Int64, error: Int64) {
    self.nanoseconds = nanoseconds
    self.error = error
  }
}
