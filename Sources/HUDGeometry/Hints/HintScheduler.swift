/// Shows one hint at a time: the heaviest violation's, for at most 1.2 s and no longer than it is true, then a pause.
struct HintScheduler: Sendable, Equatable {
  static let longestShow: Int64 = 1_200_000_000
  static let pause: Int64 = 1_800_000_000
  /// How many times heavier another violation must be to replace the current one. Otherwise two of
  /// similar weight would silence each other, since neither would last.
  static let margin = 1.2
  /// How long after a hint the same one isn't said again, unless things got worse.
  static let repetition: Int64 = 8_000_000_000
  /// How many times heavier than when it was said last.
  static let worse = 1.5

  /// How long a violation must last before it is worth a hint. A hand that holds a camera level sways by a degree or two, back and forth.
  static func patience(_ hint: Hint) -> Int64 {
    hint == .tiltLeftALittle || hint == .tiltRightALittle ? 1_000_000_000 : 400_000_000
  }

  private(set) var current: Hint?
  private var candidate: Hint?
  private var candidateSince: Int64 = 0
  private var shownSince: Int64 = 0
  private var silentUntil = Int64.min
  private var last = Int64.min
  /// When each hint was said last, if it was, and how heavy its violation was; by the whole hint's raw value.
  private var times = SIMD16<Int64>(repeating: .min)
  private var weights = SIMD16<Double>(repeating: 0)

  /// Takes this frame's violations and decides what is shown.
  mutating func update(_ violation: Violation, nanoseconds now: Int64) {
    if now < last {  // a different timeline: forget the old one
      self = HintScheduler()
    }
    last = now
    follow(violation, nanoseconds: now)
    if let shown = current {
      let isOver = now &- shownSince >= Self.longestShow
      let isOvertaken = candidate.map { $0.whole != shown.whole && hasLasted($0, now) } ?? false
      if isOver || isOvertaken || !violation.allows(shown) {
        current = nil
        silentUntil = now &+ Self.pause
      }
    } else if let candidate, now >= silentUntil, hasLasted(candidate, now) {
      let (place, weight) = (candidate.whole.rawValue, violation[candidate])
      let isNews = times[place] == .min || now &- times[place] >= Self.repetition
      guard isNews || weight >= weights[place] * Self.worse else { return }
      (current, shownSince) = (candidate, now)
      (times[place], weights[place]) = (now, weight)
    }
  }

  /// Holds on to a candidate that nothing clearly outweighs.
  private mutating func follow(_ violation: Violation, nanoseconds now: Int64) {
    if let candidate, violation[candidate] > 0, violation[candidate] * Self.margin >= violation.weight {
      return
    }
    let heaviest = violation.hint
    if heaviest?.whole != candidate?.whole { candidateSince = now }
    candidate = heaviest
  }

  private func hasLasted(_ hint: Hint, _ now: Int64) -> Bool { now &- candidateSince >= Self.patience(hint) }
}
