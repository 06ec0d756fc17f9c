import HostResources
import NIOCore

/// A recorder as those who watch see it. Belongs to the server's event loop.
package final class Recorder {
  /// Whether it is there.
  package enum State: String, Sendable {
    /// Pictures come.
    case live
    /// It is there, and no picture has come for a while.
    case waiting
    /// Nobody is at its socket.
    case gone
  }

  /// Someone who watches it.
  package protocol Watcher: AnyObject {
    /// There is a newer picture.
    func pictureCame(_ recorder: Recorder)
    /// Its screen is described anew.
    func screenCame(_ recorder: Recorder)
  }

  /// How long it may send nothing while somebody watches.
  static let patience = TimeAmount.seconds(3)

  /// Its socket's path.
  let path: String
  /// What people call it: unique among a server's recorders.
  package let name: String
  package private(set) var state = State.gone
  /// Why it is gone.
  package private(set) var reason: String? = "connecting"
  /// Since when it is as it is, in milliseconds since 1970.
  package private(set) var since = WallClock.milliseconds()
  /// The last picture.
  package private(set) var picture: PublishedPicture?
  /// The last description of its screen, one JSON object, and its version.
  package private(set) var screen: (json: [UInt8], version: Int)?
  /// Pictures that came.
  package private(set) var pictures = 0
  /// Called when ``state`` has changed.
  var onChange: () -> Void = {}

  private let loop: any EventLoop
  private var link: RecorderLink?
  private var watchers: [ObjectIdentifier: any Watcher] = [:]
  private var nextEvent = 0
  private var answers: [Int: ([UInt8]) -> Void] = [:]
  private var timeout: Scheduled<Void>?

  init(_ path: String, name: String, loop: any EventLoop) {
    (self.path, self.name, self.loop) = (path, name, loop)
  }

  /// Connects to its socket, now and again.
  func connect() throws {
    let own = NIOLoopBound(self, eventLoop: loop)
    let loop = self.loop
    link = try RecorderLink(path: path) { update in loop.execute { own.value.receive(update) } }
  }

  func close() { link?.close() }

  // MARK: - Those who watch

  /// Adds someone who gets what comes from now on.
  package func add(_ watcher: any Watcher) {
    // What was there when the last one left is old; of one that is gone it is the last.
    if watchers.isEmpty, state != .gone { picture = nil }
    watchers[ObjectIdentifier(watcher)] = watcher
    link?.setWatched(true)
    wait()
  }

  package func remove(_ watcher: any Watcher) {
    watchers[ObjectIdentifier(watcher)] = nil
    if watchers.isEmpty {
      link?.setWatched(false)
      timeout?.cancel()
    }
  }

  /// Passes an event on, a line of JSON; `answer` gets what it says to it.
  package func send(_ event: [UInt8], answer: @escaping ([UInt8]) -> Void) {
    guard state != .gone, let link else { return answer(Array(#"{"error":"the recorder is gone"}"#.utf8)) }
    nextEvent += 1
    guard link.send(event, id: nextEvent) else {
      return answer(Array(#"{"error":"slow down: too many events wait"}"#.utf8))
    }
    answers[nextEvent] = answer
  }

  // MARK: - What it says

  private func receive(_ update: RecorderLink.Update) {
    switch update {
    case .connected: become(.waiting, nil)
    case .gone(let reason): become(.gone, reason)
    case .picture(var picture):
      pictures += 1
      // A recorder that is back begins at 1.
      picture.sequence = UInt64(pictures)
      self.picture = picture
      if state != .live { become(.live, nil) }
      wait()
      // Asked for before it is passed on: it shall not be missed.
      link?.take()
      for watcher in watchers.values { watcher.pictureCame(self) }
    case .screen(let json, let version):
      screen = (json, version)
      for watcher in watchers.values { watcher.screenCame(self) }
    case .answer(let answer, let id): answers.removeValue(forKey: id)?(answer)
    }
  }

  private func become(_ state: State, _ reason: String?) {
    guard state != self.state || reason != self.reason else { return }
    if state == .gone { timeout?.cancel() }
    (self.state, self.reason, since) = (state, reason, WallClock.milliseconds())
    onChange()
  }

  /// Expects a picture.
  private func wait() {
    timeout?.cancel()
    guard !watchers.isEmpty, state != .gone else { return }
    let own = NIOLoopBound(self, eventLoop: loop)
    timeout = loop.scheduleTask(in: Self.patience) {
      if own.value.state == .live { own.value.become(.waiting, "no picture comes") }
    }
  }
}
