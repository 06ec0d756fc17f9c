import CPeers
@_spi(Measurement) import FrameBus

/// Hand-offs between two threads: how long `count` of them take.
enum HandOffs {
  final class RingRun {
    let ring: MeasuredRing
    let count: Int
    var sum = 0

    init(capacity: Int, allowsStealing: Bool, count: Int) {
      ring = MeasuredRing(capacity: capacity, allowsStealing: allowsStealing)
      self.count = count
    }
  }

  /// Nanoseconds, or `nil` when the consumer's sum is wrong.
  static func ring(capacity: Int, allowsStealing: Bool, count: Int, pinned: Bool) -> Int64? {
    let run = RingRun(capacity: capacity, allowsStealing: allowsStealing, count: count)
    // SAFETY: run outlives the call, which returns when both threads have ended.
    let nanoseconds = unsafe peers_run_pair(
      { context in
        guard let context = unsafe context else { return }
        let run = unsafe Unmanaged<RingRun>.fromOpaque(context).takeUnretainedValue()
        var rounds: UInt32 = 0
        for number in 0..<run.count {
          while !run.ring.push(number & 0xffff) { unsafe peers_relax(&rounds) }
        }
      },
      { context in
        guard let context = unsafe context else { return }
        let run = unsafe Unmanaged<RingRun>.fromOpaque(context).takeUnretainedValue()
        var rounds: UInt32 = 0
        var sum = 0
        for _ in 0..<run.count {
          while true {
            if let value = run.ring.pop() {
              sum &+= value
              break
            }
            unsafe peers_relax(&rounds)
          }
        }
        run.sum = sum
      }, Unmanaged.passUnretained(run).toOpaque(), pinned)
    return withExtendedLifetime(run) { run.sum == expectedSum(count) ? nanoseconds : nil }
  }

  final class Slot: @unchecked Sendable {
    // SAFETY: one owner at a time, by the bus.
    var value = 0
  }

  final class BusRun {
    let bus: FrameBus<Slot>
    let count: Int
    var sum = 0

    init(capacity: Int, count: Int) {
      // As many places as slots: never full, so nothing is dropped, and the round trip alone is measured.
      bus = FrameBus(slots: (0..<capacity).map { _ in Slot() }, capacity: capacity, policy: .dropOldest)
      self.count = count
    }
  }

  /// A whole round trip: free slot, publish, lease, end of the lease; both bells rung, nobody asleep.
  static func bus(capacity: Int, count: Int, pinned: Bool) -> Int64? {
    let run = BusRun(capacity: capacity, count: count)
    // SAFETY: as in ring(capacity:allowsStealing:count:pinned:).
    let nanoseconds = unsafe peers_run_pair(
      { context in
        guard let context = unsafe context else { return }
        let run = unsafe Unmanaged<BusRun>.fromOpaque(context).takeUnretainedValue()
        guard var producer = run.bus.takeProducer() else { return }
        var rounds: UInt32 = 0
        for number in 0..<run.count {
          while true {
            if let index = producer.takeFree() {
              producer.slot(index).value = number & 0xffff
              _ = producer.publish(index)
              break
            }
            unsafe peers_relax(&rounds)
          }
        }
      },
      { context in
        guard let context = unsafe context else { return }
        let run = unsafe Unmanaged<BusRun>.fromOpaque(context).takeUnretainedValue()
        guard var consumer = run.bus.takeConsumer() else { return }
        var rounds: UInt32 = 0
        var sum = 0
        for _ in 0..<run.count {
          while true {
            if let lease = consumer.take() {
              sum &+= lease.slot.value
              break
            }
            unsafe peers_relax(&rounds)
          }
        }
        run.sum = sum
      }, Unmanaged.passUnretained(run).toOpaque(), pinned)
    return withExtendedLifetime(run) { run.sum == expectedSum(count) ? nanoseconds : nil }
  }

  private static func expectedSum(_ count: Int) -> Int {
    var sum = 0
    for number in 0..<count { sum &+= number & 0xffff }
    return sum
  }
}
