import CAllocationCounter
import Foundation
import GlassChrome
import Synchronization
import TestSupport
import Testing

@testable import Screen

@Suite("Event feed")
struct EventFeedTests {
  @Test("A script's events come with the first frame at or after their time, then those of the socket")
  func order() {
    let script = EventTimeline([
      .init(nanoseconds: 0, event: .toggle("a")), .init(nanoseconds: 50, event: .toggle("b")),
      .init(nanoseconds: 60, event: .toggle("c")),
    ])
    let mailbox = ControlMailbox()
    var feed = EventFeed(script: script, mailbox: mailbox)
    var seen: [[ChromeEvent]] = []
    for now: Int64 in [1_000, 1_040, 1_080, 1_120] {
      if now == 1_080 { #expect(mailbox.post(.toggle("x")) && mailbox.post(.toggle("y"))) }
      var events: [ChromeEvent] = []
      feed.advance(to: now)
      while let event = feed.next() { events.append(event) }
      seen.append(events)
    }
    #expect(
      seen == [[.toggle("a")], [], [.toggle("b"), .toggle("c"), .toggle("x"), .toggle("y")], []])
  }

  /// The stage once took back the wish for a description after the next one had come: who asked waited for seconds.
  @Test("Each request for a description is answered, however soon it follows the one before")
  func descriptions() {
    let mailbox = ControlMailbox()
    let isOver = Atomic<Bool>(false)
    let stage = Thread {
      while !isOver.load(ordering: .acquiring) {
        if mailbox.wantsDescription { mailbox.describe([1]) }
      }
    }
    stage.start()
    defer { isOver.store(true, ordering: .releasing) }
    // It takes a thread that is put aside between two instructions: within a second on busy cores.
    let end = ContinuousClock.now + .seconds(1)
    var round = 0
    while ContinuousClock.now < end {
      round += 1
      mailbox.requestDescription()
      let asked = ContinuousClock.now
      while mailbox.takeDescription() == nil {
        guard ContinuousClock.now - asked < .seconds(20) else {
          Issue.record("request \(round) got no answer")
          return
        }
      }
    }
  }

  @Test("A frame without events allocates nothing, nor does taking them over", .countsAllocations)
  func noAllocation() {
    let mailbox = ControlMailbox()
    var feed = EventFeed(
      script: EventTimeline([.init(nanoseconds: 1 << 40, event: .release(nil))]), mailbox: mailbox)
    var events = 0
    for round in 0..<4 {
      for _ in 0..<100 { #expect(mailbox.post(.release(nil))) }
      let before = callocation_count_thread()
      for frame in 0..<50 {
        feed.advance(to: Int64(round * 50 + frame))
        while feed.next() != nil { events += 1 }
      }
      // The runtime makes its own tables on the first way through.
      if round > 0 { #expect(callocation_count_thread() == before) }
    }
    #expect(events == 400)
  }
}
