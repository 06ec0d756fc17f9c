import GlassChrome

/// What the capture button has done to a recording: a running or paused film, single pictures, at
/// once or after a self-timer, or a picture every so often.
///
/// A pure state machine, driven by the pictures' times in nanoseconds.
package struct ShutterState: Sendable, Equatable {
  /// What happens to a picture.
  package enum Use: Equatable {
    /// It belongs to the film, if the recording's own selection (every so often, when snapped) takes it.
    case film
    /// As above, but the film is paused.
    case paused
    /// The shutter was pressed for it.
    case shot
    /// Nobody pressed the shutter.
    case idle
  }

  private struct SelfTimer: Equatable { var start, end: Int64 }

  /// How early a timelapse picture may be, in nanoseconds.
  private static let slack: Int64 = 8_000_000

  /// The most pictures requested but not yet taken.
  static let mostWaiting = 100_000

  /// Whether there is a recording at all.
  let canRecord: Bool
  /// Pictures per press, in single-picture mode.
  let burst: Int
  package private(set) var mode = CaptureMode.video
  private var isHalted = false
  private(set) var shotsWaiting = 0
  private(set) var shotsTaken = 0
  /// Time filmed up to the latest picture, in nanoseconds.
  package private(set) var filmedNanoseconds: Int64 = 0
  private var last: Int64?
  /// Seconds from a press to the picture; 0 takes it at once.
  var selfTimer = 0
  /// Nanoseconds between timelapse pictures.
  var interval: Int64 = 2_000_000_000
  private(set) var runsTimelapse = false
  /// Time since the running timelapse began, up to the latest picture, in nanoseconds.
  private var seriesNanoseconds: Int64 = 0
  private var due: Int64?
  private var countdown: SelfTimer?

  /// - Parameter mode: other modes than video wait for the shutter.
  package init(canRecord: Bool = true, burst: Int = 1, mode: CaptureMode = .video) {
    self.canRecord = canRecord
    self.burst = max(1, burst)
    choose(mode)
  }

  var isPaused: Bool { canRecord && mode == .video && isHalted }
  var isFilming: Bool { canRecord && mode == .video && !isHalted }

  package var use: Use {
    switch mode {
    case .video: isHalted ? .paused : .film
    case .photo: shotsWaiting > 0 ? .shot : .idle
    case .timelapse: runsTimelapse && isDue ? .shot : .idle
    }
  }

  /// What a timer shows, in nanoseconds: time filmed, or since a timelapse began; `nil` if neither is under way.
  package var shownNanoseconds: Int64? {
    switch mode {
    case .video: filmedNanoseconds
    case .photo: nil
    case .timelapse: runsTimelapse ? seriesNanoseconds : nil
    }
  }

  /// Whether it is taking pictures by itself.
  package var isShooting: Bool { isFilming || runsTimelapse }

  private var isDue: Bool {
    guard let due, let last else { return true }
    // The frame nearest to it counts; a time that jumps back starts a new timeline.
    return last >= due - min(interval / 20, Self.slack) || due - last > interval
  }

  /// What is left of the self-timer, in tenths of a second; `nil` if none runs.
  var timeLeft: CaptureCountdown? {
    guard let countdown, let last else { return nil }
    let tenths = (max(countdown.end - last, 0) + 99_999_999) / 100_000_000
    let all = max((countdown.end - countdown.start) / 100_000_000, 1)
    return CaptureCountdown(seconds: Int((tenths + 9) / 10), share: Double(tenths) / Double(all))
  }

  /// Advances to a picture's time.
  mutating func advance(to nanoseconds: Int64) {
    if isFilming, let last, nanoseconds > last { filmedNanoseconds += nanoseconds - last }
    if !runsTimelapse {
      seriesNanoseconds = 0
    } else if let last, nanoseconds > last {
      seriesNanoseconds += nanoseconds - last
    }
    last = nanoseconds
    guard let countdown, nanoseconds >= countdown.end || nanoseconds < countdown.start else { return }
    self.countdown = nil
    shotsWaiting = min(shotsWaiting + burst, Self.mostWaiting)
  }

  mutating func press() {
    guard canRecord else { return }
    switch mode {
    case .video: isHalted.toggle()
    case .timelapse:
      runsTimelapse.toggle()
      due = nil
    case .photo:
      if countdown != nil {
        countdown = nil
      } else if selfTimer > 0, let last {
        countdown = SelfTimer(start: last, end: last + Int64(selfTimer) * 1_000_000_000)
      } else {
        shotsWaiting = min(shotsWaiting + burst, Self.mostWaiting)
      }
    }
  }

  /// What the screen says of a press; `nil` if what it did is seen.
  ///
  /// - Parameter before: the shutter before it was pressed.
  func message(since before: ShutterState) -> KeyPath<ScreenWords, String>? {
    if isPaused != before.isPaused { return isPaused ? \.recordingPaused : \.recordingResumed }
    if runsTimelapse != before.runsTimelapse {
      return runsTimelapse ? \.timelapseStarted : \.timelapseEnded
    }
    return countdown == nil && before.countdown != nil ? \.selfTimerStopped : nil
  }

  /// Whether `other` is shown alike: they differ at most in times and counts.
  func looksLike(_ other: ShutterState) -> Bool {
    mode == other.mode && canRecord == other.canRecord && isPaused == other.isPaused
      && runsTimelapse == other.runsTimelapse && selfTimer == other.selfTimer
      && interval == other.interval && timeLeft == other.timeLeft
  }

  /// Changes the mode. Other modes pause the film; pressing the shutter resumes it, switching back doesn't.
  mutating func choose(_ mode: CaptureMode) {
    guard canRecord, mode != self.mode else { return }
    if mode != .video { isHalted = true }
    shotsWaiting = 0
    countdown = nil
    runsTimelapse = false
    self.mode = mode
  }

  /// The next recorded picture's shot number; `nil` if the shutter wasn't pressed for it.
  package var nextShot: Int? { mode == .photo && shotsWaiting > 0 ? shotsTaken + 1 : nil }

  /// Counts a recorded picture; returns its number, from 1, if the shutter was pressed for it, else `nil`.
  @discardableResult
  mutating func tookPicture() -> Int? {
    if mode == .timelapse, runsTimelapse, let last {
      // From its due time, to keep the pace; from now if that is long past.
      let next = (due ?? last) + interval
      due = next > last ? next : last + interval
      return nil
    }
    guard let shot = nextShot else { return nil }
    shotsWaiting -= 1
    shotsTaken = shot
    return shot
  }
}
