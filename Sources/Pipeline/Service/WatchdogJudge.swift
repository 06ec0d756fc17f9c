/// Decides whether a job deserves to live on: a watchdog must not end a run that looks for its camera, and must end one
/// whose stage hangs.
///
/// A job is well as long as its stage turns and either something comes from a camera (frames, bad frames, time-outs
/// that are dealt with) or a camera that went away is being looked for. Times are nanoseconds of one clock.
struct WatchdogJudge {
  /// How long the stage may take for a turn, and cameras may show nothing.
  private let patience: Int64
  private var lastSigns: UInt64?
  private var lastChange: Int64 = 0

  init(patience: Int64) { self.patience = patience }

  /// - Parameters:
  ///   - turned: when the stage came round last.
  ///   - signs: a number that changes with everything that a camera does.
  ///   - isLooking: whether a camera is being looked for.
  mutating func isWell(at now: Int64, turned: Int64, signs: UInt64, isLooking: Bool) -> Bool {
    if signs != lastSigns || isLooking {
      lastSigns = signs
      lastChange = now
    }
    return now - turned <= patience && now - lastChange <= patience
  }
}
