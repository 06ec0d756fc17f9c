import Foundation
import GlassChrome
import Glibc
import HUDGeometry
import HostResources
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Screen

@Suite("Control socket")
struct ControlSocketTests {
  private static let ok = #"{"ok":true}"#

  /// A folder of its own with a socket in it.
  private static func withSocket(
    _ body: (_ path: String, _ mailbox: ControlMailbox, _ socket: ControlSocket) throws -> Void
  ) throws {
    let (folder, mailbox) = (try TestFolder(), ControlMailbox())
    let socket = try ControlSocket(path: folder.file("control"), mailbox: mailbox)
    defer { socket.close() }
    try body(folder.file("control"), mailbox, socket)
  }

  private static func mode(_ path: String) -> mode_t? {
    var status = stat()
    // SAFETY: writes to `status` only.
    return unsafe lstat(path, &status) == 0 ? status.st_mode : nil
  }

  private static func events(_ mailbox: ControlMailbox) -> [ChromeEvent] {
    var queue = EventQueue()
    mailbox.take(into: &queue)
    var events: [ChromeEvent] = []
    while let event = queue.next() { events.append(event) }
    return events
  }

  @Test("Each line is answered, and what is good reaches the mailbox in order")
  func answers() throws {
    try Self.withSocket { path, mailbox, _ in
      let client = try SocketClient(path)
      #expect(client.ask(#"{"press":{"x":1,"y":2}}"#) == Self.ok)
      #expect(client.ask("nonsense") == #"{"error":"not a JSON object"}"#)
      #expect(client.ask(#"{"press":{"x":1}}"#) == #"{"error":"press.y is missing"}"#)
      #expect(client.ask(#"{"say \"hi\"":1}"#) == ##"{"error":"unknown key \"say \"hi\"\""}"##)
      #expect(client.ask(#"{"toggle":"capture"}"#) == Self.ok)
      #expect(Self.events(mailbox) == [.press(.points(Point(1, 2))), .toggle("capture")])
      #expect(Self.events(mailbox) == [])
    }
  }

  @Test(
    "A client that follows is told what happens, from now on or from a number on, also while it sends nothing more"
  )
  func follows() throws {
    let (folder, board) = (try TestFolder(), try EventBoard())
    board.tell(.began)
    let socket = try ControlSocket(path: folder.file("control"), mailbox: ControlMailbox(), board: board)
    func greeting(next: Int) -> String { #"{"following":{"job":"\#(board.job)","first":1,"next":\#(next)}}"# }
    let late = try SocketClient(folder.file("control"))
    #expect(late.ask(#"{"follow":true}"#) == greeting(next: 2))
    board.tell(.segment, path: "/a/b") { $0.member("pictures", 3) }
    let line = try #require(late.line())
    #expect(line.contains(#""event":"segment","path":"/a/b","pictures":3,"number":2}"#), "\(line)")
    let early = try SocketClient(folder.file("control"))
    #expect(early.ask(#"{"follow":1}"#) == greeting(next: 3))
    #expect(try #require(early.line()).contains(#""began","number":1"#))
    #expect(early.line() == line)
    for wrong in ["0", "-1", "false", "\"x\""] {
      #expect(early.ask(#"{"follow":\#(wrong)}"#)?.contains("error") == true)
    }
    board.tell(.ended)
    socket.close()
    for client in [late, early] {
      #expect(try #require(client.line()).contains(#""ended","number":3"#))
      #expect(client.line() == nil)
    }
    // Nobody is woken any more.
    board.tell(.ended)
  }

  @Test("Where nothing is told, a client that wants to follow hears so")
  func followsNothing() throws {
    try Self.withSocket { path, _, _ in
      let client = try SocketClient(path)
      #expect(client.ask(#"{"follow":true}"#) == #"{"error":"nothing is told here"}"#)
    }
  }

  @Test("The file is this user's alone and goes with the socket")
  func permissions() throws {
    let folder = try TestFolder()
    let path = folder.file("control")
    let socket = try ControlSocket(path: path, mailbox: ControlMailbox())
    #expect(Self.mode(path) == S_IFSOCK | 0o600)
    socket.close()
    #expect(Self.mode(path) == nil)
    socket.close()
  }

  @Test("What a killed run left is replaced; a socket in use, a file and a link are not")
  func takenPaths() throws {
    let folder = try TestFolder()
    let path = folder.file("control")
    // As a killed run leaves it: the file without anybody who listens.
    let left = try UnixSocket.listen(path: path)
    close(left.descriptor)
    #expect(Self.mode(path) != nil)
    let socket = try ControlSocket(path: path, mailbox: ControlMailbox())
    let client = try SocketClient(path)
    #expect(client.ask(#"{"toggle":"a"}"#) == Self.ok)
    let error = #expect(throws: FileError.self) { try ControlSocket(path: path, mailbox: ControlMailbox()) }
    #expect(error?.exitCode == 75, "\(String(describing: error))")
    // It still works, and the file is still there.
    #expect(client.ask(#"{"toggle":"b"}"#) == Self.ok)
    socket.close()
    try folder.put("mine", "control")
    #expect(throws: FileError.self) { try ControlSocket(path: path, mailbox: ControlMailbox()) }
    #expect(try folder.text("control") == "mine")
    try folder.link("link", to: folder.file("other"))
    #expect(throws: FileError.self) {
      try ControlSocket(path: folder.file("link"), mailbox: ControlMailbox())
    }
  }

  @Test(
    "A path that is too long, empty or nowhere is refused with a reason",
    arguments: ["", "/nonexistent/folder/control", "/tmp/" + String(repeating: "x", count: 103)])
  func badPaths(path: String) {
    let error = #expect(throws: FileError.self) { try ControlSocket(path: path, mailbox: ControlMailbox()) }
    #expect(error?.exitCode == 73 && "\(error, default: "")".count > 10)
  }

  @Test("A file put in the socket's place is left alone on closing")
  func foreignFile() throws {
    let folder = try TestFolder()
    let socket = try ControlSocket(path: folder.file("control"), mailbox: ControlMailbox())
    try folder.remove("control")
    try folder.put("mine", "control")
    socket.close()
    #expect(folder.exists("control"))
  }

  @Test("Half a line waits for its other half, several lines in one piece are several")
  func pieces() throws {
    try Self.withSocket { path, mailbox, _ in
      let client = try SocketClient(path)
      for byte in #"{"toggle":"slow"}"#.utf8 { client.send([byte]) }
      #expect(client.ask("") == Self.ok)
      client.send(#"{"toggle":"1"}"# + "\r\n" + #"{"toggle":"2"}"# + "\n" + #"{"toggle":"#)
      #expect(client.line() == Self.ok)
      #expect(client.line() == Self.ok)
      #expect(client.ask(#""3"}"#) == Self.ok)
      #expect(Self.events(mailbox) == [.toggle("slow"), .toggle("1"), .toggle("2"), .toggle("3")])
    }
  }

  @Test("What is asked before the end of input is answered after it; half a line at the end is dropped")
  func halfClosed() throws {
    try Self.withSocket { path, mailbox, _ in
      let client = try SocketClient(path)
      client.send(#"{"toggle":"a"}"# + "\n" + #"{"toggle":"b"}"#)
      client.endInput()
      #expect(client.line() == Self.ok)
      #expect(client.line() == nil)
      #expect(Self.events(mailbox) == [.toggle("a")])
    }
  }

  @Test("A line without end is answered once and passed over")
  func endlessLine() throws {
    try Self.withSocket { path, mailbox, _ in
      let client = try SocketClient(path)
      client.send([UInt8](repeating: UInt8(ascii: "{"), count: 300_000))
      #expect(client.line() == #"{"error":"longer than 4096 bytes"}"#)
      client.send("\n")
      #expect(client.ask(#"{"toggle":"after"}"#) == Self.ok)
      #expect(Self.events(mailbox) == [.toggle("after")])
    }
  }

  @Test("More clients than are taken hear so, and a place that is given up can be had")
  func manyClients() throws {
    try Self.withSocket { path, _, _ in
      var clients = try (0..<ControlSocket.mostClients).map { _ in try SocketClient(path) }
      for client in clients { #expect(client.ask(#"{"toggle":"a"}"#) == Self.ok) }
      let late = try SocketClient(path)
      #expect(late.line() == #"{"error":"16 clients are already connected"}"#)
      #expect(late.line() == nil)
      clients.removeFirst()
      try wait(for: "a place") { try SocketClient(path).ask(#"{"toggle":"b"}"#) == Self.ok }
    }
  }

  @Test(
    "A flood is bounded: what the box can't hold is refused, each line has its answer, and others are heard")
  func flood() throws {
    try Self.withSocket { path, mailbox, _ in
      let (flooder, other) = (try SocketClient(path), try SocketClient(path))
      let lines = 600
      flooder.send(String(repeating: #"{"toggle":"a"}"# + "\n", count: lines))
      #expect(other.ask("?") == #"{"error":"not a JSON object"}"#)
      let answers = (0..<lines).map { _ in flooder.line() }
      #expect(answers.prefix(EventQueue.capacity).allSatisfy { $0 == Self.ok })
      #expect(
        answers.dropFirst(EventQueue.capacity).allSatisfy {
          $0 == #"{"error":"slow down: 256 events are already waiting, this one was dropped"}"#
        })
      #expect(Self.events(mailbox).count == EventQueue.capacity)
      #expect(flooder.ask(#"{"toggle":"z"}"#) == Self.ok)
    }
  }

  @Test("One who sends and never reads is no longer read from, and holds up nobody")
  func neverReads() throws {
    try Self.withSocket { path, mailbox, _ in
      let (deaf, other) = (try SocketClient(path), try SocketClient(path))
      let garbage = [UInt8](repeating: 10, count: 8192)
      // Until it is stopped: what lies in the kernel and here is bounded. Answers go on for a while.
      var (sent, refusals) = (0, 0)
      while refusals < 20 && sent < 64 << 20 {
        let count = deaf.sendNow(garbage)
        if count > 0 {
          (sent, refusals) = (sent + count, 0)
        } else {
          refusals += 1
          #expect(other.ask(#"{"toggle":"a"}"#) != nil)
          usleep(5_000)
        }
      }
      #expect(refusals == 20)
      #expect(sent < 4 << 20)
      _ = Self.events(mailbox)
      #expect(other.ask(#"{"toggle":"a"}"#) == Self.ok)
    }
  }

  @Test("Seeded garbage in seeded pieces does no harm")
  func garbage() throws {
    try Self.withSocket { path, _, _ in
      var random = Seeded(9)
      for _ in 0..<20 {
        let client = try SocketClient(path)
        for _ in 0..<Int.random(in: 1...20, using: &random) {
          client.send(
            (0..<Int.random(in: 1...900, using: &random)).map { _ in .random(in: 0...255, using: &random) })
        }
      }
      // Those who went make room as the thread comes to it.
      try wait(for: "a place") { try SocketClient(path).ask(#"{"toggle":"a"}"#) == Self.ok }
    }
  }

  @Test("The screen is described by the stage, in turn with the other answers")
  func describes() throws {
    try Self.withSocket { path, mailbox, _ in
      let element = AccessibilityElement(
        id: "zoom", role: .slider, label: #"Zoom "x""#, value: "2×",
        frame: Rect(x: 1, y: 2.5, width: 3, height: 4),
        adjustment: .init(value: 2, range: 1...10, detents: [1, 2]))
      let stage = Thread {
        waitOrFail(for: "the question") { mailbox.wantsDescription }
        // The frames of a stage: it asks until its answer was taken.
        waitOrFail(for: "the answer to be taken") {
          mailbox.describe(
            ScreenDescription.json(
              [element],
              viewfinders: [
                .init(frame: Rect(x: 0, y: 64, width: 960, height: 540.25), camera: "left", zoom: 1.5)
              ], canvasWidth: 1920, canvasHeight: 1080))
          return !mailbox.wantsDescription
        }
      }
      let client = try SocketClient(path)
      client.send(#"{"toggle":"a"}"# + "\n" + #"{"describe":true}"# + "\n" + #"{"toggle":"b"}"# + "\n")
      stage.start()
      #expect(client.line() == Self.ok)
      let description = try #require(client.line())
      #expect(
        description
          == #"{"width":1920,"height":1080,"viewfinders":[{"camera":"left","zoom":1.5,"x":0,"y":64,"width":960,"height":540.25}],"elements":[{"id":"zoom","role":"slider","label":"Zoom \"x\"","value":"2×","frame":{"x":1,"y":2.5,"width":3,"height":4},"enabled":true,"selected":false,"adjustment":{"value":2,"minimum":1,"maximum":10,"detents":[1,2]}}]}"#
      )
      #expect((try? JSONSerialization.jsonObject(with: Data(description.utf8))) != nil)
      #expect(client.line() == Self.ok)
    }
  }

  @Test("Where no stage answers, one who asks for the screen hears so")
  func noStage() throws {
    try Self.withSocket { path, _, _ in
      let client = try SocketClient(path)
      #expect(client.ask(#"{"describe":true}"#) == #"{"error":"there was no picture to describe"}"#)
      #expect(client.ask(#"{"toggle":"a"}"#) == Self.ok)
    }
  }

  @Test("Closing lets go of those who are connected and wait")
  func closing() throws {
    try Self.withSocket { path, _, socket in
      let client = try SocketClient(path)
      client.send(#"{"describe":true}"# + "\n")
      socket.close()
      #expect(client.line() == nil)
    }
  }
}

@Suite("Control mailbox")
struct ControlMailboxTests {
  @Test("Events from another thread all come once and in order")
  func order() throws {
    let mailbox = ControlMailbox()
    let sender = Thread {
      for value in 0..<5_000 {
        waitOrFail(for: "room in the box") { mailbox.post(.toggle(ElementID("\(value)"))) }
      }
    }
    sender.start()
    var (events, next) = (EventQueue(), 0)
    try wait(for: "all events") {
      mailbox.take(into: &events)
      while let event = events.next() {
        #expect(event == .toggle(ElementID("\(next)")))
        next += 1
      }
      return next >= 5_000
    }
    mailbox.take(into: &events)
    #expect(events.isEmpty)
  }
}
