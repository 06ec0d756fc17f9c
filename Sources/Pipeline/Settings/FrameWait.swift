/// How long a live picture waits for the frames of cameras that follow.
package enum FrameWait: Sendable, Equatable {
  /// Only for a nearer frame that is due any moment.
  case due
  /// Not at all.
  case leader
  /// For each camera's nearest frame, at most this long; `nil`: the time between the leader's frames.
  case all(Duration?)

  /// As on the command line.
  var name: String {
    switch self {
    case .due: "due"
    case .leader: "leader"
    case .all(let most): most.map { "\(Int64($0 / .milliseconds(1)))ms" } ?? "all"
    }
  }

  /// The most nanoseconds to wait for a camera.
  ///
  /// - Parameters:
  ///   - interval: between its frames, in nanoseconds.
  ///   - leader: the same of the camera that leads.
  func limit(_ interval: Int64, leader: Int64) -> Int64 {
    switch self {
    // Half, and as much again as a pair is kept for (CameraIntake.prefers) with what arrivals tremble.
    case .due: min(interval * 5 / 8, 20_000_000)
    case .leader: 0
    case .all(let most): most.map { Int64($0 / .nanoseconds(1)) } ?? leader
    }
  }
}
