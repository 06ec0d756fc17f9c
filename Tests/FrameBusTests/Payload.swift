import Foundation

/// A slot whose content shows whether two threads ever had it at once.
final class Payload: @unchecked Sendable {
  // SAFETY: owned by one side at a time, which is what the tests (and the thread sanitizer) check.
  private var number: UInt64 = 0
  private var words = [UInt64](repeating: 0, count: 12)

  func fill(_ number: UInt64) {
    self.number = number
    for index in words.indices { words[index] = (number &+ UInt64(index)) &* 0x9E37_79B9_7F4A_7C15 }
  }

  /// The number that was filled in; `nil` when the words don't belong to it.
  var checked: UInt64? {
    for index in words.indices where words[index] != (number &+ UInt64(index)) &* 0x9E37_79B9_7F4A_7C15 {
      return nil
    }
    return number
  }

  static func pool(_ count: Int) -> [Payload] { (0..<count).map { _ in Payload() } }
}

/// A thread that can be waited for.
final class JoinableThread: Sendable {
  private let ended = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    let ended = ended
    Thread.detachNewThread {
      body()
      ended.signal()
    }
  }

  func join() { ended.wait() }
}

/// How long the stress tests go on: one round each, or as many as fit in `FRAMEBUS_STRESS_SECONDS` each.
enum Stress {
  static let seconds =
    ProcessInfo.processInfo.environment["FRAMEBUS_STRESS_SECONDS"].flatMap(Double.init) ?? 0

  static func rounds(_ body: (_ round: UInt64) throws -> Void) rethrows {
    let end = ContinuousClock.now + .seconds(seconds)
    var round: UInt64 = 0
    repeat {
      try body(round)
      round += 1
    } while ContinuousClock.now < end
  }
}
