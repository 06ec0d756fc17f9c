import GlassChrome
import Synchronization

/// Between the control socket's thread and the stage: events one way, the screen's description the other.
///
/// The stage asks once a frame and never waits: where the other side is in, it comes again with the next frame.
/// Nothing is allocated for a frame without events.
public final class ControlMailbox: Sendable {
  private struct State {
    var events = EventQueue()
    var description: [UInt8]?
  }

  private let state = Mutex(State())
  // Written with the lock held; read before it, so that an empty box costs the stage one load. Releasing store here,
  // acquiring load in `take(into:)`.
  private let count = Atomic<Int>(0)
  // Set by the socket's thread, cleared by the stage with its answer.
  private let isDescriptionWanted = Atomic<Bool>(false)

  public init() {}

  // MARK: - The sender's side

  /// Puts an event in, or merges it with the one before; false when the box is full and the event was dropped.
  public func post(_ event: ChromeEvent) -> Bool {
    state.withLock {
      let isTaken = $0.events.append(event)
      count.store($0.events.count, ordering: .releasing)
      return isTaken
    }
  }

  /// Asks the stage to describe the screen with one of the next frames.
  func requestDescription() {
    state.withLock { $0.description = nil }
    // Partner: the load in `wantsDescription`.
    isDescriptionWanted.store(true, ordering: .releasing)
  }

  /// The description asked for, once it is there.
  func takeDescription() -> [UInt8]? {
    state.withLock { $0.description.take() }
  }

  // MARK: - The stage's side

  /// Moves all events that have come into a queue that is empty.
  ///
  /// Hand in the same queue each frame: the two change places.
  func take(into events: inout EventQueue) {
    // Partner: the store in `post`.
    guard count.load(ordering: .acquiring) > 0 else { return }
    _ = state.withLockIfAvailable { state in
      swap(&state.events, &events)
      count.store(0, ordering: .releasing)
    }
  }

  /// Whether somebody waits for ``describe(_:)``.
  public var wantsDescription: Bool { isDescriptionWanted.load(ordering: .acquiring) }

  /// Answers with the screen as one JSON object without line breaks. Where the other side is in, it is asked for
  /// again with the next frame.
  public func describe(_ json: [UInt8]) {
    let isTaken = state.withLockIfAvailable { state in
      state.description = json
      return true
    }
    if isTaken == true { isDescriptionWanted.store(false, ordering: .releasing) }
  }
}
