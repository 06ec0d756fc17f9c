import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

private let second: Int64 = 1_000_000_000

@Suite("Presence of the chrome")
struct ChromePresenceTests {
  /// Whether the controls are shown, at each tenth of a second.
  private static func run(
    _ presence: inout ChromePresence, tenths: Range<Int>, isRecording: Bool = false, events: Set<Int> = [],
    held: Range<Int> = 0..<0
  ) -> [Bool] {
    tenths.map {
      presence.advance(
        to: Int64($0) * second / 10, isRecording: isRecording, hadEvent: events.contains($0),
        isHeld: held.contains($0))
      return presence.showsControls
    }
  }

  @Test("Controls hide five seconds after the last event, and come back with the next")
  func idle() {
    var presence = ChromePresence()
    let shown = Self.run(&presence, tenths: 0..<160, events: [20, 100])
    for (tenth, isShown) in shown.enumerated() {
      #expect(isShown != ((70..<100).contains(tenth) || tenth >= 150), "at \(tenth)")
    }
  }

  @Test("While recording the chrome recedes at once, comes with an event and goes again")
  func recording() {
    var presence = ChromePresence()
    _ = Self.run(&presence, tenths: 0..<10)
    // The event that starts it doesn't keep the controls.
    let shown = Self.run(&presence, tenths: 10..<100, isRecording: true, events: [10, 30])
    for (index, isShown) in shown.enumerated() {
      let tenth = index + 10
      #expect(isShown == (30..<80).contains(tenth), "at \(tenth)")
    }
    #expect(Self.run(&presence, tenths: 100..<101) == [true])
  }

  @Test("Nothing hides under a finger or an open sheet")
  func held() {
    var presence = ChromePresence()
    let shown = Self.run(&presence, tenths: 0..<200, held: 10..<120)
    #expect(shown[119] && shown[168] && !shown[169])
    var started = ChromePresence()
    _ = Self.run(&started, tenths: 0..<5)
    #expect(Self.run(&started, tenths: 5..<6, isRecording: true, held: 5..<6) == [true])
  }

  @Test("Where controls stay, only recording sends them away")
  func staying() {
    var presence = ChromePresence(hidesWhenIdle: false)
    #expect(Self.run(&presence, tenths: 0..<300).allSatisfy { $0 })
    #expect(Self.run(&presence, tenths: 300..<400, isRecording: true).allSatisfy { !$0 })
  }

  @Test("Times that jump are no harm: an event always shows the controls, unless it starts a recording")
  func jumps() {
    var presence = ChromePresence()
    var random = Seeded(41)
    var now: Int64 = 0
    var isRecording = false
    for _ in 0..<2_000 {
      now =
        Int.random(in: 0..<50, using: &random) == 0
        ? .random(in: .min ... .max, using: &random) : now &+ second / 5
      let wasRecording = isRecording
      if Int.random(in: 0..<40, using: &random) == 0 { isRecording.toggle() }
      let hadEvent = Int.random(in: 0..<40, using: &random) == 0
      presence.advance(to: now, isRecording: isRecording, hadEvent: hadEvent)
      if isRecording, !wasRecording {
        #expect(!presence.showsControls)
      } else if hadEvent {
        #expect(presence.showsControls)
      }
    }
  }
}
