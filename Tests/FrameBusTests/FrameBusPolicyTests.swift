import Testing

@testable import FrameBus

@Suite("The bus, one thread")
struct FrameBusPolicyTests {
  @Test("each end is handed out once")
  func endsOnce() {
    let bus = FrameBus(slots: [0, 1], capacity: 1, policy: .block)
    let producers = [bus.givesProducer(), bus.givesProducer()]
    #expect(producers == [true, false])
    let consumers = [bus.givesConsumer(), bus.givesConsumer()]
    #expect(consumers == [true, false])
  }

  @Test("drop-oldest keeps the newest frames, gives displaced slots back and counts them")
  func dropOldest() throws {
    let bus = FrameBus(slots: Array(0..<4), capacity: 2, policy: .dropOldest)
    guard var producer = bus.takeProducer(), var consumer = bus.takeConsumer() else { throw Missing() }
    var outcomes: [FrameProducer<Int>.Outcome] = []
    for _ in 0..<3 { outcomes.append(producer.publish(try producer.free())) }
    #expect(outcomes == [.accepted, .accepted, .displaced(0)])
    // The displaced slot may be published again at once.
    let again = producer.publish(0)
    #expect(again == .displaced(1))
    let taken = [consumer.takeSlot(), consumer.takeSlot(), consumer.takeSlot()]
    #expect(taken == [2, 0, nil])
    #expect(bus.counters == FrameBusCounters(published: 4, delivered: 2, droppedOldest: 2))
    #expect(bus.counters.waiting == 0)
  }

  @Test("drop-newest keeps the oldest frames and leaves the refused slot with the producer")
  func dropNewest() throws {
    let bus = FrameBus(slots: Array(0..<4), capacity: 2, policy: .dropNewest)
    guard var producer = bus.takeProducer(), var consumer = bus.takeConsumer() else { throw Missing() }
    var outcomes: [FrameProducer<Int>.Outcome] = []
    for _ in 0..<3 { outcomes.append(producer.publish(try producer.free())) }
    outcomes.append(producer.publish(2))
    #expect(outcomes == [.accepted, .accepted, .refused, .refused])
    let taken = [consumer.takeSlot(), consumer.takeSlot(), consumer.takeSlot()]
    #expect(taken == [0, 1, nil])
    #expect(bus.counters == FrameBusCounters(published: 2, delivered: 2, droppedNewest: 2))
  }

  @Test(
    "frames published before the close are drained, then the end is known", arguments: OverflowPolicy.allCases
  )
  func drain(policy: OverflowPolicy) throws {
    let bus = FrameBus(slots: Array(0..<3), capacity: 2, policy: policy)
    guard var producer = bus.takeProducer(), var consumer = bus.takeConsumer() else { throw Missing() }
    for _ in 0..<2 { _ = producer.publish(try producer.free()) }
    let early = consumer.isDrained
    producer.close()
    producer.close()
    let open = consumer.isDrained
    #expect(!early && !open)
    let taken = [consumer.waitForSlot(), consumer.waitForSlot(), consumer.waitForSlot()]
    #expect(taken == [0, 1, nil])
    let drained = consumer.isDrained
    #expect(drained)
  }

  @Test(
    "after the consumer has gone, publishing says so and keeps the slot", arguments: OverflowPolicy.allCases)
  func consumerGone(policy: OverflowPolicy) throws {
    let bus = FrameBus(slots: Array(0..<2), capacity: 1, policy: policy)
    guard var producer = bus.takeProducer() else { throw Missing() }
    do { _ = bus.takeConsumer() }
    let gone = producer.isConsumerClosed
    let index = try producer.free()
    let outcomes = [producer.publish(index), producer.publish(index)]
    #expect(gone && outcomes == [.closed, .closed])
    _ = producer.takeFree()
    let free = producer.waitForFree()
    #expect(free == nil)
    #expect(bus.counters == FrameBusCounters())
  }

  @Test("waiting with a deadline gives up, also when the deadline has passed or is absurdly far")
  func deadlines() throws {
    let bus = FrameBus(slots: [0], capacity: 1, policy: .block)
    guard var producer = bus.takeProducer(), var consumer = bus.takeConsumer() else { throw Missing() }
    for timeout in [Duration.zero, .seconds(-1), .milliseconds(1)] {
      let slot = consumer.waitForSlot(timeout)
      #expect(slot == nil)
    }
    let index = try producer.free()
    let none = producer.waitForFree(timeout: .milliseconds(1))
    #expect(none == nil)
    _ = producer.publish(index)
    let slot = consumer.waitForSlot(.seconds(Int64.max))
    #expect(slot == 0)
    #expect(Doorbell.nanoseconds(.seconds(Int64.max)) == 86_400_000_000_000)
    #expect(Doorbell.nanoseconds(.nanoseconds(1) / 2) == 1)
  }

  @Test("publishing a slot twice, or one that was never taken, traps", arguments: [nil, 0, 2])
  func misuse(untaken: Int?) async {
    await #expect(processExitsWith: .failure) { [untaken] in
      let bus = FrameBus(slots: [0, 1], capacity: 2, policy: .dropNewest)
      guard var producer = bus.takeProducer() else { return }
      if untaken == nil, let index = producer.takeFree() {
        _ = producer.publish(index)
        _ = producer.publish(index)
      }
      if let untaken { _ = producer.publish(untaken) }
    }
  }
}

/// An end of a bus, or a free slot, that had to be there wasn't.
struct Missing: Error {}

extension FrameBusCounters {
  init(published: UInt64, delivered: UInt64, droppedOldest: UInt64 = 0, droppedNewest: UInt64 = 0) {
    self.init()
    self.published = published
    self.delivered = delivered
    self.droppedOldest = droppedOldest
    self.droppedNewest = droppedNewest
  }
}

extension FrameBus {
  /// Whether the producer's end was still there; drops it.
  func givesProducer() -> Bool {
    guard let producer = takeProducer() else { return false }
    producer.close()
    return true
  }

  /// Whether the consumer's end was still there; drops it.
  func givesConsumer() -> Bool {
    guard let consumer = takeConsumer() else { return false }
    consumer.close()
    return true
  }
}

// `#expect` and `#require` want copyable values: these go round that.
extension FrameProducer {
  /// A free slot, which there must be.
  mutating func free() throws(Missing) -> Int {
    guard let index = takeFree() else { throw Missing() }
    return index
  }
}

extension FrameConsumer {
  /// Takes a frame, ends its lease at once and gives the slot.
  mutating func takeSlot() -> Slot? {
    guard let lease = take() else { return nil }
    return lease.slot
  }

  mutating func waitForSlot(_ timeout: Duration? = nil) -> Slot? {
    guard let lease = waitForFrame(timeout: timeout) else { return nil }
    return lease.slot
  }
}
