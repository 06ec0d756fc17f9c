/// How long a live picture waits for the frames of cameras that don't drive it.
package enum FrameWait: Sendable, Equatable {
  /// Only for a nearer frame that is due any moment.
  case due
  /// Not at all.
  case driver
  /// For each camera's nearest frame, at most this long; `nil`: the time between the driver's frames.
  case all(Duration?)

  /// The most nanoseconds to wait for a camera.
  ///
  /// - Parameters:
  ///   - interval: between its frames, in nanoseconds.
  ///   - driver: the same of the camera that drives.
  func limit(_ interval: Int64, driver: Int64) -> Int64 {
    switch self {
    // Half, and as much again as a pair is kept for (CameraChannel.prefers) with what arrivals tremble.
    case .due: min(interval * 5 / 8, 20_000_000)
    case .driver: 0
    case .all(let most): most.map { Int64($0 / .nanoseconds(1)) } ?? driver
    }
  }
}
