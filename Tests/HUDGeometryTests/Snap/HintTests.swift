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
      scheduler.update(wanted, nanoseconds: Int64(ms) * 1_000_000)
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
}
