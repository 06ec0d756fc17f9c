import Synchronization
import TestSupport
import Testing

@testable import FrameBus

/// Two threads at full speed. Run them under the thread sanitizer too: `tools/sanitize/stress-ring`.
@Suite("The bus, two threads", .serialized)
struct FrameBusStressTests {
  /// What a consumer saw.
  struct Seen: Sendable {
    var frames: UInt64 = 0
    var last: UInt64 = 0
    var torn: UInt64 = 0
    var outOfOrder: UInt64 = 0

    mutating func take(_ payload: Payload) {
      frames += 1
      guard let number = payload.checked else {
        torn += 1
        return
      }
      if number <= last { outOfOrder += 1 }
      last = number
    }
  }

  @Test(
    "every frame arrives whole, once and in order, or is counted as dropped",
    arguments: OverflowPolicy.allCases, [1, 3])
  func everyPolicy(policy: OverflowPolicy, capacity: Int) {
    Stress.rounds { round in
      // With one slot to spare the producer often waits for slots; with more it runs ahead.
      let bus = FrameBus(
        slots: Payload.pool(capacity + 2 + Int(round % 3)), capacity: capacity, policy: policy)
      let offered: UInt64 = 20_000
      let seen = Mutex(Seen())
      let consumerThread = JoinableThread {
        guard var consumer = bus.takeConsumer() else { return }
        var mine = Seen()
        var random = Seeded(round)
        while let lease = consumer.waitForFrame() {
          mine.take(lease.slot)
          // Slow now and then, so that the ring runs full and steals and pops meet.
          if random.next() % 64 == 0 { spin(Int(random.next() % 3_000)) }
        }
        seen.withLock { $0 = mine }
      }
      let refusedAtEnd = produce(bus, count: offered, seed: round)
      consumerThread.join()
      let result = seen.withLock { $0 }
      let counters = bus.counters
      #expect(result.torn == 0 && result.outOfOrder == 0)
      #expect(counters.delivered == result.frames)
      #expect(counters.waiting == 0)
      #expect(counters.published + counters.droppedNewest == offered)
      if policy == .block { #expect(result.frames == offered) }
      // The newest frame always gets through, unless it was the one refused.
      if !refusedAtEnd { #expect(result.last == offered) }
    }
  }

  @Test("both sides may sleep at every frame, and no wake-up is lost")
  func pingPong() {
    Stress.rounds { _ in
      // One slot: the producer sleeps until the lease ends, the consumer until the slot is filled.
      let bus = FrameBus(slots: Payload.pool(1), capacity: 1, policy: .block)
      let frames = Atomic<UInt64>(0)
      let consumerThread = JoinableThread {
        guard var consumer = bus.takeConsumer() else { return }
        while let lease = consumer.waitForFrame() {
          if lease.slot.checked != nil { frames.wrappingAdd(1, ordering: .relaxed) }
        }
      }
      _ = produce(bus, count: 5_000, seed: 0)
      consumerThread.join()
      #expect(frames.load(ordering: .relaxed) == 5_000)
    }
  }

  @Test("a producer that waits for room or for a slot is told when the consumer goes", arguments: [1, 3])
  func closeWhileBlocked(slots: Int) {
    Stress.rounds { round in
      for attempt in 0..<200 as Range<UInt64> {
        let bus = FrameBus(slots: Payload.pool(slots), capacity: 1, policy: .block)
        let producerThread = JoinableThread { _ = produce(bus, count: .max, seed: attempt) }
        var random = Seeded(round &* 1_000 &+ attempt)
        do {
          guard var consumer = bus.takeConsumer() else { return }
          for _ in 0..<(random.next() % 4) { _ = consumer.waitForSlot() }
          spin(Int(random.next() % 2_000))
        }
        // Ends, or this test hangs.
        producerThread.join()
        #expect(bus.counters.published == bus.counters.delivered + bus.counters.waiting)
      }
    }
  }

  @Test(
    "an end that is dropped while the other sleeps or works is noticed", arguments: OverflowPolicy.allCases)
  func producerGoes(policy: OverflowPolicy) {
    for attempt in 0..<200 as Range<UInt64> {
      let bus = FrameBus(slots: Payload.pool(4), capacity: 2, policy: policy)
      let producerThread = JoinableThread { _ = produce(bus, count: attempt % 5, seed: attempt) }
      guard var consumer = bus.takeConsumer() else { return }
      while consumer.waitForSlot() != nil {}
      producerThread.join()
      let drained = consumer.isDrained
      #expect(drained)
    }
  }

  @Test("one doorbell serves several buses")
  func sharedDoorbell() {
    Stress.rounds { _ in
      let doorbell = Doorbell()
      let left = FrameBus(slots: Payload.pool(4), capacity: 2, policy: .block, doorbell: doorbell)
      let right = FrameBus(slots: Payload.pool(4), capacity: 2, policy: .block, doorbell: doorbell)
      let threads = [left, right].map { bus in JoinableThread { _ = produce(bus, count: 5_000, seed: 1) } }
      guard var first = left.takeConsumer(), var second = right.takeConsumer() else { return }
      var frames = 0
      while true {
        let ticket = doorbell.ticket
        let before = frames
        if first.takeSlot() != nil { frames += 1 }
        if second.takeSlot() != nil { frames += 1 }
        if first.isDrained && second.isDrained { break }
        if frames == before { doorbell.wait(after: ticket) }
      }
      for thread in threads { thread.join() }
      #expect(frames == 10_000)
    }
  }

  @Test("a snapshot taken meanwhile never shows more frames out than in")
  func snapshots() {
    let bus = FrameBus(slots: Payload.pool(5), capacity: 2, policy: .dropOldest)
    let producerThread = JoinableThread { _ = produce(bus, count: 20_000, seed: 3) }
    let consumerThread = JoinableThread {
      guard var consumer = bus.takeConsumer() else { return }
      while consumer.waitForSlot() != nil {}
    }
    var last = FrameBusCounters()
    for _ in 0..<20_000 {
      let now = bus.counters
      #expect(now.delivered + now.droppedOldest <= now.published)
      #expect(now.published >= last.published && now.delivered >= last.delivered)
      last = now
    }
    producerThread.join()
    consumerThread.join()
  }
}

/// Offers frames 1...count under the bus's policy and drops the producer.
///
/// - Returns: whether the last frame was refused.
private func produce(_ bus: FrameBus<Payload>, count: UInt64, seed: UInt64) -> Bool {
  guard var producer = bus.takeProducer() else { return false }
  var random = Seeded(~seed)
  var spare: Int?
  var number: UInt64 = 0
  var refused = false
  while number < count {
    guard let index = spare ?? producer.waitForFree() else { break }
    number += 1
    producer.slot(index).fill(number)
    refused = false
    switch producer.publish(index) {
    case .accepted: spare = nil
    case .displaced(let oldest): spare = oldest
    case .refused: (spare, refused) = (index, true)
    case .closed: return false
    }
    if random.next() % 64 == 0 { spin(Int(random.next() % 1_000)) }
  }
  return refused
}

/// Passes some time without sleeping.
private func spin(_ rounds: Int) {
  let word = Atomic<Int>(0)
  for _ in 0..<rounds { word.store(word.load(ordering: .relaxed) + 1, ordering: .relaxed) }
}
