import Synchronization

/// Notices from sinks while they run: written on the sink thread, read on the stage's.
final class SinkNotices: Sendable {
  private let texts = Mutex<[String]>([])
  private let isFilled = Atomic<Bool>(false)

  /// Whether there are notices to take.
  var hasAny: Bool { isFilled.load(ordering: .acquiring) }

  func add(_ text: String) {
    texts.withLock { $0.append(text) }
    isFilled.store(true, ordering: .releasing)
  }

  /// The notices since the last call; takes no lock when there are none.
  func take() -> [String] {
    guard hasAny else { return [] }
    isFilled.store(false, ordering: .relaxed)
    return texts.withLock { texts in
      defer { texts.removeAll() }
      return texts
    }
  }
}
