import CPeers
import FrameBus
import Synchronization

/// How long a sleeping thread takes to run after it was rung.
enum WakeUps {
  final class Run {
    let doorbell = Doorbell()
    let sent = Atomic<Int64>(0)
    let number = Atomic<Int>(0)
    let count: Int
    let gapMicroseconds: Int32
    var delays: [Int64]

    init(count: Int, gapMicroseconds: Int32) {
      self.count = count
      self.gapMicroseconds = gapMicroseconds
      delays = Array(repeating: 0, count: count)
    }
  }

  /// Delays in nanoseconds with ``Doorbell``.
  static func doorbell(count: Int, gapMicroseconds: Int32, pinned: Bool) -> [Int64] {
    let run = Run(count: count, gapMicroseconds: gapMicroseconds)
    // SAFETY: run outlives the call, which returns when both threads have ended.
    _ = unsafe peers_run_pair(
      { context in
        guard let context = unsafe context else { return }
        let run = unsafe Unmanaged<Run>.fromOpaque(context).takeUnretainedValue()
        for number in 1...run.count {
          peers_sleep_us(run.gapMicroseconds)
          run.sent.store(peers_now(), ordering: .relaxed)
          run.number.store(number, ordering: .releasing)
          run.doorbell.ring()
        }
      },
      { context in
        guard let context = unsafe context else { return }
        let run = unsafe Unmanaged<Run>.fromOpaque(context).takeUnretainedValue()
        for number in 1...run.count {
          while true {
            let ticket = run.doorbell.ticket
            if run.number.load(ordering: .acquiring) >= number { break }
            run.doorbell.wait(after: ticket)
          }
          run.delays[number - 1] = peers_now() - run.sent.load(ordering: .relaxed)
        }
      }, Unmanaged.passUnretained(run).toOpaque(), pinned)
    return withExtendedLifetime(run) { run.delays }
  }

  typealias Peer = (Int32, Int32, UnsafeMutablePointer<Int64>?, Bool) -> Void

  /// Delays in nanoseconds with one of the peers.
  static func peer(_ peer: Peer, count: Int, gapMicroseconds: Int32, pinned: Bool) -> [Int64] {
    var delays = [Int64](repeating: 0, count: count)
    // SAFETY: the peer writes `count` delays and keeps no pointer.
    unsafe delays.withUnsafeMutableBufferPointer { buffer in
      unsafe peer(Int32(count), gapMicroseconds, buffer.baseAddress, pinned)
    }
    return delays
  }
}
