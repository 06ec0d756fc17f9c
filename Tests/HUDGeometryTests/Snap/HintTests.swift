import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

struct HintTests {
  @Test("no hint has more than twelve words", arguments: Hint.allCases)
  func short(_ hint: Hint) {
    #expect(!hint.text.isEmpty && hint.text.split(separator: " ").count <= 12)
  }

  @Test(
    "a horizon that rises to the right asks for a tilt to the left",
    arguments: [(2.0, Hint.tiltLeftALittle), (9, .tiltLeft), (-2, .tiltRightALittle), (-9, .tiltRight)])
  func direction(angle: Double, hint: Hint) {
    var horizon = HorizonReading()
    (horizon.isKnown, horizon.state, horizon.angleDegrees) = (true, .near, angle)
    var violation = Violation()
    violation.consider(horizon)
    #expect(violation.hint == hint)
  }

  @Test("the heaviest violation wins")
  func weight() {
    var violation = Violation()
    violation.consider(.aimLeft, weight: 1)
    violation.consider(.tiltLeft, weight: 3)
    violation.consider(.stepBack, weight: 2)
    #expect(violation.hint == .tiltLeft)
  }

  @Test("of equals, level comes before aim and aim before distance, whatever the order they are found in")
  func priority() {
    for order in [[Hint.stepBack, .aimUp, .tiltRight], [.tiltRight, .stepBack, .aimUp]] {
      var violation = Violation()
      for hint in order { violation.consider(hint, weight: 2) }
      #expect(violation.hint == .tiltRight && violation.weight == 2)
      violation.consider(.stepCloser, weight: 2.01)
      #expect(violation.hint == .stepCloser && violation[.aimUp] == 2 && violation[.aimDown] == 0)
    }
    var violation = Violation()
    violation.consider(.tiltLeft, weight: .nan)
    violation.consider(.tiltLeft, weight: 0)
    #expect(violation == Violation())
  }

  @Test("two violations that take turns as the heaviest don't silence each other")
  func turns() {
    var random = Seeded(3)
    var scheduler = HintScheduler()
    var said: Set<Hint> = []
    for frame in 0..<60 {
      var violation = Violation()
      violation.consider(.tiltLeft, weight: 2 + 0.1 * random.unit())
      violation.consider(.aimLeft, weight: 2 + 0.1 * random.unit())
      scheduler.update(violation, nanoseconds: Int64(frame) * 33_333_333)
      if let hint = scheduler.current { said.insert(hint) }
    }
    #expect(said.count == 1)
    // One that is clearly heavier takes over, and one that ends is not held on to.
    var violation = Violation()
    violation.consider(.tiltLeft, weight: 2)
    violation.consider(.stepBack, weight: 3)
    for frame in 60..<200 { scheduler.update(violation, nanoseconds: Int64(frame) * 33_333_333) }
    #expect(scheduler.current == nil || scheduler.current == .stepBack)
    for frame in 200..<300 { scheduler.update(Violation(), nanoseconds: Int64(frame) * 33_333_333) }
    #expect(scheduler.current == nil)
  }

  @Test("one hint at a time, for at most 1.2 s, with a pause after it", arguments: 0..<5)
  func timing(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    var scheduler = HintScheduler()
    var shownSince: Int?
    var hiddenSince: Int?
    var wanted: Hint? = .tiltLeft
    var count = 0
    for ms in 0..<30_000 {
      if random.unit() < 0.001 {
        wanted = random.unit() < 0.3 ? nil : Hint.allCases.randomElement(using: &random)
      }
      var violation = Violation()
      if let wanted { violation.consider(wanted, weight: 1) }
      scheduler.update(violation, nanoseconds: Int64(ms) * 1_000_000)
      if scheduler.current != nil {
        if shownSince == nil {
          if let hiddenSince { #expect(ms - hiddenSince >= 1_800) }
          (shownSince, hiddenSince) = (ms, nil)
          count += 1
        }
        #expect(ms - (shownSince ?? 0) < 1_200)
      } else if shownSince != nil {
        (shownSince, hiddenSince) = (nil, ms)
      }
    }
    #expect(count > 3)
  }

  /// What a scheduler says at 30 frames a second, and when each hint begins, in seconds.
  private static func said(_ seconds: Double, _ violation: (Double) -> Violation) -> [(
    at: Double, hint: Hint
  )] {
    var scheduler = HintScheduler()
    var last: Hint?
    var said: [(Double, Hint)] = []
    for frame in 0..<Int(seconds * 30) {
      let time = Double(frame) / 30
      scheduler.update(violation(time), nanoseconds: Int64(time * 1e9))
      if let hint = scheduler.current, last == nil { said.append((time, hint)) }
      last = scheduler.current
    }
    return said
  }

  @Test("a hint that isn't followed comes again after 8 s, or when it got worse by half")
  func repetition() {
    func violation(_ angle: Double) -> Violation {
      var horizon = HorizonReading()
      (horizon.isKnown, horizon.state, horizon.angleDegrees) = (true, .idle, angle)
      var violation = Violation()
      violation.consider(horizon)
      return violation
    }
    let steady = Self.said(30) { _ in violation(-7) }
    #expect(steady.map(\.hint) == [.tiltRight, .tiltRight, .tiltRight, .tiltRight])
    #expect(zip(steady, steady.dropFirst()).allSatisfy { $1.at - $0.at >= 8 })
    // By 40 % isn't news, by 60 % is; "a little" is the same hint.
    #expect(Self.said(7) { violation($0 < 3 ? -7 : -9.8) }.count == 1)
    #expect(Self.said(7) { violation($0 < 3 ? -7 : -11.2) }.count == 2)
    #expect(Self.said(7) { violation($0 < 3 ? -4.5 : -3.5) }.map(\.hint) == [.tiltRight])
    // The other side is another one.
    #expect(Self.said(7) { violation($0 < 3 ? -7 : 7) }.map(\.hint) == [.tiltRight, .tiltLeft])
  }

  @Test("nothing is asked for that twice the margin leaves in doubt")
  func doubt() {
    func hint(_ angle: Double, margin: Double) -> Hint? {
      var horizon = HorizonReading()
      (horizon.isKnown, horizon.state) = (true, .near)
      (horizon.angleDegrees, horizon.marginDegrees) = (angle, margin)
      var violation = Violation()
      violation.consider(horizon)
      return violation.hint
    }
    #expect(hint(1.5, margin: 0.4) == .tiltLeftALittle)
    #expect(hint(1.5, margin: 0.6) == nil)
    #expect(hint(-8, margin: 4) == nil)
    #expect(hint(-8, margin: 3) == .tiltRight)
    #expect(hint(0.8, margin: 0.1) == nil)
  }

  /// A hand's roll in degrees: it means to hold an angle, sways about it, and answers a hint after half a second.
  private struct Hand {
    var random: Seeded
    var aim: Double
    let sway: Double
    private var roll: Double
    private var phases: (Double, Double)

    init(seed: Int, aim: Double, sway: Double) {
      random = Seeded(UInt64(seed))
      (self.aim, self.sway) = (aim, sway)
      (roll, phases) = (aim, (6 * random.unit(), 6 * random.unit()))
    }

    mutating func angle(_ time: Double) -> Double {
      roll += (aim - roll) * 0.07
      return roll + sway * (0.7 * .sin(2.3 * time + phases.0) + 0.3 * .sin(6.1 * time + phases.1))
    }
  }

  /// Feeds readings of a hand's roll, and hands each frame to `body`: the truth, the reading and the hint.
  private static func film(
    _ hand: Hand, error: Double, seconds: Double, follows: Bool,
    _ body: (_ truth: Double, _ horizon: HorizonReading, _ hint: Hint?) -> Void
  ) {
    var hand = hand
    var filter = AngleFilter()
    var machine = SnapMachine(thresholds: .horizon)
    var scheduler = HintScheduler()
    // Within a scene an estimate errs to one side, by no more than its margin nine times out of ten.
    var bias = error * hand.random.normal()
    var heard = 0.0
    for frame in 0..<Int(seconds * 30) {
      let time = Double(frame) / 30
      if hand.random.unit() < 0.003 { bias = error * hand.random.normal() }
      let truth = hand.angle(time)
      var horizon = HorizonReading()
      let now = Int64(time * 1e9)
      horizon.angleDegrees = filter.update(truth + bias + 0.1 * hand.random.normal(), nanoseconds: now)
      machine.update(horizon.angleDegrees.magnitude, nanoseconds: now)
      (horizon.isKnown, horizon.state, horizon.marginDegrees) = (true, machine.state, 1.645 * error)
      var violation = Violation()
      violation.consider(horizon)
      scheduler.update(violation, nanoseconds: now)
      body(truth, horizon, scheduler.current)
      if follows, let hint = scheduler.current {
        heard += 1 / 30
        if heard > 0.5, hint.isAboutLevel { hand.aim = 0 }
      } else {
        heard = 0
      }
    }
  }

  @Test("no hint is denied by its own state, and few by the truth", arguments: 0..<8)
  func truth(_ seed: Int) {
    var (shown, denied, contradicted) = (0, 0, 0)
    for round in 0..<30 {
      var random = Seeded(UInt64(1000 * seed + round))
      let hand = Hand(seed: 100 * seed + round, aim: 12 * random.unit() - 6, sway: 1.5 * random.unit())
      Self.film(hand, error: 0.1 + 0.9 * random.unit(), seconds: 40, follows: random.unit() < 0.7) {
        truth, horizon, hint in
        guard let hint, hint.isAboutLevel else { return }
        shown += 1
        let isLeft = hint.whole == .tiltLeft
        if horizon.state == .snapped || horizon.angleDegrees.magnitude < SnapThresholds.horizon.snapOut {
          contradicted += 1
        }
        if (horizon.angleDegrees > 0) != isLeft { contradicted += 1 }
        if truth.magnitude <= 0.5 || (truth > 0) != isLeft { denied += 1 }
      }
    }
    #expect(shown > 500 && contradicted == 0)
    #expect(Double(denied) <= 0.03 * Double(shown), "\(denied) of \(shown)")
  }

  @Test("a hand that holds the camera level hears no more than six hints a minute", arguments: 0..<6)
  func level(_ seed: Int) {
    var (said, last) = (0, Hint?.none)
    Self.film(Hand(seed: seed, aim: 0, sway: 1.7), error: 0.3, seconds: 300, follows: false) { _, _, hint in
      if hint != nil, last == nil { said += 1 }
      last = hint
    }
    #expect(said <= 30)
  }
}
