import FrameBus
import HostResources
import Synchronization

/// Connects the screen and the library: requests go one way, answers the other.
///
/// In a live job a separate thread answers, since files may be slow. In an exact job the stage's
/// thread does, before the next picture, so that the same input gives the same pictures.
package final class LibraryDesk: Sendable {
  private struct State {
    var requests: [LibraryRequest] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let bell = Doorbell()
  /// From the library to the screen.
  let answers = Inbox<LibraryAnswer>()

  package init() {}

  // MARK: - The screen's side

  /// The most waiting requests: a person makes one at a time.
  private static let mostWaiting = 16

  /// Submits a request. One for another place replaces one that is waiting.
  func ask(_ request: LibraryRequest) {
    state.withLock { state in
      if case .show = request {
        state.requests.removeAll { if case .show = $0 { true } else { false } }
      }
      if state.requests.count < Self.mostWaiting { state.requests.append(request) }
    }
    bell.ring()
  }

  /// Signals that no more requests will follow.
  func close() {
    state.withLock { $0.isClosed = true }
    bell.ring()
  }

  // MARK: - The library's side

  /// The next request, if one is waiting.
  func take() -> LibraryRequest? {
    state.withLock { $0.requests.isEmpty || $0.isClosed ? nil : $0.requests.removeFirst() }
  }

  /// Waits for the next request; `nil` once there will be no more.
  func next() -> LibraryRequest? {
    while true {
      let ticket = bell.ticket
      if let request = take() { return request }
      if state.withLock({ $0.isClosed }) { return nil }
      bell.wait(after: ticket)
    }
  }

  /// Whether another request is waiting.
  var hasRequests: Bool { state.withLock { !$0.requests.isEmpty || $0.isClosed } }
}
