/// Whether it pays to wait for a camera's frame that is due.
///
/// A camera that falls silent costs one wait in vain, until it sends again. Of one whose frames come, but too late (a longer
/// way than the leader's, a phase beyond the limit), those that are due sooner are waited for, and the others now and then.
/// All times are nanoseconds of the clock that the frames' stamps are of.
struct WaitPatience {
  /// How long until what came too late is waited for again: at first, and at most.
  static let pauses: ClosedRange<Int64> = 1_000_000_000...8_000_000_000

  // The frame that didn't come in time, until the camera sends again.
  private var missed: (due: Int64, lead: Int64, number: Int, isSilence: Bool)?
  // Frames due so long after a wait's beginning, or longer, came too late.
  private var reach = Int64.max
  private var lastLate = Int64.min / 2
  private var pause = pauses.lowerBound

  /// Whether to wait for a frame due at one time in a wait that begins at another.
  func isLeft(for due: Int64, begun start: Int64) -> Bool {
    if let missed, missed.isSilence { return false }
    return due - start < reach || start - lastLate >= pause
  }

  /// Notes a wait in vain.
  ///
  /// - Parameters:
  ///   - due: when the frame was due; `time` the picture's time.
  ///   - start: when the wait began, and `limit` its length.
  ///   - number: how many of the camera's frames were taken.
  mutating func miss(_ due: Int64, at time: Int64, begun start: Int64, number: Int, limit: Int64) {
    missed = (due, due - start, number, due - time <= limit / 4)
  }

  /// Notes a new frame in a picture.
  ///
  /// - Parameters:
  ///   - frame: its time.
  ///   - start: when the wait for this picture's frames began.
  ///   - number: how many of the camera's frames were taken, this one included.
  ///   - interval: between the camera's frames.
  mutating func meet(_ frame: Int64, begun start: Int64, number: Int, interval: Int64) {
    if frame - start >= reach { reach = .max }
    guard let missed else { return }
    self.missed = nil
    // Frames between are missing, too: the camera was silent, and is back.
    let passed = (frame - missed.due + interval / 2) / max(interval, 1)
    guard passed < number - missed.number else { return reach = .max }
    if missed.lead >= reach || reach == .max {
      pause = start - lastLate > 8 * pause ? Self.pauses.lowerBound : min(2 * pause, Self.pauses.upperBound)
    }
    reach = missed.lead
    lastLate = start
  }
}
