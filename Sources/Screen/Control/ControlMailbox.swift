import GlassChrome
import Synchronization

/// Connects the control socket's thread and the stage: events go one way, the screen's description the other.
///
/// The stage checks it once per frame and never waits: if the other side holds the lock, it tries
/// again on the next frame. A frame without events allocates nothing.
package final class ControlMailbox: Sendable {
  private struct State {
    var events = EventQueue()
    var description: [UInt8]?
  }

  private let state = Mutex(State())
  // Written with the lock held but read before taking it, so that an empty box costs the stage one
  // load. Releasing store here, acquiring load in `take(into:)`.
  private let count = Atomic<Int>(0)
  // Set by the socket's thread, cleared by the stage when it answers; both with the lock held. If
  // the stage cleared it later, it would clear the next request too.
  private let isDescriptionWanted = Atomic<Bool>(false)

  package init() {}

  // MARK: - The sender's side

  /// Adds an event, or merges it with the previous one; returns false when the box is full and the event was dropped.
  package func post(_ event: ChromeEvent) -> Bool {
    state.withLock {
      let isTaken = $0.events.append(event)
      count.store($0.events.count, ordering: .releasing)
      return isTaken
    }
  }

  /// Asks the stage to describe the screen on one of the next frames.
  package func requestDescription() {
    state.withLock {
      $0.description = nil
      // Partner: the load in `wantsDescription`.
      isDescriptionWanted.store(true, ordering: .releasing)
    }
  }

  /// The requested description once available; `nil` until then.
  package func takeDescription() -> [UInt8]? {
    state.withLock { $0.description.take() }
  }

  // MARK: - The stage's side

  /// Moves all new events into an empty queue.
  ///
  /// Pass the same queue each frame: the two swap places.
  func take(into events: inout EventQueue) {
    // Partner: the store in `post`.
    guard count.load(ordering: .acquiring) > 0 else { return }
    _ = state.withLockIfAvailable { state in
      swap(&state.events, &events)
      count.store(0, ordering: .releasing)
    }
  }

  /// Whether someone is waiting for ``describe(_:)``.
  package var wantsDescription: Bool { isDescriptionWanted.load(ordering: .acquiring) }

  /// Answers with the screen as one JSON object without line breaks. If the other side holds the
  /// lock, the request stays pending until the next frame.
  package func describe(_ json: [UInt8]) {
    _ = state.withLockIfAvailable { state in
      state.description = json
      isDescriptionWanted.store(false, ordering: .releasing)
    }
  }
}
