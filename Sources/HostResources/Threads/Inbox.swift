import Synchronization

/// Values from any thread for one that looks often: a look into an empty box costs one load.
package final class Inbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  // Stored with release after adding, loaded with acquire before the lock is taken. Taking clears it first:
  // whatever is added later sets it again.
  private let isFilled = Atomic<Bool>(false)
  private let most: Int
  private let keepsOldest: Bool

  /// - Parameters:
  ///   - most: how many values can wait, if nobody takes them.
  ///   - keepsOldest: whether a full box keeps its values or makes room for new ones.
  package init(most: Int = .max, keepsOldest: Bool = true) {
    self.most = most
    self.keepsOldest = keepsOldest
  }

  /// Whether there is anything to take.
  package var hasAny: Bool { isFilled.load(ordering: .acquiring) }

  /// Adds a value.
  package func add(_ value: Value) {
    values.withLock {
      if $0.count < most {
        $0.append(value)
      } else if !keepsOldest {
        $0.removeFirst()
        $0.append(value)
      }
    }
    isFilled.store(true, ordering: .releasing)
  }

  /// The values since the last call, in order. Takes no lock and allocates nothing if there are none.
  package func take() -> [Value] {
    guard hasAny else { return [] }
    isFilled.store(false, ordering: .relaxed)
    return values.withLock { exchange(&$0, with: []) }
  }
}
