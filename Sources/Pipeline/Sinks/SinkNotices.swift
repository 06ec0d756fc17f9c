import Synchronization

/// What sinks have to say while they go on: written on the sink thread, read on the stage's.
final class SinkNotices: Sendable {
  private let texts = Mutex<[String]>([])
  private let isFilled = Atomic<Bool>(false)

  /// Whether something was said since it was taken last.
  var hasAny: Bool { isFilled.load(ordering: .acquiring) }

  func add(_ text: String) {
    texts.withLock { $0.append(text) }
    isFilled.store(true, ordering: .releasing)
  }

  /// What was said since the last call; takes no lock where there is nothing.
  func take() -> [String] {
    guard hasAny else { return [] }
    isFilled.store(false, ordering: .relaxed)
    return texts.withLock { texts in
      defer { texts.removeAll() }
      return texts
    }
  }
}
