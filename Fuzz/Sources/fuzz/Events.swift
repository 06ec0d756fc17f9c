import Foundation
import Glibc

@testable import Pipeline

/// Each line of an input as an event.
func readEvents(_ input: Span<UInt8>) {
  for line in array(input).split(separator: UInt8(ascii: "\n")) {
    if case .failure(let problem) = EventLine.decode(line) {
      precondition(!problem.what.isEmpty && problem.what.utf8.count < 1000, "\(problem.what)")
    }
  }
}

/// An input as a script.
func readScript(_ input: Span<UInt8>) {
  do { _ = try EventScript.decode(Data(array(input)), path: "script.json") } catch {
    precondition("\(error)".utf8.count < 2000, "a message without end")
  }
}

/// An input as it comes through a socket, in pieces that its own bytes choose; what lies here stays bounded.
func feed(_ input: Span<UInt8>) {
  var ends: [Int32] = [0, 0]
  // SAFETY: the kernel writes two descriptors.
  let code = unsafe ends.withUnsafeMutableBufferPointer {
    unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, $0.baseAddress!)
  }
  guard code == 0 else { return }
  defer { close(ends[1]) }
  let client = ControlClient(descriptor: ends[0])
  let bytes = array(input)
  var buffer = [UInt8](repeating: 0, count: EventLine.longest)
  var (position, lines) = (0, 0)
  while position < bytes.count, !client.isOver {
    let count = min(bytes.count - position, 1 + Int(bytes[position]) * 17)
    // SAFETY: the slice's bytes are read only.
    let sent = unsafe bytes[position..<position + count].withUnsafeBytes {
      unsafe send(ends[1], $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
    if sent > 0 { position += sent }
    if client.wantsInput { client.receive(&buffer) } else if sent <= 0 { break }
    while let line = client.nextLine() {
      lines += 1
      if case .whole(let whole) = line { precondition(whole.count <= EventLine.longest) }
      client.answer(Array(#"{"ok":true}"#.utf8))
    }
    client.flush()
  }
  precondition(lines <= bytes.count, "more lines than bytes")
}
