import Glibc
import HostResources

/// One who is connected to the control socket: what has come and isn't read yet, what is to go out.
///
/// Both are bounded. From a client that doesn't take its answers nothing more is read.
final class ControlClient {
  enum Line: Equatable {
    case whole([UInt8])
    case tooLong
  }

  /// Answers that may wait; nothing is read as long as there are more.
  static let mostWaiting = 16 << 10
  let descriptor: Int32
  /// For the answer to its last line; the next is read after that.
  var isWaiting = false
  private var input: [UInt8] = []
  private var isSkipping = false
  private var hasEnded = false
  private var output: [UInt8] = []
  private var sent = 0
  private var hasFailed = false

  /// Takes the descriptor over.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  var wantsInput: Bool {
    !hasEnded && !isWaiting && output.count - sent < Self.mostWaiting && input.count <= EventLine.longest
  }
  var wantsOutput: Bool { sent < output.count && !hasFailed }
  /// True when it has gone, and all that it asked is answered.
  var isOver: Bool { hasFailed || (hasEnded && !isWaiting && !wantsOutput && !hasLine) }
  /// Whether a whole line lies here.
  var hasLine: Bool { input.contains(UInt8(ascii: "\n")) }

  /// Whether ``nextLine()`` has one to give now.
  var isReady: Bool { !isWaiting && output.count - sent < Self.mostWaiting && hasLine }

  /// Reads what has come, through the caller's buffer.
  func receive(_ buffer: inout [UInt8]) {
    let count = UnixSocket.receive(descriptor, into: &buffer)
    switch count {
    case 1...: input.append(contentsOf: buffer[..<count])
    case 0: hasEnded = true
    case -Int(EAGAIN): break
    default: hasFailed = true
    }
  }

  /// The next line, without its newline; `nil` when there is no whole one, or the answers wait.
  func nextLine() -> Line? {
    guard !isWaiting, output.count - sent < Self.mostWaiting else { return nil }
    while true {
      guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
        guard isSkipping || input.count > EventLine.longest else { return nil }
        // The rest of a line that is too long isn't kept; it is answered once.
        input.removeAll(keepingCapacity: true)
        defer { isSkipping = true }
        return isSkipping ? nil : .tooLong
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

  /// Adds a line to what is to go out.
  func answer(_ line: [UInt8]) {
    output.append(contentsOf: line)
    output.append(UInt8(ascii: "\n"))
  }

  /// Sends what is taken.
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
