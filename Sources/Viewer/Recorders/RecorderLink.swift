import Glibc
import HostResources
import NIOCore
import PublishProtocol
import Synchronization

/// The connection to one recorder's socket, on its own thread; reconnects whenever the recorder comes back.
///
/// It requests a picture only while somebody watches, and the next only once the last was taken: the recorder and this process do
/// no more work than is watched.
package final class RecorderLink: Sendable {
  /// What it reports.
  package enum Update: Sendable {
    /// Somebody is listening at the socket.
    case connected
    /// Nobody is, and why.
    case gone(String)
    /// A picture; ``RecorderLink/take()`` requests the next.
    case picture(PublishedPicture)
    /// The screen's description, a JSON object, and its version.
    case screen([UInt8], version: Int)
    /// The answer to the event that was sent with this number.
    case answer([UInt8], id: Int)
  }

  private struct Wishes {
    var isWatched = false
    var hasTaken = true
    var isClosing = false
    var events: [(id: Int, line: [UInt8])] = []
  }

  /// The answer to an event that nobody takes.
  static let gone = Array(#"{"error":"the recorder is gone"}"#.utf8)
  /// The most events waiting for the recorder.
  private static let mostEvents = 64
  private static let pauses: [Int32] = [100, 200, 500, 1000, 2000]

  /// The socket's path.
  package let path: String
  /// The camera whose frames come; `nil` for the recorder's pictures.
  private let camera: String?
  private let request: [UInt8]
  private let wishes = Mutex(Wishes())
  private let wakes: (read: Int32, write: Int32)
  private let tell: @Sendable (Update) -> Void
  private let thread = Mutex<WorkerThread?>(nil)

  /// Starts connecting.
  ///
  /// - Parameters:
  ///   - path: the socket.
  ///   - camera: the id of a camera whose frames come instead of the recorder's pictures.
  ///   - tell: called on the link's thread.
  /// - Throws: `FileError`, `ResourceShortage`.
  package init(path: String, camera: String? = nil, tell: @escaping @Sendable (Update) -> Void) throws {
    (self.path, self.camera, self.tell) = (path, camera, tell)
    request = PublishedLine.next(camera: camera)
    wakes = try UnixSocket.wakePipe()
    let thread = try WorkerThread(name: "dualcam-link") { [self] in
      var session = Session(self)
      session.run()
    }
    self.thread.withLock { $0 = thread }
  }

  /// Sets whether anybody is watching.
  package func setWatched(_ isWatched: Bool) {
    let hasChanged = wishes.withLock { exchange(&$0.isWatched, with: isWatched) != isWatched }
    if hasChanged { UnixSocket.wake(wakes.write) }
  }

  /// Reports that the last picture has been taken.
  package func take() {
    wishes.withLock { $0.hasTaken = true }
    UnixSocket.wake(wakes.write)
  }

  /// Sends an event, a line of JSON without its newline; false if too many are waiting.
  package func send(_ line: [UInt8], id: Int) -> Bool {
    let isTaken = wishes.withLock { wishes in
      guard wishes.events.count < Self.mostEvents else { return false }
      wishes.events.append((id, line))
      return true
    }
    if isTaken { UnixSocket.wake(wakes.write) }
    return isTaken
  }

  /// Why nobody answers at a socket, by the errno of connect(2).
  static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "no recorder is publishing here yet"
    case ECONNREFUSED: "the recorder has ended without saying so"
    case EACCES, EPERM: "this user may not connect to its socket"
    default: SystemCall.text(code)
    }
  }

  /// Ends the thread.
  package func close() {
    wishes.withLock { $0.isClosing = true }
    UnixSocket.wake(wakes.write)
    if thread.withLock({ $0 })?.join(within: .seconds(5)) ?? true {
      Glibc.close(wakes.read)
      Glibc.close(wakes.write)
    }
  }

  // MARK: - The thread

  /// Used only by the thread.
  private struct Session {
    /// What the next answer is about.
    enum Question {
      case screen(Int)
      case event(Int)
    }

    let link: RecorderLink
    var descriptor: Int32 = -1
    var input: [UInt8] = []
    var output: [UInt8] = []
    var questions: [Question] = []
    var memory: SharedMemoryReader?
    var slotBytes = 0
    var isAsking = false
    /// The screen version known or requested.
    var screen: Int?
    var buffer = [UInt8](repeating: 0, count: 64 << 10)

    /// The most bytes accepted in a line: descriptions of large screens have some ten thousand.
    static let longestLine = 4 << 20

    init(_ link: RecorderLink) { self.link = link }

    mutating func run() {
      var failures = 0
      var reason: String?
      while !isClosing {
        descriptor = UnixSocket.connect(link.path)
        if descriptor >= 0 {
          (failures, reason) = (0, nil)
          link.tell(.connected)
          let ended = serve()
          hangUp()
          if isClosing { return }
          reason = ended
          link.tell(.gone(ended))
        } else {
          let why = RecorderLink.reason(-descriptor)
          if why != reason { link.tell(.gone(why)) }
          reason = why
        }
        pause(RecorderLink.pauses[min(failures, RecorderLink.pauses.count - 1)])
        failures += 1
      }
    }

    private var isClosing: Bool { link.wishes.withLock { $0.isClosing } }

    private mutating func pause(_ milliseconds: Int32) {
      var polls = [pollfd(fd: link.wakes.read, events: Int16(POLLIN), revents: 0)]
      UnixSocket.wait(&polls, milliseconds: milliseconds)
      if polls[0].revents != 0 { UnixSocket.empty(link.wakes.read, &buffer) }
      // Nobody is there to take them.
      let lost = link.wishes.withLock { exchange(&$0.events, with: []) }
      for event in lost { link.tell(.answer(RecorderLink.gone, id: event.id)) }
    }

    private mutating func hangUp() {
      Glibc.close(descriptor)
      for case .event(let id) in questions { link.tell(.answer(RecorderLink.gone, id: id)) }
      (input, output, questions, memory, isAsking, screen) = ([], [], [], nil, false, nil)
      link.wishes.withLock { $0.hasTaken = true }
    }

    /// Talks to the recorder until either side ends; returns why.
    private mutating func serve() -> String {
      while true {
        if isClosing { return "" }
        ask()
        while !output.isEmpty {
          let count = UnixSocket.send(descriptor, output[...])
          if count == -Int(EAGAIN) { break }
          guard count > 0 else { return "the recorder has ended" }
          output.removeFirst(count)
        }
        let events = Int16(POLLIN) | (output.isEmpty ? 0 : Int16(POLLOUT))
        var polls = [
          pollfd(fd: link.wakes.read, events: Int16(POLLIN), revents: 0),
          pollfd(fd: descriptor, events: events, revents: 0),
        ]
        UnixSocket.wait(&polls, milliseconds: -1)
        if polls[0].revents != 0 { UnixSocket.empty(link.wakes.read, &buffer) }
        guard polls[1].revents != 0 else { continue }
        var passed: Int32 = -1
        let count = UnixSocket.receive(descriptor, into: &buffer, passed: &passed)
        if passed >= 0 { memory = try? SharedMemoryReader(descriptor: passed) }
        if count == -Int(EAGAIN) { continue }
        guard count > 0 else { return "the recorder has ended" }
        input.append(contentsOf: buffer[..<count])
        if let problem = readLines() { return problem }
      }
    }

    /// Requests what is wanted.
    private mutating func ask() {
      let (wantsPicture, events) = link.wishes.withLock {
        ($0.isWatched && $0.hasTaken, exchange(&$0.events, with: []))
      }
      for event in events {
        output += event.line + [UInt8(ascii: "\n")]
        questions.append(.event(event.id))
      }
      if wantsPicture, !isAsking {
        output += link.request
        isAsking = true
      }
    }

    /// Returns why the peer isn't a recorder, or `nil` if it is.
    private mutating func readLines() -> String? {
      var start = input.startIndex
      while let end = input[start...].firstIndex(of: UInt8(ascii: "\n")) {
        if let problem = read(Array(input[start..<end])) { return problem }
        start = end + 1
      }
      input.removeSubrange(..<start)
      return input.count > Self.longestLine ? "it sends no lines" : nil
    }

    private mutating func read(_ line: [UInt8]) -> String? {
      switch PublishedLine(line) {
      case .memory(let slotBytes, _): self.slotBytes = slotBytes
      case .picture(let picture): take(picture)
      case .unknown(let what): return "it sends " + what
      case .answer(let bytes):
        guard !questions.isEmpty else {
          // Refused before any request: too many clients, or it publishes nothing.
          return PublishedLine.error(bytes) ?? "it answers a question that wasn't asked"
        }
        switch questions.removeFirst() {
        case .event(let id): link.tell(.answer(bytes, id: id))
        case .screen(let version):
          if PublishedLine.error(bytes) == nil {
            link.tell(.screen(bytes, version: version))
          } else {
            screen = nil
          }
        }
      }
      return nil
    }

    private mutating func take(_ picture: PublishedLine.Picture) {
      isAsking = false
      if picture.screen != screen, link.camera == nil {
        screen = picture.screen
        output += PublishedLine.describe
        questions.append(.screen(picture.screen))
      }
      guard let memory else { return }
      let place = picture.place
      var jpeg = ByteBufferAllocator().buffer(capacity: place.bytes)
      var isWhole = false
      let (slot, sequence, count) = (place.slot * slotBytes, place.sequence, place.bytes)
      // SAFETY: the buffer has room for `count` bytes, all of which are written if it is whole.
      unsafe jpeg.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
        isWhole = unsafe memory.take(at: slot, count: count, sequence: sequence, into: room)
        return isWhole ? count : 0
      }
      // It was overwritten meanwhile; the next will do.
      guard isWhole else { return }
      let capturedAt = place.captured.map { captured in
        WallClock.milliseconds() - Double(MonotonicClock.now() - captured) / 1e6
      }
      link.wishes.withLock { $0.hasTaken = false }
      link.tell(
        .picture(
          PublishedPicture(
            sequence: place.sequence, jpeg: jpeg, capturedAt: capturedAt, screen: picture.screen,
            line: Array(picture.line))))
    }
  }
}
