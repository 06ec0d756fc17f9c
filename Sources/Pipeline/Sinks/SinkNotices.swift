import GlassChrome
import Screen
import Synchronization

/// Notices from running sinks: written on the sink thread, read on the stage's.
final class SinkNotices: Sendable {
  private let notices = Mutex<[SinkNotice]>([])
  private let isFilled = Atomic<Bool>(false)

  /// Whether there are notices to take.
  var hasAny: Bool { isFilled.load(ordering: .acquiring) }

  /// - Parameters:
  ///   - text: for the log.
  ///   - brief: for the screen, with what to do; `nil` if it needn't appear there.
  func add(_ text: String, brief: SinkNotice.Brief? = nil) {
    notices.withLock { $0.append(SinkNotice(text: text, brief: brief)) }
    isFilled.store(true, ordering: .releasing)
  }

  /// The notices since the last call; takes no lock if there are none.
  func take() -> [SinkNotice] {
    guard hasAny else { return [] }
    isFilled.store(false, ordering: .relaxed)
    return notices.withLock { exchange(&$0, with: []) }
  }
}

/// A sink's message: a sentence for the log, and a short one for the screen.
struct SinkNotice {
  /// Looks up a short sentence in the screen's words.
  typealias Brief = @Sendable (ScreenWords) -> String

  var text: String
  var brief: Brief?
}
