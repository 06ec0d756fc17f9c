import Synchronization

/// What somebody outside asks of a running job. Set from any thread, and from a signal handler: each call is one
/// atomic store.
public final class JobSignals: Sendable {
  // Both flags stand for themselves: nothing else is read on their account.
  private let reload = Atomic<Bool>(false)
  private let still = Atomic<Bool>(false)

  public init() {}

  /// Asks for the settings to be read again.
  public func requestReload() { reload.store(true, ordering: .relaxed) }

  /// Asks for the next picture to be kept.
  public func requestStill() { still.store(true, ordering: .relaxed) }

  /// Whether settings were asked for since the last call.
  func takeReload() -> Bool {
    reload.load(ordering: .relaxed) && reload.exchange(false, ordering: .relaxed)
  }

  var isStillWanted: Bool { still.load(ordering: .relaxed) }

  func stillIsTaken() { still.store(false, ordering: .relaxed) }
}
