import Synchronization
import Testing

@testable import FrameBus

@Suite("The doorbell", .serialized)
struct DoorbellTests {
  @Test("a ring after the ticket was taken is never slept through")
  func ringBeforeWait() {
    let doorbell = Doorbell()
    let ticket = doorbell.ticket
    doorbell.ring()
    #expect(doorbell.wait(after: ticket))
    #expect(doorbell.wait(after: ticket, timeout: .zero))
  }

  @Test("without a ring the wait gives up at its deadline, not before")
  func timesOut() {
    let doorbell = Doorbell()
    let start = ContinuousClock.now
    #expect(!doorbell.wait(after: doorbell.ticket, timeout: .milliseconds(5)))
    #expect(ContinuousClock.now - start >= .milliseconds(5))
    #expect(!doorbell.wait(after: doorbell.ticket, timeout: .seconds(-1)))
  }

  @Test("every sleeper is woken by each ring")
  func wakesAll() {
    let doorbell = Doorbell()
    let rings = 500
    let turn = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    let sleepers = (0..<3).map { _ in
      JoinableThread {
        for expected in 1...rings {
          while true {
            let ticket = doorbell.ticket
            if turn.load(ordering: .acquiring) >= expected { break }
            doorbell.wait(after: ticket)
          }
          done.wrappingAdd(1, ordering: .releasing)
        }
      }
    }
    for ring in 1...rings {
      turn.store(ring, ordering: .releasing)
      doorbell.ring()
      // Sometimes all are asleep by then, sometimes none.
      if ring % 2 == 0 {
        while done.load(ordering: .acquiring) < 3 * ring {
          doorbell.wait(after: doorbell.ticket, timeout: .zero)
        }
      }
    }
    for sleeper in sleepers { sleeper.join() }
    #expect(done.load(ordering: .relaxed) == 3 * rings)
  }
}
