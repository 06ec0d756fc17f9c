import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Driving a run from outside")
struct ControlTests {
  private static let small = "--primary synth:coast?w=480&h=352 --secondary synth:grey?w=256&h=144"

  /// A program at the other end of the socket.
  private final class Client {
    private var socket: SocketClient?

    /// Connects as soon as somebody listens.
    init(_ path: String, while process: Process) throws {
      try wait(for: "somebody to listen") {
        socket = try? SocketClient(path)
        if socket == nil { try #require(process.isRunning) }
        return socket != nil
      }
    }

    func ask(_ text: String) -> String? { socket?.ask(text) }

    /// What is on the screen.
    func elements() throws -> [[String: Any]] {
      var elements: [[String: Any]]?
      try wait(for: "the first picture") {
        let answer = try Executable.json(try #require(ask(#"{"describe":true}"#)))
        elements = answer["elements"] as? [[String: Any]]
        if elements == nil { try #require((answer["error"] as? String)?.contains("no picture") == true) }
        return elements != nil
      }
      return try #require(elements)
    }

    /// Asks until the screen is as wished: an event is answered before the picture that shows it.
    func waits(for wish: ([[String: Any]]) -> Bool) throws {
      try wait(for: "the screen as wished") { wish(try elements()) }
    }
  }

  private static func has(_ id: String) -> ([[String: Any]]) -> Bool {
    { $0.contains { ($0["id"] as? String)?.hasSuffix(id) == true } }
  }

  @Test("a script presses the shutter, changes template, guide lines and look")
  func script() throws {
    let scratch = try TestFolder()
    let script = """
      {"events":[
        {"at":0,"toggle":"template/portrait"},
        {"at":"200ms","toggle":"settings"},
        {"at":"300ms","select":{"id":"grid","value":"phi"}},
        {"at":"300ms","select":{"id":"appearance","value":"light"}},
        {"at":"400ms","toggle":"close"},
        {"at":"500ms","toggle":"capture"},
        {"at":"700ms","toggle":"capture"},
        {"at":"700ms","toggle":"warp"}
      ]}
      """
    try scratch.put(script, "script.json")
    let outcome = try scratch.run(
      "annotate --primary synth:coast?w=480&h=352&fps=10&frames=10 --secondary synth:grey?w=256&h=144&fps=10"
        + " -o r --script script.json --describe --text-size xxLarge --json", says: "warp")
    #expect(!outcome.errors.contains("grid"))
    #expect(try Executable.json(outcome.text)["written"] as? Int == 8)
    let lines = try scratch.text("r/frames.jsonl")
    #expect(lines.contains(#""template":"portrait""#) && lines.contains(#""grid":"phi""#))
    let screens = try scratch.text("r/screen.jsonl")
    #expect(screens.contains("settings-sheet"))
    try scratch.run("verify r")
  }

  @Test("a program opens the settings of a live run over its socket, which is gone with the run")
  func run() throws {
    let scratch = try TestFolder()
    let running = try scratch.start("run --json --control s --latest now.jpg \(Self.small)")
    defer { running.process.terminate() }
    let client = try Client(scratch.file("s"), while: running.process)
    var status = stat()
    // SAFETY: the string lives through the call, which writes to `status` only.
    #expect(unsafe lstat(scratch.file("s"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(client.ask("nonsense")?.contains("error") == true)
    #expect(client.ask(#"{"toggle":"nobody"}"#) == #"{"ok":true}"#)
    #expect(client.ask(#"{"toggle":"settings"}"#) == #"{"ok":true}"#)
    try client.waits(for: Self.has("settings-sheet"))
    let shutter = try #require(
      try client.elements().first { ($0["id"] as? String)?.hasSuffix("/capture") == true })
    #expect(shutter["enabled"] as? Bool == false)
    #expect(client.ask(#"{"select":{"id":"grid","value":"4x2"}}"#) == #"{"ok":true}"#)
    try client.waits {
      $0.contains { $0["role"] as? String == "picker" && $0["value"] as? String == "4 × 2" }
    }
    let outcome = running.end()
    #expect(outcome.errors.contains("nobody"))
    #expect(outcome.text.contains(#""grid":"4x2""#))
    #expect(!scratch.exists("s"))
  }

  @Test("a program says values over the socket, which pictures and their panel have")
  func values() throws {
    let scratch = try TestFolder()
    let running = try scratch.start(
      "record -o r --control s --stamp %{depth:.1f} --json --primary synth:coast?w=1280&h=720 --secondary synth:grey?w=640&h=360"
    )
    defer { running.process.terminate() }
    let client = try Client(scratch.file("s"), while: running.process)
    #expect(client.ask(#"{"set":{"id":"zoom"}}"#)?.contains("set.value is missing") == true)
    #expect(client.ask(#"{"set":{"unit":"m"}}"#)?.contains("values by their names") == true)
    try client.waits {
      // Values get old.
      #expect(client.ask(#"{"set":{"depth":3.25,"unit":"m"}}"#) == #"{"ok":true}"#)
      return $0.contains {
        ($0["id"] as? String)?.hasSuffix("/depth") == true && $0["value"] as? String == "3.3 m"
      }
    }
    #expect(client.ask(#"{"set":{"print_state":"idle"}}"#) == #"{"ok":true}"#)
    try running.wait(for: "a line with both") {
      ((try? scratch.text("r/frames.jsonl")) ?? "").contains(#""text":"idle""#)
    }
    _ = running.end()
    #expect(try scratch.text("r/frames.jsonl").contains(#"{"name":"depth","number":3.25,"unit":"m""#))
    try scratch.run("verify r")
  }

  @Test("a program takes single pictures, with script and socket together")
  func record() throws {
    let scratch = try TestFolder()
    try scratch.put(#"{"events":[{"at":0,"select":{"id":"mode","value":"photo"}}]}"#, "photo.json")
    let running = try scratch.start(
      "record -o r --control s --script photo.json --latest now.jpg --burst 2 --json \(Self.small)")
    defer { running.process.terminate() }
    let client = try Client(scratch.file("s"), while: running.process)
    func pictures() -> [String] {
      // The folder comes with the first frame.
      ((try? scratch.names("r")) ?? []).filter { $0.hasSuffix(".jpg") }
    }
    #expect(pictures() == [])
    #expect(client.ask(#"{"toggle":"capture"}"#) == #"{"ok":true}"#)
    try running.wait(for: "two pictures") { pictures().count >= 2 }
    try #require(running.process.isRunning)
    let outcome = running.end()
    #expect(pictures() == ["000000.jpg", "000001.jpg"])
    #expect(try Executable.json(outcome.text)["written"] as? Int == 2)
    try scratch.run("verify r")
  }

  @Test(
    "what can't be driven says why",
    arguments: [
      ("run --no-chrome --control s", [], 64, "--no-chrome"), ("run --control", [""], 64, "--control"),
      ("run --control none/s", [], 73, "none/s"),
      ("annotate --primary synth:grey -o x --frames 1 --script none.json", [], 74, "none.json"),
      ("record -o x --burst 3", [], 64, "--script"), ("run --text-size huge", [], 64, "accessibility5"),
      ("run --language xx", [], 64, "'en', 'de', 'es', 'zh' or 'ar'"),
      ("run --hand third", [], 64, "'left' or 'right'"),
    ] as [(String, [String], Int32, String)])
  func refused(line: String, more: [String], status: Int32, says: String) throws {
    try TestFolder().run(line, more, status: status, says: says)
  }

  @Test("a script that is none is bad data, with the event's number")
  func badScript() throws {
    let scratch = try TestFolder()
    try scratch.put(#"{"events":[{"at":0,"toggle":"a"},{"at":"later","toggle":"b"}]}"#, "bad.json")
    try scratch.run("run --script bad.json", status: 65, says: "event 2")
  }
}
