import CAllocationCounter
import TestSupport
import Testing

@testable import FrameBus

@Suite("Leases and the pool")
struct FrameLeaseTests {
  @Test("leases end in any order, and their slots come back in that order", arguments: 0..<6)
  func anyOrder(order: Int) throws {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    let bus = FrameBus(slots: Array(0..<3), capacity: 3, policy: .dropNewest)
    guard var producer = bus.takeProducer(), var consumer = bus.takeConsumer() else { throw Missing() }
    for _ in 0..<3 { _ = producer.publish(try producer.free()) }
    var leases = [3 of FrameLease<Int>?] { _ in consumer.take() }
    let none = producer.takeFree()
    #expect(none == nil)
    for place in orders[order] { leases[place] = nil }
    let back = [producer.takeFree(), producer.takeFree(), producer.takeFree(), producer.takeFree()]
    #expect(back == orders[order] + [nil])
  }

  @Test("each slot of the pool is on exactly one side, whatever happens", arguments: OverflowPolicy.allCases)
  func pool(policy: OverflowPolicy) throws {
    let slots = 7
    let bus = FrameBus(slots: Array(0..<slots), capacity: 3, policy: policy)
    guard var producer = bus.takeProducer(), var consumer = bus.takeConsumer() else { throw Missing() }
    var random = Seeded(7)
    var mine = Set<Int>()
    var leased = [FrameLeaseBox<Int>]()
    for _ in 0..<20_000 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        if let index = producer.takeFree() {
          #expect(mine.insert(index).inserted)
        }
      case 1, 2:
        guard let index = mine.randomElement(using: &random) else { continue }
        if policy == .block && bus.counters.waiting == 3 { continue }
        switch producer.publish(index) {
        case .accepted: mine.remove(index)
        case .displaced(let oldest):
          mine.remove(index)
          #expect(mine.insert(oldest).inserted)
        case .refused: break
        case .closed: Issue.record("nobody closed")
        }
      case 3:
        if let lease = consumer.take() { leased.append(FrameLeaseBox(lease)) }
      default:
        if !leased.isEmpty { leased.remove(at: Int.random(in: leased.indices, using: &random)) }
      }
      let held = Set(leased.map(\.slot))
      #expect(held.count == leased.count && held.isDisjoint(with: mine))
      #expect(mine.count + leased.count + Int(bus.counters.waiting) <= slots)
    }
    leased.removeAll()
    while let slot = consumer.takeSlot() { #expect(!mine.contains(slot)) }
    while let index = producer.takeFree() { #expect(mine.insert(index).inserted) }
    #expect(mine.count == slots)
  }

  @Test("a lease keeps the bus and its slots after both ends have gone", arguments: 1...3)
  func outlives(leases: Int) throws {
    weak var seen: Payload?
    do {
      var held = [FrameLeaseBox<Payload>]()
      do {
        let bus = FrameBus(slots: Payload.pool(3), capacity: 3, policy: .dropOldest)
        guard var producer = bus.takeProducer(), var consumer = bus.takeConsumer() else { throw Missing() }
        for number in 0..<leases {
          let index = try producer.free()
          producer.slot(index).fill(UInt64(number))
          _ = producer.publish(index)
        }
        while let lease = consumer.take() { held.append(FrameLeaseBox(lease)) }
        seen = producer.slot(0)
      }
      #expect(held.map(\.slot.checked) == (0..<leases).map { UInt64($0) })
      #expect(seen != nil)
    }
    #expect(seen == nil, "the last lease frees the bus")
  }

  @Test("a frame costs no allocation", arguments: OverflowPolicy.allCases)
  func noAllocation(policy: OverflowPolicy) throws {
    let bus = FrameBus(slots: Payload.pool(4), capacity: 2, policy: policy)
    guard var producer = bus.takeProducer(), var consumer = bus.takeConsumer() else { throw Missing() }
    var spare: Int?
    var delivered = 0
    var allocations: UInt64 = 0
    for round in 0..<1_000 {
      // The first rounds may set things up for good (metadata of generic types).
      let before = callocation_count_thread()
      // Three frames into two places: one is displaced or refused.
      for _ in 0..<(policy == .block ? 2 : 3) {
        guard let index = spare ?? producer.waitForFree(timeout: .seconds(1)) else { continue }
        producer.slot(index).fill(UInt64(round))
        switch producer.publish(index) {
        case .displaced(let oldest): spare = oldest
        case .refused: spare = index
        case .accepted, .closed: spare = nil
        }
      }
      while let lease = consumer.waitForFrame(timeout: .zero) {
        delivered += lease.slot.checked == nil ? 0 : 1
      }
      if round >= 10 { allocations += callocation_count_thread() - before }
    }
    #expect(delivered == 2_000)
    #expect(allocations == 0)
    // The counter counts, where it is there at all (sanitizers bring their own malloc).
    let before = callocation_count_thread()
    withExtendedLifetime(Payload()) {}
    #expect(callocation_available() == 0 || callocation_count_thread() > before)
  }
}

/// A lease in a place where arrays can hold it.
final class FrameLeaseBox<Slot: Sendable> {
  private let lease: FrameLease<Slot>
  init(_ lease: consuming FrameLease<Slot>) { self.lease = lease }
  var slot: Slot { lease.slot }
}
