import Synchronization

/// Asks a running job to end cleanly. May be set from any thread, and from a signal handler.
package final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  /// A flag that isn't set.
  package init() {}

  /// Asks the job to stop; can't be undone.
  package func stop() { flag.store(true, ordering: .relaxed) }

  /// Whether the job was asked to stop.
  package var isStopped: Bool { flag.load(ordering: .relaxed) }
}
