import Synchronization

/// Asks a running job to end cleanly. May be set from any thread, and from a signal handler.
public final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  /// A flag that isn't set.
  public init() {}

  /// Asks the job to stop; it can't be taken back.
  public func stop() { flag.store(true, ordering: .relaxed) }

  /// Whether the job was asked to stop.
  public var isStopped: Bool { flag.load(ordering: .relaxed) }
}
