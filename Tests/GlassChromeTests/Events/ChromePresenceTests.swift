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
