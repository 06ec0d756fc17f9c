/// How long a condition has held, by the caller's time stamps, as a counter that drains instead of resetting.
///
/// When two successive updates both see the condition, the counter fills by the time between them.
/// An update that doesn't see it drains as much, and one that sees it return changes nothing. So a
/// single outlier costs one step, and a condition that holds half of the time or less never gets
/// there. Only the updates' times matter, not their number: two at the same time count once.
///
/// After a gap of more than 250 ms it is doubtful that the condition held. The gap then counts as
/// 50 ms, so that a slow source still gets there in a few frames, and a dropout alone fulfils
/// nothing. Time that goes backwards restarts the count.
struct DwellTimer: Sendable, Equatable {
  static let longestStep: Int64 = 250_000_000
  static let gapCredit: Int64 = 50_000_000

  private var held: Int64 = 0
  private var last: Int64?
  private var heldLast = false

  /// Nanoseconds on the counter, to compare with the dwell; `nil` if the condition doesn't hold now.
  mutating func update(_ holds: Bool, nanoseconds now: Int64) -> Int64? {
    if let last, now >= last {
      let (step, overflow) = now.subtractingReportingOverflow(last)
      if !holds {
        held = overflow ? 0 : max(0, held - step)
      } else if heldLast {
        held += overflow || step > Self.longestStep ? Self.gapCredit : step
      }
    } else {
      held = 0
    }
    (last, heldLast) = (now, holds)
    return holds ? held : nil
  }

  mutating func restart() {
    held = 0
    last = nil
    heldLast = false
  }
}

/// A switch that turns on and off at different levels, each after a dwell on a counter that drains.
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

  /// The same switch without dwells.
  var atOnce: DwellSwitch { DwellSwitch(onLevel: onLevel, offLevel: offLevel, onDwell: 0, offDwell: 0) }

  /// On at `onLevel` and above, off below `offLevel`; NaN counts as the lowest value.
  mutating func update(_ value: Double, nanoseconds now: Int64) {
    let changes = isOn ? !(value >= offLevel) : value >= onLevel
    guard let held = timer.update(changes, nanoseconds: now), held >= (isOn ? offDwell : onDwell) else {
      return
    }
    isOn.toggle()
    timer.restart()
  }

  /// Off at once, whatever the level was.
  mutating func turnOff() {
    isOn = false
    timer.restart()
  }
}
