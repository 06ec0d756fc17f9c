import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Strangers at the control socket")
struct ControlStrangerTests {
  /// Asks anew until there is a place: those who went make room as the thread comes to it.
  private static func ask(_ path: String, _ text: String) -> String? {
    for _ in 0..<2_000 {
      if let line = try? SocketClient(path).ask(text), !line.contains("already connected") { return line }
      usleep(10_000)
    }
    return nil
  }

  private static func descriptors(_ process: Int32) -> Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []).count
  }

  /// Of a process's memory what is its own and present, in MiB.
  private static func memory(_ process: Int32) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1024 } ?? 0
  }

  @Test(
    "after thousands of connections, garbage, half lines, a flood and deaf readers, the run goes on as it was"
  )
  func siege() throws {
    let scratch = try TestFolder()
    let path = scratch.file("control")
    let running = try scratch.start(
      "run --primary synth:coast?w=160&h=96&fps=10 --latest now.jpg --control control")
    defer {
      if running.process.isRunning { running.process.terminate() }
      _ = running.wait()
    }
    try running.wait(for: "the first picture") { scratch.exists("now.jpg") }
    let process = running.process.processIdentifier
    #expect(Self.ask(path, #"{"describe":true}"#)?.contains("elements") == true)
    let (descriptors, memory) = (Self.descriptors(process), Self.memory(process))
    #expect(descriptors > 5 && memory > 0)

    var random = SystemRandomNumberGenerator()
    var met = 0
    for number in 0..<3_000 {
      guard let stranger = try? SocketClient(path) else { continue }
      met += 1
      switch number % 3 {
      case 0: stranger.sendNow(Array(#"{"toggle":"cap"#.utf8))
      case 1: stranger.sendNow((0..<64).map { _ in .random(in: 0...255, using: &random) })
      default: break
      }
    }
    #expect(met > 1_000)

    // As many as there are places, none of whom reads: they send until the kernel takes no more.
    var deaf: [SocketClient] = []
    let flood = Array(String(repeating: #"{"toggle":"a"}"# + "\n", count: 1_000).utf8)
    var sent = 0
    for _ in 0..<8 {
      guard let stranger = try? SocketClient(path) else { continue }
      deaf.append(stranger)
      var refusals = 0
      // A hundred thousand lines' worth each, or until it isn't read from any more.
      var lines = 0
      while refusals < 20 && lines < 100_000 {
        let count = stranger.sendNow(flood)
        if count > 0 {
          (sent, lines, refusals) = (sent + count, lines + count / 15, 0)
        } else {
          refusals += 1
          usleep(5_000)
        }
      }
    }
    #expect(sent > 100_000)
    #expect(Self.memory(process) < memory + 64)
    #expect(running.process.isRunning)
    deaf.removeAll()

    #expect(Self.ask(path, #"{"describe":true}"#)?.contains("elements") == true)
    // Those who went are let go of as the thread comes to it.
    // The log opens a timer of its own with the first warning that it holds back: what is left of thousands of strangers
    // would be more than that.
    let most = descriptors + 4
    try wait(for: "the strangers' descriptors to be closed") { Self.descriptors(process) <= most }
    #expect(Self.memory(process) < memory + 64)
    running.end()
    #expect(!scratch.exists("control"))
  }

  @Test("the socket is this user's alone under any umask", arguments: ["000", "022", "077"])
  func umask(mask: String) throws {
    let scratch = try TestFolder()
    let running = try Executable.start(
      shell: "umask \(mask); exec \"$0\" \"$@\"",
      "run --primary synth:coast?w=160&h=96 --control control --latest now.jpg", folder: scratch.path)
    try running.wait(for: "the first picture") { scratch.exists("now.jpg") }
    var status = stat()
    // SAFETY: writes to `status` only.
    #expect(unsafe lstat(scratch.file("control"), &status) == 0)
    #expect(status.st_mode == S_IFSOCK | 0o600)
    running.end()
  }

  @Test(
    "a killed run's socket is taken over; two at once, a file, a folder, a pipe and a link are left alone")
  func takenOver() throws {
    let scratch = try TestFolder()
    let run = "run --primary synth:coast?w=160&h=96 --frames 2 --control"
    let first = try scratch.start("run --primary synth:coast?w=160&h=96 --control control --latest now.jpg")
    try first.wait(for: "the first picture") { scratch.exists("now.jpg") }
    try scratch.run("\(run) control", status: 75)
    first.send(SIGKILL)
    _ = first.wait()
    #expect(scratch.exists("control"))
    try scratch.run("\(run) control")
    #expect(!scratch.exists("control"))

    try scratch.put("mine", "control")
    unsafe mkfifo(scratch.file("pipe"), 0o600)
    try scratch.make("folder")
    try scratch.link("link", to: scratch.file("control"))
    for name in ["control", "pipe", "folder", "link"] {
      try scratch.run("\(run) \(name)", status: 73, says: name)
    }
    #expect(try scratch.text("control") == "mine")
    // The killed run may have left its next picture's temporary file.
    let names = try scratch.names().filter { !$0.hasPrefix("now.jpg") }
    #expect(names == ["control", "folder", "link", "pipe"])
  }
}
