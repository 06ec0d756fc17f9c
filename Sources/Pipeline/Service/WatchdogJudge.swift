/// Decides whether a job is healthy: a watchdog must not kill a run that is looking for its camera,
/// but must kill one whose stage hangs.
///
/// A job is well as long as its stage turns and either a camera shows signs of life (frames, bad frames, handled
/// time-outs) or the job is looking for a lost camera. Times are nanoseconds of one clock.
struct WatchdogJudge {
  /// How long the stage may take for a turn, and how long cameras may show no sign of life.
  private let patience: Int64
  private var lastSigns: UInt64?
  private var lastChange: Int64 = 0

  init(patience: Int64) { self.patience = patience }

  /// - Parameters:
  ///   - now: the current time.
  ///   - turned: when the stage last turned.
  ///   - signs: a number that changes with any camera activity.
  ///   - isLooking: whether the job is looking for a camera.
  mutating func isWell(at now: Int64, turned: Int64, signs: UInt64, isLooking: Bool) -> Bool {
    if signs != lastSigns || isLooking {
      lastSigns = signs
      lastChange = now
    }
    return now - turned <= patience && now - lastChange <= patience
  }
}
