import GlassChrome
import HUDGeometry
import PixelTypes
import TestSupport
import Testing

@testable import Compositor
@testable import Screen

@Suite("Floods of events")
struct EventFloodTests {
  private func drained(_ events: [ChromeEvent]) -> [ChromeEvent] {
    var queue = EventQueue()
    for event in events where !queue.append(event) { Issue.record("no room for \(event)") }
    var result: [ChromeEvent] = []
    while let event = queue.next() { result.append(event) }
    return result
  }

  @Test("neighbours merge where one makes the other of no consequence, or both come to nothing")
  func merging() {
    func move(_ x: Double) -> ChromeEvent { .move(.points(Point(x, 0))) }
    #expect(drained([move(1), move(2), move(3)]) == [move(3)])
    #expect(drained([move(1), .release(nil), move(3)]) == [move(1), .release(nil), move(3)])
    let phi = ChromeEvent.select("grid", value: "phi")
    #expect(drained([.select("grid", value: "none"), phi]) == [phi])
    #expect(drained([phi, .select("mode", value: "photo")]).count == 2)
    // One that can't be made takes nobody's place, and a mode in between halts a film.
    #expect(drained([phi, .select("grid", value: "bogus")]).count == 2)
    #expect(drained([.select("mode", value: "photo"), .select("mode", value: "video")]).count == 2)
    #expect(drained([.select("template", value: "portrait"), .select("template", value: "none")]).count == 2)
    #expect(drained([.set("zoom", value: 1), .set("zoom", value: 2)]) == [.set("zoom", value: 2)])
    let contrast = ChromeEvent.toggle("a/2/increase-contrast")
    #expect(drained([contrast, contrast]) == [])
    #expect(drained([contrast, contrast, contrast]) == [contrast])
    // A press of the shutter takes a picture each time, and grids go round.
    for name in ["capture", "grid", "settings", "template/portrait"] {
      #expect(drained(Array(repeating: .toggle(ElementID(name)), count: 4)).count == 4, "\(name)")
    }
  }

  @Test("a queue keeps its order and its bound however it is filled and emptied")
  func queue() {
    var (queue, random) = (EventQueue(), Seeded(7))
    var (sent, got) = (0, 0)
    for _ in 0..<20_000 {
      if Int.random(in: 0..<100, using: &random) < (sent / 1_000 % 2 == 0 ? 70 : 30) {
        let isTaken = queue.append(.toggle(ElementID("\(sent)")))
        #expect(isTaken == (sent - got < EventQueue.capacity))
        if isTaken { sent += 1 }
      } else if let event = queue.next() {
        #expect(event == .toggle(ElementID("\(got)")))
        got += 1
      }
      #expect(queue.count == sent - got)
    }
    #expect(got > 1_000)
  }

  @Test("a budget gives a few at once, then a few a second of the pictures' time, fewer while events wait")
  func budget() {
    var budget = EventBudget()
    func take(_ nanoseconds: Int64, isFlooded: Bool, _ count: Int64 = EventBudget.action) -> Int {
      budget.advance(to: nanoseconds, isFlooded: isFlooded)
      var taken = 0
      while budget.allows {
        budget.spend(count)
        taken += 1
      }
      return taken
    }
    #expect((0..<3).map { take($0, isFlooded: true) } == [8, 4, 0])
    // Ten seconds of a flood, then ten of one who taps as fast as that.
    #expect((1...300).reduce(0) { $0 + take($1 * 33_333_336, isFlooded: true) } == 10)
    #expect((301...600).reduce(0) { $0 + take($1 * 33_333_336, isFlooded: false) } == 40)
    // What only touches counts less, a new look more; after a long calm there is no more than at first.
    #expect(take(1 << 60, isFlooded: false, EventBudget.touch) == EventBudget.mostAPicture)
    #expect(take(1 << 61, isFlooded: false, EventBudget.restyling) == 3)
    #expect(take(0, isFlooded: false) == 0)
  }

  /// What a picture may do for events: those it takes, and twice as many layouts, for some show what they did at once.
  private func expectBounded(_ controller: ScreenController, seconds: Int, _ send: () -> Void) -> Int {
    let chrome = controller.chrome
    for picture in 0..<seconds * 10 {
      send()
      let (events, layouts) = (controller.eventsTaken, chrome.layouts)
      controller.advance(to: Int64(picture) * 100_000_000)
      chrome.prepare(controller.state, nanoseconds: Int64(picture) * 100_000_000)
      #expect(controller.eventsTaken - events <= EventBudget.mostAPicture)
      #expect(chrome.layouts - layouts <= 2 * (controller.eventsTaken - events) + 1)
    }
    return controller.eventsTaken
  }

  @Test("ten thousand events at one moment are taken a few a picture, in their order, and none is lost")
  func script() throws {
    let grids = (0..<10_000).map { _ in EventTimeline.Entry(nanoseconds: 0, event: .toggle("capture")) }
    let controller = try controlled(EventTimeline(grids), height: 480, warn: { _ in })
    let taken = expectBounded(controller, seconds: 3) {}
    #expect(taken >= 12 + 2 && taken <= 12 + 3)
    #expect(controller.state.shutter.isPaused == (taken % 2 == 1))
  }

  @Test(
    "a program that sends as fast as it can is told to slow down, and the screen goes on", arguments: 0..<3)
  func socket(seed: UInt64) throws {
    let mailbox = ControlMailbox()
    let controller = try controlled(
      EventTimeline([]), height: 480, mailbox: mailbox, warn: { _ in })
    var random = Seeded(seed)
    let events: [ChromeEvent] = [
      .toggle("capture"), .toggle("settings"), .toggle("grid"), .toggle("template/portrait"),
      .select("grid", value: "phi"), .toggle("increase-contrast"), .toggle("nonsense"), .release(nil),
      .press(.fraction(Point(0.5, 0.9))), .move(.fraction(Point(0.2, 0.9))),
      .select("appearance", value: "light"), .select("appearance", value: "dark"),
    ]
    var refused = 0
    let taken = expectBounded(controller, seconds: 2) {
      for _ in 0..<400 where !mailbox.post(events.randomElement(using: &random) ?? .release(nil)) {
        refused += 1
      }
    }
    #expect(taken <= EventBudget.burst + 2 * 4 && refused > 1_000)
  }
}
