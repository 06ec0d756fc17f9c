/// How long a condition has held, by the caller's time stamps.
///
/// The condition counts as held between two updates that both saw it. After a gap of more than 250 ms that is
/// doubtful: the gap then counts as 50 ms, so that a slow source still gets there in a few frames, and a
/// dropout alone fulfils nothing. Time that goes backwards begins a new count.
struct DwellTimer: Sendable, Equatable {
  static let longestStep: Int64 = 250_000_000
  static let gapCredit: Int64 = 50_000_000

  private var held: Int64 = 0
  private var last: Int64?

  /// Nanoseconds the condition has held up to now; `nil` where it does not hold.
  mutating func update(_ holds: Bool, nanoseconds now: Int64) -> Int64? {
    guard holds else {
      restart()
      return nil
    }
    if let last, now >= last {
      let (step, overflow) = now.subtractingReportingOverflow(last)
      held += overflow || step > Self.longestStep ? Self.gapCredit : step
    } else {
      held = 0
    }
    last = now
    return held
  }

  mutating func restart() {
    held = 0
    last = nil
  }
}

/// A switch that turns on and off at different levels, each only after a dwell.
struct DwellSwitch: Sendable, Equatable {
  let onLevel: Double
  let offLevel: Double
  let onDwell: Int64
  let offDwell: Int64
  private(set) var isOn = false
  private var timer = DwellTimer()

  init(onLevel: Double, offLevel: Double, onDwell: Int64, offDwell: Int64) {
    self.onLevel = onLevel
    self.offLevel = offLevel
    self.onDwell = onDwell
    self.offDwell = offDwell
  }

  /// On from `onLevel` on, off below `offLevel`; what is not a number is as low as can be.
  mutating func update(_ value: Double, nanoseconds now: Int64) {
    let changes = isOn ? !(value >= offLevel) : value >= onLevel
    guard let held = timer.update(changes, nanoseconds: now), held >= (isOn ? offDwell : onDwell) else {
      return
    }
    isOn.toggle()
    timer.restart()
  }
}
