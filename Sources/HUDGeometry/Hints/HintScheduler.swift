/// Shows one hint at a time: the heaviest violation's, for at most 1.2 s, then a pause.
struct HintScheduler: Sendable, Equatable {
  /// How long a violation must last before it is worth a hint.
  static let patience: Int64 = 400_000_000
  static let longestShow: Int64 = 1_200_000_000
  static let pause: Int64 = 1_800_000_000
  /// How many times heavier another violation must be to replace the current one. Otherwise two of
  /// similar weight would silence each other, since neither would last.
  static let margin = 1.2

  private(set) var current: Hint?
  private var candidate: Hint?
  private var candidateSince: Int64 = 0
  private var shownSince: Int64 = 0
  private var silentUntil = Int64.min
  private var last = Int64.min

  /// Takes this frame's violations and decides what is shown.
  mutating func update(_ violation: Violation, nanoseconds now: Int64) {
    if let candidate, violation[candidate] * Self.margin >= violation.weight, violation[candidate] > 0 {
      update(candidate, nanoseconds: now)
    } else {
      update(violation.hint, nanoseconds: now)
    }
  }

  /// Takes the violation that counts in this frame, if any, and decides what is shown.
  mutating func update(_ heaviest: Hint?, nanoseconds now: Int64) {
    if now < last {  // a different timeline: forget the old one
      self = HintScheduler()
    }
    last = now
    if heaviest != candidate { (candidate, candidateSince) = (heaviest, now) }
    if current != nil {
      // A hint that is followed or overtaken ends early, but never flickers.
      let isOver = now &- shownSince >= Self.longestShow
      let isObsolete = candidate != current && now &- candidateSince >= Self.patience
      if isOver || isObsolete {
        current = nil
        silentUntil = now &+ Self.pause
      }
    } else if let candidate, now >= silentUntil, now &- candidateSince >= Self.patience {
      (current, shownSince) = (candidate, now)
    }
  }
}
