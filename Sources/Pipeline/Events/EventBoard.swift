import Foundation
import HostResources
import Synchronization

/// Tells programs what happens, as numbered lines of JSON: those that follow the job's socket, and a named pipe's reader.
///
/// Nothing waits for a reader. The board remembers ``most`` lines for those who come late or are slow, and the kernel 64 KiB in the
/// pipe; a gap in the numbers is what was lost. Any thread may tell.
final class EventBoard: Sendable {
  /// How many lines are remembered.
  static let most = 256

  private struct State: ~Copyable {
    var pipe: NamedPipe?
    var lines: [[UInt8]] = []
    /// The number of the first line remembered; they count from 1.
    var first = 1
    var counts = [EventName: Int]()
    var wake: @Sendable () -> Void = {}
  }

  private let state: Mutex<State>
  /// When the job began, which tells its events from another job's at the same socket.
  let job: String

  /// - Parameter pipe: the path of a named pipe, created if missing; `nil` for none.
  /// - Throws: `FileError.cannotCreate(path:reason:)`, also if something else is at the path.
  init(pipe: String? = nil) throws(FileError) {
    let opened: NamedPipe? = if let pipe { try NamedPipe(pipe) } else { nil }
    state = Mutex(State(pipe: opened))
    job = UTCText.text(MonotonicClock.wall())
  }

  /// Has someone woken at each line. What was set before isn't called any more once this returns.
  func setWake(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  /// Tells of something.
  ///
  /// - Parameter members: writes further members.
  func tell(_ event: EventName, _ members: (inout JSONBytes) -> Void = { _ in }) {
    state.withLock { state in
      var line = JSONBytes(capacity: 256)
      line.beginObject()
      line.key("time")
      line.string { UTCText.append(MonotonicClock.wall(), to: &$0) }
      line.member("event", event.rawValue)
      members(&line)
      line.member("number", state.first + state.lines.count)
      line.endObject()
      line.newline()
      let bytes = line.bytes
      // Longer ones could arrive in parts (pipe(7)).
      if bytes.count <= 4096 { _ = state.pipe?.write(bytes.span) }
      state.lines.append(bytes)
      if state.lines.count > Self.most {
        state.lines.removeFirst()
        state.first += 1
      }
      state.counts[event, default: 0] += 1
      state.wake()
    }
  }

  /// Tells that a file or folder is complete.
  ///
  /// - Parameter path: made absolute, because its reader may run elsewhere.
  func tell(_ event: EventName, path: String, _ members: (inout JSONBytes) -> Void = { _ in }) {
    tell(event) { line in
      line.member("path", Self.absolute(path))
      members(&line)
    }
  }

  /// How often each was told.
  var counts: [EventName: Int] { state.withLock { $0.counts } }

  /// The number that the next line will have.
  var next: Int { state.withLock { $0.first + $0.lines.count } }

  /// The number of the first line that is remembered.
  var first: Int { state.withLock { $0.first } }

  /// The first remembered line from this number on; `nil` if there is none yet.
  func line(from number: Int) -> (number: Int, line: [UInt8])? {
    state.withLock { state in
      let number = max(number, state.first)
      guard number - state.first < state.lines.count else { return nil }
      return (number, state.lines[number - state.first])
    }
  }

  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }
}
