import CAllocationCounter
import TestSupport
import Testing

@testable import GlassChrome

private let second: Int64 = 1_000_000_000

@Suite("Presence of the chrome")
struct ChromePresenceTests {
  /// Levels of the controls at each tenth of a second.
  private static func run(
    _ presence: inout ChromePresence, tenths: Range<Int>, isRecording: Bool = false, events: Set<Int> = [],
    held: Range<Int> = 0..<0
  ) -> [ChromePresence.Level] {
    tenths.map {
      _ = presence.advance(
        to: Int64($0) * second / 10, isRecording: isRecording, hadEvent: events.contains($0),
        isHeld: held.contains($0))
      return presence.level(of: .controls)
    }
  }

  @Test("Controls hide five seconds after the last event, and come back with the next")
  func idle() {
    var presence = ChromePresence()
    let levels = Self.run(&presence, tenths: 0..<160, events: [20, 100])
    for (tenth, level) in levels.enumerated() {
      #expect(level == ((70..<100).contains(tenth) || tenth >= 150 ? .hidden : .full), "at \(tenth)")
    }
    #expect(presence.level(of: .essential) == .full && presence.level(of: .status) == .full)
  }

  @Test("While recording the chrome recedes at once, comes with an event and goes again")
  func recording() {
    var presence = ChromePresence()
    _ = Self.run(&presence, tenths: 0..<10)
    // The event that starts it doesn't keep the controls.
    let levels = Self.run(&presence, tenths: 10..<100, isRecording: true, events: [10, 30])
    for (index, level) in levels.enumerated() {
      let tenth = index + 10
      #expect(level == ((30..<80).contains(tenth) ? .full : .hidden), "at \(tenth)")
    }
    #expect(presence.level(of: .status) == .minimized && presence.level(of: .essential) == .full)
    #expect(Self.run(&presence, tenths: 100..<101) == [.full])
  }

  @Test("Nothing hides under a finger or an open sheet")
  func held() {
    var presence = ChromePresence()
    let levels = Self.run(&presence, tenths: 0..<200, held: 10..<120)
    #expect(levels[119] == .full && levels[168] == .full && levels[169] == .hidden)
    var started = ChromePresence()
    _ = Self.run(&started, tenths: 0..<5)
    #expect(Self.run(&started, tenths: 5..<6, isRecording: true, held: 5..<6) == [.full])
  }

  @Test("Where controls stay, only recording sends them away")
  func staying() {
    var presence = ChromePresence(hidesWhenIdle: false)
    #expect(Self.run(&presence, tenths: 0..<300).allSatisfy { $0 == .full })
    #expect(Self.run(&presence, tenths: 300..<400, isRecording: true).allSatisfy { $0 == .hidden })
  }

  @Test("It says so when a level changes, and only then; times that jump are no harm")
  func changes() {
    var presence = ChromePresence()
    var random = Seeded(41)
    var now: Int64 = 0
    for _ in 0..<2_000 {
      now =
        Int.random(in: 0..<50, using: &random) == 0
        ? .random(in: .min ... .max, using: &random) : now &+ second / 5
      let before = ChromePresence.Part.allCases.map(presence.level)
      let wasRecording = presence.isRecording
      let changed = presence.advance(
        to: now, isRecording: .random(in: 0..<40, using: &random) == 0 ? !wasRecording : wasRecording,
        hadEvent: .random(in: 0..<40, using: &random) == 0)
      if !changed { #expect(ChromePresence.Part.allCases.map(presence.level) == before) }
    }
  }
}

@Suite("Hints")
struct HintPolicyTests {
  @Test(
    "A hint that holds is shown for 1.2 s with its going, at any rate", arguments: [7, 15, 30, 60] as [Int64])
  func longest(rate: Int64) {
    var policy = HintPolicy()
    var (first, gone): (Int64?, Int64?) = (nil, nil)
    for frame in 0..<rate * 20 {
      let now = frame * second / rate
      _ = policy.advance("Tilt left", to: now)
      if policy.shown != nil {
        first = first ?? now
        #expect(gone == nil, "it came again while it held")
      } else if first != nil {
        gone = gone ?? now
      }
    }
    let length = (gone ?? 0) - (first ?? 0) + policy.fadeNanoseconds
    #expect(length <= HintPolicy.longestNanoseconds)
    #expect(length > 900_000_000)
  }

  @Test("It comes again after it was not wished for a second, and not for a flicker")
  func comesAgain() {
    var policy = HintPolicy()
    func isShown(_ tenth: Int, _ hint: String?) -> Bool {
      _ = policy.advance(hint, to: Int64(tenth) * second / 10)
      return policy.shown != nil
    }
    for tenth in 0..<20 { _ = isShown(tenth, "Tilt left") }
    for tenth in 20..<25 { #expect(!isShown(tenth, nil)) }
    for tenth in 25..<30 { #expect(!isShown(tenth, "Tilt left")) }
    for tenth in 30..<40 { #expect(!isShown(tenth, nil)) }
    #expect(isShown(40, "Tilt left"))
  }

  @Test("One at a time: another waits until the first could be read and has gone")
  func oneAtATime() {
    var policy = HintPolicy()
    var seen: [(Int, String?)] = []
    for hundredth in 0..<200 {
      _ = policy.advance(hundredth < 10 ? "One" : "Two", to: Int64(hundredth) * second / 100)
      if seen.last?.1 != policy.shown { seen.append((hundredth, policy.shown)) }
    }
    #expect(seen.map(\.1) == ["One", nil, "Two", nil])
    #expect(seen[1].0 == 40 && seen[2].0 == 55)
  }

  @Test(
    "At most twelve words are shown",
    arguments: [
      ("a b c", "a b c"), ("1 2 3 4 5 6 7 8 9 10 11 12", "1 2 3 4 5 6 7 8 9 10 11 12"),
      ("1 2 3 4 5 6 7 8 9 10 11 12 13", "1 2 3 4 5 6 7 8 9 10 11 12…"),
      ("  1 2 3 4 5 6 7 8 9 10 11 12  ", "  1 2 3 4 5 6 7 8 9 10 11 12  "), ("", ""),
    ])
  func words(hint: String, shown: String) { #expect(HintPolicy.shortened(hint) == shown) }

  @Test("Empty hints are none, and times that jump are no harm")
  func odd() {
    var policy = HintPolicy()
    let changed = policy.advance("", to: 0)
    #expect(!changed && policy.shown == nil)
    for now in [5 * second, 0, 9 * second, 1, 2 * second, 3 * second, 90 * second] {
      _ = policy.advance("A", to: now)
    }
    _ = policy.advance("B", to: 91 * second)
    _ = policy.advance("B", to: 92 * second)
    #expect(policy.shown == nil || policy.shown == "B")
  }
}
