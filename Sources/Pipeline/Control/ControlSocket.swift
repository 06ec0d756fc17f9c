import FrameBus
import Glibc
import HostResources
import PublishProtocol
import Screen
import Synchronization
import Values

/// A Unix socket through which a touch screen or a program controls a run, and watches it if the job publishes its pictures: JSON
/// Lines in, each answered with `{"ok":true}`, `{"error":"…"}` or, if the screen was requested, its description.
///
/// Only this user can use the file (mode 0600), or a group too (0660). Everything runs on its own thread, which sleeps until
/// someone writes; events go to the stage through a ``ControlMailbox``. However much is sent, only a bounded number of lines a
/// second is read; the rest waits in the kernel.
package final class ControlSocket: Sendable {
  static let mostClients = 16
  /// Lines read before a pause of `pauseMilliseconds`: many times what fingers produce, for a few
  /// hundredths of a processor's time.
  static let burst = 32
  static let pauseMilliseconds: Int32 = 20
  /// How long to wait for a description.
  static let patience = Duration.seconds(2)

  private let path: String
  private let listener: UnixSocket.Listener
  private let wake: (read: Int32, write: Int32)
  private let mailbox: ControlMailbox
  private let pictures: PublishedPictures?
  private let board: EventBoard?
  private let values: ValueBoard?
  // Partner: the load in `run`.
  private let isClosing = Atomic<Bool>(false)
  private let thread = Mutex<WorkerThread?>(nil)

  /// Starts the thread and listens.
  ///
  /// - Parameters:
  ///   - path: the socket's file.
  ///   - group: the number of a group whose members may connect too.
  ///   - mailbox: where events go and descriptions come from.
  ///   - pictures: the pictures for viewers; `nil` for none.
  ///   - board: what clients that follow the job are told.
  ///   - values: where values go that clients say.
  /// - Throws: `FileError.cannotCreate(path:reason:)`, `FileError.busy(path:reason:)` when someone
  ///   already listens there, and `ResourceShortage` without a thread: then no file is left.
  init(
    path: String, group: UInt32? = nil, mailbox: ControlMailbox, pictures: PublishedPictures? = nil,
    board: EventBoard? = nil, values: ValueBoard? = nil
  ) throws {
    self.path = path
    self.values = values
    self.pictures = pictures
    self.board = board
    self.mailbox = mailbox
    wake = try UnixSocket.wakePipe()
    do { listener = try UnixSocket.listen(path: path, group: group) } catch {
      Glibc.close(wake.read)
      Glibc.close(wake.write)
      throw error
    }
    do {
      let thread = try WorkerThread(name: "dualcam-control") { [self] in run() }
      self.thread.withLock { $0 = thread }
      let descriptor = wake.write
      board?.setWake { UnixSocket.wake(descriptor) }
    } catch {
      letGo()
      throw error
    }
  }

  /// Ends the thread, disconnects all clients and removes the file. Works once; until then the thread keeps the socket.
  package func close() {
    guard !isClosing.exchange(true, ordering: .acquiringAndReleasing) else { return }
    board?.setWake {}
    UnixSocket.wake(wake.write)
    // A hung thread still uses what would be released.
    guard thread.withLock({ $0 })?.join(within: .seconds(10)) ?? true else { return }
    letGo()
  }

  /// Announces a new picture.
  func hasPicture() { UnixSocket.wake(wake.write) }

  private func letGo() {
    UnixSocket.remove(listener, path: path)
    Glibc.close(wake.read)
    Glibc.close(wake.write)
  }

  // MARK: - The thread

  private func run() {
    var clients: [ControlClient] = []
    var polls: [pollfd] = []
    var buffer = [UInt8](repeating: 0, count: EventLine.longest)
    var describing: ContinuousClock.Instant?
    var isPausing = false
    while true {
      polls.removeAll(keepingCapacity: true)
      polls.append(pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0))
      if !isPausing {
        polls.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        for client in clients {
          let events = (client.wantsInput ? POLLIN : 0) | (client.wantsOutput ? POLLOUT : 0)
          // poll skips negative descriptors: a client that awaits an answer and has hung up would otherwise keep it awake. One that
          // follows and sends nothing more may wait for long, and its end is of interest.
          let isWanted = events != 0 || client.isFollowing
          polls.append(pollfd(fd: isWanted ? client.descriptor : -1, events: Int16(events), revents: 0))
        }
      }
      UnixSocket.wait(&polls, milliseconds: isPausing || describing != nil ? Self.pauseMilliseconds : -1)
      if polls[0].revents != 0 { UnixSocket.empty(wake.read, &buffer) }
      // Partner: the exchange in `close`.
      if isClosing.load(ordering: .acquiring) {
        // What happened last, too, to those who keep up.
        if let board { for client in clients { client.tell(board) } }
        return
      }
      if !isPausing {
        for index in clients.indices where polls[index + 2].revents != 0 {
          if clients[index].wantsInput { clients[index].receive(&buffer) }
          if polls[index + 2].revents & Int16(POLLHUP) != 0 { clients[index].hangUp() }
        }
        if polls[1].revents != 0 { accept(&clients) }
      }
      serve(clients, describing: &describing)
      answerDescriptions(clients, describing: &describing)
      for client in clients {
        client.flush()
        if let board { client.tell(board) }
        client.showNewest()
        client.flush()
      }
      clients.removeAll { $0.isOver }
      if let pictures { countWatchers(of: pictures, clients) }
      // More lines are waiting than one turn handles, and no new input would wake the thread for them.
      isPausing = clients.contains { $0.isReady }
    }
  }

  private func countWatchers(of pictures: PublishedPictures, _ clients: [ControlClient]) {
    pictures.setWatchers(clients.count { $0.watched === pictures })
    for camera in pictures.cameras.values { camera.setWatchers(clients.count { $0.watched === camera }) }
  }

  private func accept(_ clients: inout [ControlClient]) {
    for _ in 0..<Self.mostClients {
      let descriptor = UnixSocket.accept(listener.descriptor)
      // Out of descriptors: without a pause, the kernel would report it again at once.
      if descriptor == -EMFILE || descriptor == -ENFILE || descriptor == -ENOMEM { usleep(20_000) }
      guard descriptor >= 0 else { return }
      let client = ControlClient(descriptor: descriptor)
      if clients.count < Self.mostClients {
        clients.append(client)
      } else {
        client.answer(Self.error("\(Self.mostClients) clients are already connected"))
        client.flush()
      }
    }
  }

  /// Handles received lines, one per client in turn.
  private func serve(_ clients: [ControlClient], describing: inout ContinuousClock.Instant?) {
    var left = Self.burst
    var isBusy = true
    while isBusy && left > 0 {
      isBusy = false
      for client in clients {
        guard left > 0, let line = client.nextLine() else { continue }
        isBusy = true
        left -= 1
        answer(line, of: client, describing: &describing)
      }
    }
  }

  private func answer(
    _ line: ControlClient.Line, of client: ControlClient, describing: inout ContinuousClock.Instant?
  ) {
    let bytes: [UInt8]
    switch line {
    case .tooLong: return client.answer(Self.error("longer than \(EventLine.longest) bytes"))
    case .whole(let whole): bytes = whole
    }
    switch EventLine.decode(bytes) {
    case .failure(let problem): client.answer(Self.error(problem.what))
    case .success(.event(let event)):
      client.answer(mailbox.post(event) ? Self.ok : Self.slowDown)
    case .success(.next(let camera)):
      guard let pictures else { return client.answer(Self.nothingPublished) }
      guard let camera else { return client.requestPicture(of: pictures) }
      guard let frames = pictures.cameras[camera] else {
        let known = pictures.cameras.keys.sorted().joined(separator: ", ")
        return client.answer(
          Self.error(PublishedLine.noCamera + "\(EventMessage.quoted(camera)); the cameras are \(known)"))
      }
      client.requestPicture(of: frames)
    case .success(.follow(let number)):
      guard let board else { return client.answer(Self.error("nothing is told here")) }
      client.answer(Self.following(board))
      client.follow(from: number ?? board.next)
    case .success(.values(let said)):
      guard let values else { return client.answer(Self.error("nothing takes values here")) }
      let isTaken = values.put(said, at: MonotonicClock.now())
      client.answer(isTaken ? Self.ok : Self.error("there are \(ValueBoard.most) names already"))
    case .success(.describe):
      client.isWaiting = true
      if describing == nil {
        mailbox.requestDescription()
        describing = ContinuousClock.now
      }
    }
  }

  private func answerDescriptions(_ clients: [ControlClient], describing: inout ContinuousClock.Instant?) {
    guard let asked = describing else { return }
    let description = mailbox.takeDescription()
    guard description != nil || ContinuousClock.now - asked > Self.patience else { return }
    describing = nil
    for client in clients where client.isWaiting {
      client.isWaiting = false
      client.answer(description ?? Self.error("there was no picture to describe"))
    }
  }

  private static let ok = Array(#"{"ok":true}"#.utf8)
  private static let slowDown = error(
    "slow down: \(EventQueue.capacity) events are already waiting, this one was dropped")

  /// Which job it is, by its beginning, and the numbers of the first event that it remembers and of the next.
  private static func following(_ board: EventBoard) -> [UInt8] {
    var json = JSONBytes(capacity: 96)
    json.beginObject()
    json.beginObject("following")
    json.member("job", board.job)
    json.member("first", board.first)
    json.member("next", board.next)
    json.endObject()
    json.endObject()
    return json.bytes
  }

  private static let nothingPublished = error("no pictures are published here: start with --publish")

  private static func error(_ what: String) -> [UInt8] {
    var json = JSONBytes(capacity: 64)
    json.beginObject()
    json.member("error", what)
    json.endObject()
    return json.bytes
  }
}
