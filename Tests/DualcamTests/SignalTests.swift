import Foundation
import TestSupport
import Testing

@testable import dualcam

@Suite("Signals to a running job", .timeLimit(.minutes(5)))
struct SignalTests {
  private static let small = "--primary synth:coast?w=160&h=96 --secondary synth:walker?w=96&h=64"

  private func lines(_ scratch: TestFolder) -> [String] {
    ((try? scratch.text("out/frames.jsonl")) ?? "").split(separator: "\n").map(String.init)
  }

  @Test(
    "HUP takes over what can change and names what can't, a bad file changes nothing, and none ends the run")
  func reload() throws {
    let scratch = try TestFolder()
    // Nobody reads it half written.
    func write(_ text: String, _ name: String = "x.toml") throws {
      try Data(text.utf8).write(to: URL(filePath: scratch.file(name)), options: .atomic)
    }
    try write("grid = 'phi'\n")
    let running = try Executable.start(
      shell: "exec \"$0\" record -o out --config x.toml \"$@\" 2> log", Self.small, folder: scratch.path)
    func occurrences(_ text: String) -> Int {
      ((try? scratch.text("log")) ?? "").components(separatedBy: text).count - 1
    }
    func said(_ text: String) -> Bool { occurrences(text) > 0 }
    try wait(for: "the new grid") { lines(scratch).contains { $0.contains("\"grid\":\"phi\"") } }
    try write("grid = 'diagonals'\nappearance = 'light'\nquality = 50\nbuffers = 8\n")
    running.send(SIGHUP)
    try wait(for: "the answer to the reload") {
      said("in effect now: appearance, grid, quality; needs a restart: buffers")
    }
    try wait(for: "the new grid") { lines(scratch).last?.contains("\"grid\":\"diagonals\"") ?? false }
    try write("grid = 'fish'\n")
    running.send(SIGHUP)
    try wait(for: "the answer to the reload") { said("x.toml:1:") && said("the run keeps its settings") }
    // A drawing that nobody can flatten, and a quality that could be had: neither is taken.
    try scratch.put("<svg viewBox='0 0 1 1'><path d='M0 0C1e60 1e60 -1e60 5 9 9Z'/></svg>", "x.svg")
    try write("grid = 'diagonals'\nappearance = 'light'\nquality = 20\nbuffers = 8\ntemplate = 'x.svg'\n")
    running.send(SIGHUP)
    try wait(for: "the answer to the reload") { said("x.svg can't be read") }
    let count = lines(scratch).count
    try wait(for: "pictures") { lines(scratch).count > count + 2 }
    #expect(lines(scratch).last?.contains("\"grid\":\"diagonals\"") ?? false)
    try write("grid = 'diagonals'\nappearance = 'light'\nquality = 50\nbuffers = 8\n")
    running.send(SIGHUP)
    try wait(for: "the answer to the reload") { said("nothing changed") }
    // Another drawing under the same name.
    func draw(_ size: Int) throws {
      try write("<svg viewBox='0 0 9 9'><path d='M1 1h\(size)v5z'/></svg>", "x.svg")
    }
    try draw(5)
    try write("grid = 'diagonals'\nappearance = 'light'\nquality = 50\nbuffers = 8\ntemplate = 'x.svg'\n")
    running.send(SIGHUP)
    try wait(for: "the answer to the reload") { said("in effect now: template") }
    try draw(7)
    running.send(SIGHUP)
    try wait(for: "the second new template") { occurrences("in effect now: template") == 2 }
    running.end(SIGTERM)
    try scratch.run("verify out")
  }

  @Test(
    "HUP opens and closes the sinks that are files where the job may write, and names what needs a restart")
  func sinks() throws {
    let scratch = try TestFolder()
    func write(_ lines: String...) throws {
      let text = lines.joined(separator: "\n") + "\n"
      try Data(text.utf8).write(to: URL(filePath: scratch.file("x.toml")), options: .atomic)
    }
    func has(_ name: String) -> Bool { scratch.exists(name) }
    try scratch.make("elsewhere")
    try write("latest = 'live/a.jpg'")
    try scratch.make("live")
    let running = try Executable.start(
      shell: "exec \"$0\" record -o out --config x.toml \"$@\" 2> log", Self.small, folder: scratch.path)
    func said(_ text: String) -> Bool { ((try? scratch.text("log")) ?? "").contains(text) }
    try wait(for: "the first sink") { has("live/a.jpg") }
    // One comes, a film beside the recording.
    try write("latest = 'live/a.jpg'", "sink = ['out/whole.mkv']")
    running.send(SIGHUP)
    try wait(for: "the answer") { said("in effect now: sink") }
    try wait(for: "a film") { has("out/whole.mkv") }
    // One leaves and another comes.
    try write("latest = 'live/b.jpg'")
    running.send(SIGHUP)
    try wait(for: "the answer") { said("in effect now: latest, sink") }
    try wait(for: "their ends") { said("live/a.jpg: closed after ") && said("out/whole.mkv: closed after ") }
    try wait(for: "the other") { has("live/b.jpg") }
    try scratch.remove("live/a.jpg")
    // A folder that wasn't named at the start, standard output, and a folder that isn't there.
    try write("latest = 'elsewhere/c.jpg'", "grid = 'phi'")
    running.send(SIGHUP)
    try wait(for: "the answer") {
      said("in effect now: grid; needs a restart: latest; the job may not write to elsewhere")
    }
    try write("latest = 'live/b.jpg'", "grid = 'phi'", "sink = ['-']")
    running.send(SIGHUP)
    try wait(for: "the answer") {
      said("needs a restart: latest, sink; standard output is opened at the start only")
    }
    try write("latest = 'live/none/d.jpg'", "grid = 'diagonals'")
    running.send(SIGHUP)
    try wait(for: "the answer") { said("live/none/d.jpg") && said("the run keeps its settings") }
    let count = lines(scratch).count
    try wait(for: "pictures") { lines(scratch).count > count + 2 }
    #expect(lines(scratch).last?.contains("\"grid\":\"phi\"") ?? false)
    let before = try scratch.bytes("live/b.jpg")
    try wait(for: "newer pictures") { (try? scratch.bytes("live/b.jpg")) != before }
    #expect(!has("live/a.jpg"))
    running.end(SIGTERM)
    try scratch.run("verify out")
    #expect(try scratch.bytes("out/whole.mkv").starts(with: [0x1A, 0x45, 0xDF, 0xA3]))
  }

  @Test("two signals that come together are one: `timeout` sends one to the process and one to its group")
  func together() throws {
    let scratch = try TestFolder()
    let running = try scratch.start("record -o out \(Self.small)")
    try wait(for: "pictures") { lines(scratch).count > 2 }
    // Both lie there when it goes on, however slow this machine is.
    for signal in [SIGSTOP, SIGINT, SIGTERM] { running.send(signal) }
    running.end(SIGCONT)
    try scratch.run("verify out")
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
    let running = try Executable.start(
      shell: "exec \"$0\" record --config none -o out \"$@\" 2> log", Self.small, folder: scratch.path)
    try wait(for: "a picture") { !lines(scratch).isEmpty }
    running.send(SIGHUP)
    try wait(for: "the log") { ((try? scratch.text("log")) ?? "").contains("--config") }
    let count = lines(scratch).count
    try wait(for: "pictures") { lines(scratch).count > count }
    running.end(SIGTERM)
  }

  @Test("HUP and USR1 wait from the first moment until they can be taken")
  func early() throws {
    let scratch = try TestFolder()
    let running = try Executable.start(
      shell: "exec \"$0\" record --config none -o out --trigger event --control c \"$@\" 2> log", Self.small,
      folder: scratch.path)
    let status = "/proc/\(running.process.processIdentifier)/status"
    // Both, as the first and the tenth bit.
    try running.wait(for: "the signals' mask") {
      let text = (try? String(contentsOfFile: status, encoding: .utf8)) ?? ""
      let mask = text.firstMatch(of: /SigBlk:\s+([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) }
      return (mask ?? 0) & 0x201 == 0x201
    }
    running.send(SIGHUP)
    running.send(SIGUSR1)
    try running.wait(for: "both answers") {
      ((try? scratch.text("log")) ?? "").contains("--config")
        && lines(scratch).first?.contains("\"still\":true") ?? false
    }
    running.end(SIGTERM)
  }

  @Test(
    "a closed terminal ends a job cleanly, unless nohup has it stay",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "it takes script(1)"),
    // Whoever runs the tests under nohup has it ignored already.
    arguments: ["env --default-signal=HUP ", "nohup "])
  func closedTerminal(before: String) throws {
    let scratch = try TestFolder()
    let job = "\(before)\"$0\" record -o out \"$@\" > log 2>&1"
    let terminal = try Executable.Running(
      "/usr/bin/script",
      [
        "-qec",
        "sh -c 'echo $$ > pid; exec \(job)' '\(try Executable.path())' "
          + Executable.words(Self.small).map { "'\($0)'" }.joined(separator: " "), "/dev/null",
      ], folder: scratch.path)
    try terminal.wait(for: "pictures") { lines(scratch).count > 2 }
    let number = try #require(
      Int32(scratch.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
    // With it goes the terminal.
    terminal.send(SIGKILL)
    if before == "nohup " {
      let count = lines(scratch).count
      try wait(for: "pictures") { lines(scratch).count > count + 5 }
      kill(number, SIGTERM)
    }
    try wait(for: "the end of the job") {
      ((try? scratch.text("out/session.json")) ?? "").contains("\"totals\"")
    }
    _ = terminal.wait()
    try scratch.run("verify out")
  }

  @Test("USR1 records the next picture of a timelapse too, and says so in the manifest")
  func stillInTimelapse() throws {
    let scratch = try TestFolder()
    let running = try scratch.start("record -o out --every 1h \(Self.small)")
    try wait(for: "pictures") { lines(scratch).count == 1 }
    running.send(SIGUSR1)
    try wait(for: "pictures") { lines(scratch).count == 2 }
    running.end(SIGTERM)
    let made = lines(scratch)
    #expect(made.count == 2 && made[1].contains("\"still\":true") && !made[0].contains("still\""))
    try scratch.run("verify out")
  }

  @Test("USR1 saves a picture of a live view under the next number, never over another")
  func stillInRun() throws {
    let scratch = try TestFolder()
    try scratch.put("mine", "stills/000004.jpg")
    let running = try scratch.start("run --stills stills --latest now.jpg \(Self.small)")
    try wait(for: "the first picture") { scratch.exists("now.jpg") }
    for number in 5...6 {
      running.send(SIGUSR1)
      try wait(for: "the saved picture") { scratch.exists("stills/00000\(number).jpg") }
    }
    #expect(running.end(SIGTERM).errors.contains("000006.jpg is saved"))
    #expect(try scratch.text("stills/000004.jpg") == "mine")
    #expect(try scratch.bytes("stills/000006.jpg").prefix(2) == [0xFF, 0xD8])
    #expect(try scratch.names("stills") == ["000004.jpg", "000005.jpg", "000006.jpg"])
  }

  @Test("a run keeps its file of metrics; where there can be none, it says so and makes no picture")
  func metrics() throws {
    let scratch = try TestFolder()
    try scratch.run("run --json --frames 5 --metrics a.prom \(Self.small)")
    let text = try scratch.text("a.prom")
    #expect(text.contains("\ndualcam_pictures_written_total{recorder=\"a\"} 5\n"))
    #expect(text.contains("dualcam_camera_state{recorder=\"a\",camera=\"secondary\""))
    let bad = try scratch.run(
      "run --json --metrics none/a.prom --primary synth:coast", status: 73, says: "none")
    #expect(bad.output.isEmpty)
  }
}
