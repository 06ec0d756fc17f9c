import Glibc
import HostResources
import PublishProtocol

/// A client of the control socket: its unread input, and output not yet sent.
///
/// Both are bounded. Nothing more is read from a client that doesn't collect its answers.
final class ControlClient {
  enum Line: Equatable {
    case whole([UInt8])
    case tooLong
  }

  /// How many bytes of answers may wait before reading stops.
  static let mostWaiting = 16 << 10
  let descriptor: Int32
  /// Whether it awaits the answer to its last line; the next line is read after that.
  var isWaiting = false
  /// What it has last asked for pictures of.
  private(set) var watched: PublishedPictures?
  /// Whether it awaits a picture; other lines are answered meanwhile.
  private var wantsPicture = false
  /// The sequence number of the last picture announced to it, and the memory it has.
  private var seen: UInt64 = 0
  private var memory: SharedMemory?
  // The number of the event that it is told next; `nil` if it doesn't follow.
  private var following: Int?
  var isFollowing: Bool { following != nil && !hasFailed }
  private var input: [UInt8] = []
  private var isSkipping = false
  private var hasEnded = false
  private var output: [UInt8] = []
  private var sent = 0
  private var hasFailed = false

  /// Takes ownership of the descriptor.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  var wantsInput: Bool {
    !hasEnded && !isWaiting && output.count - sent < Self.mostWaiting && input.count <= EventLine.longest
  }
  var wantsOutput: Bool { sent < output.count && !hasFailed }
  /// Whether it has gone and all its requests are answered.
  var isOver: Bool { hasFailed || (hasEnded && !isWaiting && !wantsOutput && !hasLine && following == nil) }
  /// Whether a whole line has arrived.
  var hasLine: Bool { input.contains(UInt8(ascii: "\n")) }

  /// Whether `nextLine()` has a line to return now.
  var isReady: Bool { !isWaiting && output.count - sent < Self.mostWaiting && hasLine }

  /// Reads the available input, through the caller's buffer.
  func receive(_ buffer: inout [UInt8]) {
    let count = UnixSocket.receive(descriptor, into: &buffer)
    switch count {
    case 1...: input.append(contentsOf: buffer[..<count])
    case 0: hasEnded = true
    case -Int(EAGAIN): break
    default: hasFailed = true
    }
  }

  /// Notes that it reads nothing any more.
  func hangUp() { if hasEnded { hasFailed = true } }

  /// The next line, without its newline; `nil` if none is complete or too many answers wait.
  func nextLine() -> Line? {
    guard !isWaiting, output.count - sent < Self.mostWaiting else { return nil }
    while true {
      guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
        guard isSkipping || input.count > EventLine.longest else { return nil }
        // The rest of an overlong line is dropped; the line gets one answer.
        input.removeAll(keepingCapacity: true)
        return exchange(&isSkipping, with: true) ? nil : .tooLong
      }
      let line = Array(input[..<end])
      input.removeSubrange(...end)
      if isSkipping {
        isSkipping = false
        continue
      }
      return line.count > EventLine.longest ? .tooLong : .whole(line)
    }
  }

  /// Queues a line for sending.
  func answer(_ line: [UInt8]) {
    output.append(contentsOf: line)
    output.append(UInt8(ascii: "\n"))
  }

  /// Tells it from now on what happens, from a number on.
  func follow(from number: Int) { following = number }

  /// Tells it what has happened since, as far as it reads.
  func tell(_ board: EventBoard) {
    while let number = following, output.count - sent < Self.mostWaiting, !hasFailed,
      let next = board.line(from: number)
    {
      output.append(contentsOf: next.line)
      following = next.number + 1
      flush()
    }
  }

  /// Notes its request for a picture that it hasn't seen.
  func requestPicture(of pictures: PublishedPictures) {
    if watched !== pictures { seen = 0 }
    (watched, wantsPicture) = (pictures, true)
  }

  /// Announces the newest picture if the client asked, hasn't seen it, and has received everything before.
  func showNewest() {
    guard wantsPicture, !wantsOutput, !hasFailed, let pictures = watched,
      let newest = pictures.append(newestAfter: seen, to: &output)
    else { return }
    guard memory === newest.memory || pass(newest.memory) else {
      // It has no room for a line now, so a later picture will be announced.
      output.removeAll(keepingCapacity: true)
      return
    }
    seen = newest.sequence
    wantsPicture = false
  }

  /// Passes the memory's descriptor and description ahead of everything else.
  private func pass(_ shared: SharedMemory) -> Bool {
    let line = PublishedLine.greeting(about: shared)
    let count = UnixSocket.send(descriptor, line[...], with: shared.descriptor)
    guard count > 0 else {
      hasFailed = count != -Int(EAGAIN)
      return false
    }
    memory = shared
    output.insert(contentsOf: line[count...], at: 0)
    return true
  }

  /// Sends as much as the client accepts.
  func flush() {
    while wantsOutput {
      let count = UnixSocket.send(descriptor, output[sent...])
      if count == -Int(EAGAIN) { return }
      guard count > 0 else {
        hasFailed = true
        return
      }
      sent += count
    }
    output.removeAll(keepingCapacity: true)
    sent = 0
  }
}
