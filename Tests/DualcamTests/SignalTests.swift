import Foundation
import TestSupport
import Testing

@testable import dualcam

@Suite("Signals to a running job", .timeLimit(.minutes(5)))
struct SignalTests {
  private static let small = ["--primary", "synth:coast?w=160&h=96", "--secondary", "synth:walker?w=96&h=64"]

  private func lines(_ scratch: TestFolder) -> [String] {
    let text = (try? String(contentsOfFile: scratch.file("out/frames.jsonl"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  @Test(
    "HUP takes over what can change and names what can't, a bad file changes nothing, and none ends the run")
  func reload() throws {
    let scratch = try TestFolder()
    let path = scratch.file("x.toml")
    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) }
    try write("grid = 'phi'\n")
    let log = scratch.file("log")
    let running = try Executable.Running(
      "/bin/sh",
      ["-c", "exec \"$0\" record -o out --config x.toml \"$@\" 2> log", try Executable.path()] + Self.small,
      folder: scratch.path)
    func occurrences(_ text: String) -> Int {
      ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").components(separatedBy: text).count - 1
    }
    func said(_ text: String) -> Bool { occurrences(text) > 0 }
    try wait(for: "the new grid") { lines(scratch).contains { $0.contains("\"grid\":\"phi\"") } }
    try write("grid = 'diagonals'\nappearance = 'light'\nquality = 50\nbuffers = 8\n")
    kill(running.process.processIdentifier, SIGHUP)
    try wait(for: "the answer to the reload") {
      said("in effect now: appearance, grid, quality; needs a restart: buffers")
    }
    try wait(for: "the new grid") { lines(scratch).last?.contains("\"grid\":\"diagonals\"") ?? false }
    try write("grid = 'fish'\n")
    kill(running.process.processIdentifier, SIGHUP)
    try wait(for: "the answer to the reload") { said("x.toml:1:") && said("the run keeps its settings") }
    // A drawing that nobody can flatten, and a quality that could be had: neither is taken.
    try scratch.put("<svg viewBox='0 0 1 1'><path d='M0 0C1e60 1e60 -1e60 5 9 9Z'/></svg>", "x.svg")
    try write("grid = 'diagonals'\nappearance = 'light'\nquality = 20\nbuffers = 8\ntemplate = 'x.svg'\n")
    kill(running.process.processIdentifier, SIGHUP)
    try wait(for: "the answer to the reload") { said("x.svg can't be read") }
    let count = lines(scratch).count
    try wait(for: "pictures") { lines(scratch).count > count + 2 }
    #expect(lines(scratch).last?.contains("\"grid\":\"diagonals\"") ?? false)
    try write("grid = 'diagonals'\nappearance = 'light'\nquality = 50\nbuffers = 8\n")
    kill(running.process.processIdentifier, SIGHUP)
    try wait(for: "the answer to the reload") { said("nothing changed") }
    // Another drawing under the same name.
    func draw(_ size: Int) throws {
      try Data("<svg viewBox='0 0 9 9'><path d='M1 1h\(size)v5z'/></svg>".utf8)
        .write(to: URL(filePath: scratch.file("x.svg")), options: .atomic)
    }
    try draw(5)
    try write("grid = 'diagonals'\nappearance = 'light'\nquality = 50\nbuffers = 8\ntemplate = 'x.svg'\n")
    kill(running.process.processIdentifier, SIGHUP)
    try wait(for: "the answer to the reload") { said("in effect now: template") }
    try draw(7)
    kill(running.process.processIdentifier, SIGHUP)
    try wait(for: "the second new template") { occurrences("in effect now: template") == 2 }
    kill(running.process.processIdentifier, SIGTERM)
    #expect(running.wait().status == 0)
    let verify = try Executable.run(["verify", scratch.file("out")])
    #expect(verify.status == 0, "\(verify.text)")
  }

  @Test("two signals that come together are one: `timeout` sends one to the process and one to its group")
  func together() throws {
    let scratch = try TestFolder()
    let running = try Executable.start(["record", "-o", "out"] + Self.small, folder: scratch.path)
    try wait(for: "pictures") { lines(scratch).count > 2 }
    let process = running.process.processIdentifier
    // Both lie there when it goes on, however slow this machine is.
    for signal in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { kill(process, signal) }
    let outcome = running.wait()
    #expect(outcome.status == 0 && !outcome.wasSignalled, "\(outcome.testDescription)")
    #expect(try Executable.run(["verify", scratch.file("out")]).status == 0)
  }

  @Test("a signal half a second after the first is another one")
  func apart() {
    let start: Int64 = 1_000_000
    #expect(!Interrupts.isAnother(at: start))
    #expect(!Interrupts.isAnother(at: start + Interrupts.together))
    #expect(Interrupts.isAnother(at: start + Interrupts.together + 1))
  }

  @Test("without a file of settings HUP is ignored with a word about it")
  func hangUp() throws {
    let scratch = try TestFolder()
    let log = scratch.file("log")
    let running = try Executable.Running(
      "/bin/sh", ["-c", "exec \"$0\" record -o out \"$@\" 2> log", try Executable.path()] + Self.small,
      folder: scratch.path)
    try wait(for: "a picture") { !lines(scratch).isEmpty }
    kill(running.process.processIdentifier, SIGHUP)
    try wait(for: "the log") {
      ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").contains("--config")
    }
    let count = lines(scratch).count
    try wait(for: "pictures") { lines(scratch).count > count }
    kill(running.process.processIdentifier, SIGTERM)
    let outcome = running.wait()
    #expect(outcome.status == 0 && !outcome.wasSignalled)
  }

  @Test("USR1 records the next picture of a timelapse too, and says so in the manifest")
  func stillInTimelapse() throws {
    let scratch = try TestFolder()
    let running = try Executable.start(
      ["record", "-o", "out", "--every", "1h"] + Self.small, folder: scratch.path)
    try wait(for: "pictures") { lines(scratch).count == 1 }
    kill(running.process.processIdentifier, SIGUSR1)
    try wait(for: "pictures") { lines(scratch).count == 2 }
    kill(running.process.processIdentifier, SIGTERM)
    #expect(running.wait().status == 0)
    let made = lines(scratch)
    #expect(made.count == 2 && made[1].contains("\"still\":true") && !made[0].contains("still\""))
    #expect(try Executable.run(["verify", scratch.file("out")]).status == 0)
  }

  @Test("USR1 saves a picture of a live view under the next number, never over another")
  func stillInRun() throws {
    let scratch = try TestFolder()
    try FileManager.default.createDirectory(atPath: scratch.file("stills"), withIntermediateDirectories: true)
    try scratch.put("mine", "stills/000004.jpg")
    let running = try Executable.start(
      ["run", "--stills", "stills", "--latest", "now.jpg"] + Self.small, folder: scratch.path)
    try wait(for: "the first picture") { scratch.exists("now.jpg") }
    for number in 5...6 {
      kill(running.process.processIdentifier, SIGUSR1)
      try wait(for: "the saved picture") { scratch.exists("stills/00000\(number).jpg") }
    }
    kill(running.process.processIdentifier, SIGTERM)
    let outcome = running.wait()
    #expect(outcome.status == 0 && outcome.errors.contains("000006.jpg is saved"))
    #expect(try scratch.text("stills/000004.jpg") == "mine")
    #expect(
      FileManager.default.contents(atPath: scratch.file("stills/000006.jpg"))?.prefix(2)
        == Data([0xFF, 0xD8]))
    #expect(try scratch.names("stills") == ["000004.jpg", "000005.jpg", "000006.jpg"])
  }

  @Test("a run keeps its file of metrics; where there can be none, it says so and makes no picture")
  func metrics() throws {
    let scratch = try TestFolder()
    let path = scratch.file("a.prom")
    let outcome = try Executable.run(["run", "--json", "--frames", "5", "--metrics", path] + Self.small)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("\ndualcam_pictures_written_total 5\n"))
    #expect(text.contains("dualcam_camera_state{camera=\"secondary\""))
    let bad = try Executable.run([
      "run", "--json", "--metrics", scratch.file("none/a.prom"), "--primary", "synth:coast",
    ])
    #expect(bad.status == 73 && bad.errors.contains("none") && bad.output.isEmpty, "\(bad.testDescription)")
  }
}
