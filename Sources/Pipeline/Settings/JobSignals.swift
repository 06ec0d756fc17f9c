import Synchronization

/// Requests to a running job from outside. Set from any thread or signal handler: each call is one
/// atomic store.
package final class JobSignals: Sendable {
  // Both flags stand alone: no other data depends on them.
  private let reload = Atomic<Bool>(false)
  private let still = Atomic<Bool>(false)

  /// Asks the job to reread its settings.
  package func requestReload() { reload.store(true, ordering: .relaxed) }

  /// Asks the job to keep the next picture.
  package func requestStill() { still.store(true, ordering: .relaxed) }

  /// Whether a reload was requested since the last call.
  func takeReload() -> Bool {
    reload.load(ordering: .relaxed) && reload.exchange(false, ordering: .relaxed)
  }

  /// Whether a still was requested since the last call. Call it before the picture can be seen anywhere: a request made
  /// then is for another one.
  func takeStill() -> Bool {
    still.load(ordering: .relaxed) && still.exchange(false, ordering: .relaxed)
  }
}
