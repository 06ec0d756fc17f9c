import Foundation
import Glibc
import HostResources
import Synchronization
import TestSupport
import Testing

@testable import Pipeline
@testable import Screen
@testable import Viewer

@Suite("Following a recorder")
struct FollowerTests {
  /// Follows in a thread of its own until the body is done and the recorder gone.
  private static func follow(
    _ board: EventBoard, in folder: TestFolder, _ command: [String],
    _ change: (inout Follower.Settings) -> Void = { _ in },
    _ body: () throws -> Void
  ) throws -> [Follower.Outcome] {
    var settings = Follower.Settings(socket: folder.file("s"))
    (settings.command, settings.isOnce, settings.retries) = (command, true, 1)
    change(&settings)
    let socket = try ControlSocket(path: settings.socket, mailbox: ControlMailbox(), board: board)
    let outcomes = Mutex<[Follower.Outcome]>([])
    let isConnected = Mutex(false)
    let problem = Mutex<String?>(nil)
    let asked = settings
    let thread = try WorkerThread(name: "follower") {
      do {
        try Follower(asked, stop: StopFlag()) { news in
          switch news {
          case .connected: isConnected.withLock { $0 = true }
          case .outcome(let outcome): outcomes.withLock { $0.append(outcome) }
          case .problem(let text): problem.withLock { $0 = text }
          default: break
          }
        }.follow()
      } catch { problem.withLock { $0 = "\(error)" } }
    }
    try wait(for: "a follower") { isConnected.withLock { $0 } || problem.withLock { $0 } != nil }
    do { try body() } catch {
      socket.close()
      _ = thread.join(within: .seconds(100))
      throw error
    }
    socket.close()
    #expect(thread.join(within: .seconds(100)))
    #expect(problem.withLock { $0 } == nil)
    return outcomes.withLock { $0 }
  }

  @Test(
    "a program runs for each event in turn, and has it as words, variables and input, whatever its name holds"
  )
  func runs() throws {
    let (folder, board) = (try TestFolder(), try EventBoard())
    let names = ["/a/plain", "/a/with space", "/a/$(touch x) 'quoted' \"twice\" {event}"]
    let script = #"printf '%s|%s|%s|%s\n' "$1" "$DUALCAM_PATH" "$DUALCAM_EVENT" "$2" >> "$3"; cat >> "$3""#
    let outcomes = try Self.follow(
      board, in: folder, ["sh", "-c", script, "sh", "{path}", "{number}{nothing}", folder.file("out")],
      { $0.events = ["segment"] }
    ) {
      board.tell(.film, path: "/not/wanted")
      for name in names { board.tell(.segment, path: name) }
    }
    #expect(outcomes.map(\.number) == [2, 3, 4] && outcomes.allSatisfy { $0.isDone && $0.exit == 0 })
    let lines = try folder.text("out").split(separator: "\n").map(String.init)
    for (place, name) in names.enumerated() {
      #expect(lines[2 * place] == "\(name)|\(name)|segment|\(place + 2){nothing}")
      #expect(FollowedEvent(Array(lines[2 * place + 1].utf8))?.members["path"] == name)
    }
    #expect(!FileManager.default.fileExists(atPath: "x"))
  }

  @Test("one that fails runs again, then is given up, and the next has its turn")
  func retries() throws {
    let (folder, board) = (try TestFolder(), try EventBoard())
    let script = #"echo x >> "$1"; case "$1" in *good) [ $(wc -l < "$1") = 2 ];; *) kill -9 $$;; esac"#
    let outcomes = try Self.follow(board, in: folder, ["sh", "-c", script, "sh", "{path}"]) {
      board.tell(.film, path: folder.file("good"))
      board.tell(.film, path: folder.file("bad"))
      board.tell(.film, path: folder.file("2good"))
    }
    #expect(outcomes.map(\.isDone) == [true, false, true])
    #expect(outcomes.map(\.attempts) == [2, 2, 2])
    #expect(outcomes[1].problem == "was killed by signal 9" && outcomes[1].exit == nil)
  }

  @Test("what one run remembers as done the next doesn't do again, and what happened between is done")
  func remembers() throws {
    let (folder, board) = (try TestFolder(), try EventBoard())
    let change: (inout Follower.Settings) -> Void = { $0.state = folder.file("state") }
    board.tell(.film, path: "/1")
    #expect(
      try Self.follow(board, in: folder, ["true"], change) { board.tell(.film, path: "/2") }.map(\.number)
        == [1, 2])
    board.tell(.film, path: "/3")
    #expect(try Self.follow(board, in: folder, ["true"], change) {}.map(\.number) == [3])
    // Without it, only what happens from then on.
    #expect(
      try Self.follow(board, in: folder, ["true"]) { board.tell(.film, path: "/4") }.map(\.number) == [4])
    // Another job begins again at 1.
    usleep(1000)
    let other = try EventBoard()
    other.tell(.film, path: "/1")
    #expect(try Self.follow(other, in: folder, ["true"], change) {}.map(\.number) == [1])
    // What another program wrote stays.
    _ = try folder.put("{}", "state")
    var settings = Follower.Settings(socket: folder.file("s"))
    change(&settings)
    #expect(throws: FileError.self) { try Follower(settings, stop: StopFlag()) { _ in } }
    #expect(try folder.text("state") == "{}")
  }

  @Test("lines that aren't events aren't taken for any")
  func lines() {
    for line in [
      "", "{}", "[]", #"{"event":"film"}"#, #"{"event":"film","number":0}"#, #"{"event":1,"number":1}"#,
      #"{"event":"film","number":-1}"#, #"{"event":"film","number":1e300}"#,
    ] {
      #expect(FollowedEvent(Array(line.utf8)) == nil, "\(line)")
    }
  }
}
