import HostResources
import NIOCore

/// A recorder as its watchers see it. Belongs to the server's event loop.
package final class Recorder {
  /// Whether it is available.
  package enum State: String, Sendable {
    /// Pictures are arriving.
    case live
    /// Connected, but no picture has come for a while.
    case waiting
    /// Nobody is listening at its socket.
    case gone
  }

  /// An observer of a recorder.
  package protocol Watcher: AnyObject {
    /// A newer picture arrived.
    func pictureCame(_ recorder: Recorder)
    /// It is gone, or can't be reached. Does nothing by default.
    func recorderLeft(_ recorder: Recorder)
    /// Its screen's description changed. Does nothing by default.
    func screenCame(_ recorder: Recorder)
  }

  /// How long it may send nothing while being watched.
  static let patience = TimeAmount.seconds(3)

  /// Its socket's path.
  let path: String
  /// Its name for people: unique among a server's recorders.
  package let name: String
  package private(set) var state = State.gone
  /// Why it is gone.
  package private(set) var reason: String? = "connecting"
  /// When it entered its state, in milliseconds since 1970.
  package private(set) var since = WallClock.milliseconds()
  /// The latest picture.
  package private(set) var picture: PublishedPicture?
  /// The latest description of its screen, one JSON object, and its version.
  package private(set) var screen: (json: [UInt8], version: Int)?
  /// How many pictures a second the recorder makes, whether or not they are watched.
  private(set) var made = PictureRate()
  /// The number of pictures received.
  package private(set) var pictures = 0
  /// Whether pictures arrive, or would if somebody watched.
  var isOnline: Bool { state == .live || state == .waiting && reason == nil }
  /// The id of the camera whose frames these are; `nil` for the recorder's pictures.
  let camera: String?
  /// Called when its last watcher has left.
  var onUnwatched: () -> Void = {}
  /// Called when ``state`` has changed.
  var onChange: () -> Void = {}

  private let loop: any EventLoop
  private var link: RecorderLink?
  private var watchers: [ObjectIdentifier: any Watcher] = [:]
  private var nextEvent = 0
  private var answers: [Int: ([UInt8]) -> Void] = [:]
  private var timeout: Scheduled<Void>?

  init(_ path: String, name: String, camera: String? = nil, loop: any EventLoop) {
    (self.path, self.name, self.camera, self.loop) = (path, name, camera, loop)
  }

  /// Connects to its socket, repeatedly if necessary.
  func connect() throws {
    let own = NIOLoopBound(self, eventLoop: loop)
    let loop = self.loop
    link = try RecorderLink(path: path, camera: camera) { update in loop.execute { own.value.receive(update) }
    }
  }

  func close() { link?.close() }

  /// One of its cameras by itself.
  func connectCamera(_ id: String) throws -> Recorder {
    let camera = Recorder(path, name: name, camera: id, loop: loop)
    try camera.connect()
    return camera
  }

  /// Does something when all that now happens is over.
  func later(_ body: @escaping (Recorder) -> Void) {
    let own = NIOLoopBound((self, body), eventLoop: loop)
    loop.execute { own.value.1(own.value.0) }
  }

  /// Whether anybody watches.
  var isWatched: Bool { !watchers.isEmpty }

  // MARK: - Watchers

  /// Adds a watcher of what comes from now on.
  package func add(_ watcher: any Watcher) {
    // The picture from when the last watcher left is stale, but if the recorder is gone, it is its last.
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
      onUnwatched()
    }
  }

  /// Passes on an event, a line of JSON; `answer` receives the response.
  package func send(_ event: [UInt8], answer: @escaping ([UInt8]) -> Void) {
    guard state != .gone, let link else { return answer(RecorderLink.gone) }
    nextEvent += 1
    guard link.send(event, id: nextEvent) else {
      return answer(Array(#"{"error":"slow down: too many events are waiting"}"#.utf8))
    }
    answers[nextEvent] = answer
  }

  // MARK: - Updates

  private func receive(_ update: RecorderLink.Update) {
    switch update {
    case .connected: become(.waiting, nil)
    case .gone(let reason):
      become(.gone, reason)
      for watcher in watchers.values { watcher.recorderLeft(self) }
    case .picture(var picture):
      pictures += 1
      made.add(number: picture.sequence, at: picture.capturedAt ?? WallClock.milliseconds())
      // A recorder that comes back starts again at 1: its watchers would take it for the former one.
      picture.sequence = UInt64(pictures)
      self.picture = picture
      if state != .live { become(.live, nil) }
      wait()
      // Request the next picture before passing this one on, so that it isn't missed.
      link?.take()
      for watcher in watchers.values { watcher.pictureCame(self) }
    case .screen(let json, _):
      // Counted here, too, for the same reason.
      screen = (json, (screen?.version ?? 0) + 1)
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

  /// Waits for a picture.
  private func wait() {
    timeout?.cancel()
    guard !watchers.isEmpty, state != .gone else { return }
    let own = NIOLoopBound(self, eventLoop: loop)
    timeout = loop.scheduleTask(in: Self.patience) {
      if own.value.state == .live { own.value.become(.waiting, "no pictures are arriving") }
    }
  }
}

extension Recorder.Watcher {
  package func screenCame(_ recorder: Recorder) {}
  package func recorderLeft(_ recorder: Recorder) {}
}
