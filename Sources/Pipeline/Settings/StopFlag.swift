import Synchronization

/// Asks a running job to come to a good end. May be set from any thread, and from a signal handler.
public final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  public init() {}

  public func stop() { flag.store(true, ordering: .relaxed) }

  public var isStopped: Bool { flag.load(ordering: .relaxed) }
}
