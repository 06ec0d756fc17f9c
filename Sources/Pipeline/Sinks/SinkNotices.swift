import Synchronization

/// What sinks have to say while they go on: written on the sink thread, read on the stage's.
final class SinkNotices: Sendable {
  private let texts = Mutex<[String]>([])
  private let hasAny = Atomic<Bool>(false)

  func add(_ text: String) {
    texts.withLock { $0.append(text) }
    hasAny.store(true, ordering: .releasing)
  }

  /// What was said since the last call; takes no lock where there is nothing.
  func take() -> [String] {
    guard hasAny.load(ordering: .acquiring) else { return [] }
    hasAny.store(false, ordering: .relaxed)
    return texts.withLock { texts in
      defer { texts.removeAll() }
      return texts
    }
  }
}
