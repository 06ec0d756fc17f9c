import Foundation
import Glibc
import TestSupport
import Testing

/// Processes under limits of their own: what the machine doesn't give ends a job with 71, never by waiting or a signal.
@Suite("Limits of a process")
struct ResourceLimitTests {
  private static let tools = "/usr/bin/prlimit"
  private static let hasTools = FileManager.default.isExecutableFile(atPath: tools)
  private static let small = "--primary synth:coast?w=64&h=64 --no-hud --frames 3"

  /// Runs the executable under a limit; ended with KILL where it hangs.
  private static func run(_ limit: String, as user: Int? = nil, _ line: String, in scratch: TestFolder) throws
    -> Executable.Outcome
  {
    let user = user.map { "/usr/bin/setpriv --reuid=\($0) --regid=\($0) --clear-groups" } ?? ""
    let command = "--signal=KILL 60 \(user) \(tools) \(limit)"
    return try Executable.Running(
      "/usr/bin/timeout", Executable.words(command) + [try Executable.path()] + Executable.words(line),
      folder: scratch.path
    ).wait()
  }

  /// RLIMIT_NPROC counts a user's threads, and isn't held against root: a user of the test's own is needed, who may read
  /// the executable.
  private static let user: Int? = {
    guard geteuid() == 0, hasTools, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
      let scratch = try? TestFolder(), unsafe chmod(scratch.path, 0o777) == 0,
      let outcome = try? run("--nproc=100", as: 61_803, "--version", in: scratch), outcome.status == 0
    else { return nil }
    return 61_803
  }()

  @Test(
    "whichever thread can't be made, the job ends with 71 and names the limit; what is there is whole",
    .enabled(if: user != nil, "it takes root, setpriv and prlimit, and an executable that anybody may run"),
    arguments: ["record", "annotate", "run"])
  func tasks(command: String) throws {
    let scratch = try TestFolder()
    unsafe chmod(scratch.path, 0o777)
    var statuses: [Int32] = []
    // The process itself is the first; the last has all that it asks for.
    for limit in [1, 2, 3, 4, 5, 12] {
      var line = "\(command) \(Self.small)"
      if command != "run" { line += " -o \(limit)" }
      if command == "record" { line += " --control control\(limit)" }
      let outcome = try Self.run("--nproc=\(limit)", as: Self.user, line, in: scratch)
      statuses.append(outcome.status)
      #expect(
        !outcome.wasSignalled && [0, 71].contains(outcome.status), "\(limit): \(outcome)")
      if outcome.status == 71 {
        #expect(outcome.errors.contains("RLIMIT_NPROC is \(limit), "), "\(outcome.errors)")
      }
      #expect(!scratch.exists("control\(limit)"))
      if scratch.exists("\(limit)/frames.jsonl") { try scratch.run("verify \(limit)") }
    }
    #expect(statuses.first == 71 && statuses.last == 0, "\(statuses)")
  }

  @Test(
    "checking goes on with the threads that there are",
    .enabled(if: user != nil, "it takes root, setpriv and prlimit, and an executable that anybody may run"))
  func crew() throws {
    let scratch = try TestFolder()
    try scratch.run("record -o out \(Self.small)")
    unsafe chmod(scratch.path, 0o755)
    try Self.run("--nproc=1", as: Self.user, "verify out", in: scratch).expect(0)
  }

  @Test(
    "a job whose pictures the machine has no memory for leaves nothing behind",
    .enabled(
      if: ProcessInfo.processInfo.physicalMemory < 60 << 30, "it takes a machine with less than 60 GB"))
  func demand() throws {
    let scratch = try TestFolder()
    try scratch.run(
      "record --primary synth:noise?w=3840&h=2160&fps=240 --trigger motion --before 60s -o made/x"
        + " --sink film.mkv", status: 71, says: "--before holds")
    #expect(try scratch.names() == [])
  }

  @Test(
    "with less and less memory it works, or ends with 71 and says so",
    .enabled(if: hasTools, "it takes prlimit"))
  func memory() throws {
    let scratch = try TestFolder()
    // What it takes: below, the loader gives up, which has words and a code of its own.
    var most = 0
    for step in 0..<12 {
      let limit = (400 - 25 * step) << 20
      let outcome = try Self.run("--as=\(limit)", "record -o \(step) \(Self.small)", in: scratch)
      if outcome.errors.contains("shared libraries") || outcome.status == 127 { break }
      #expect(
        !outcome.wasSignalled && [0, 71].contains(outcome.status), "\(limit): \(outcome)")
      if outcome.status == 71 {
        #expect(outcome.errors.contains("RLIMIT_AS allows \(limit >> 10) KiB"), "\(outcome.errors)")
        most += 1
      }
      if scratch.exists("\(step)/frames.jsonl") { try scratch.run("verify \(step)") }
    }
    #expect(most > 0, "no limit was too low")
  }

  @Test(
    "a file that may not grow any more is an end with 73, not a signal",
    .enabled(if: hasTools, "it takes prlimit"))
  func fileSize() throws {
    let scratch = try TestFolder()
    try Self.run("--fsize=20000", "record -o out --primary synth:coast --frames 60", in: scratch)
      .expect(73, says: ["RLIMIT_FSIZE"])
    try scratch.run("verify out")
    // Freeing pictures gives such a file no room: none goes.
    let freeing = try Self.run(
      "--fsize=20000",
      "record -o free --primary synth:coast?w=64&h=64 --no-chrome --frames 300 --when-full free", in: scratch)
    freeing.expect(73)
    #expect(!freeing.errors.contains("freed"), "\(freeing)")
    #expect(try scratch.names("free").contains("000000.jpg"))
    try scratch.run("verify free")
    // Lines of JSON go on, which take no file.
    let latest = try Self.run(
      "--fsize=100", "run --primary synth:coast --frames 3 --json --latest now.jpg", in: scratch)
    latest.expect(0, says: ["RLIMIT_FSIZE"])
    #expect(latest.lines.count == 3, "\(latest)")
    #expect(try scratch.names() == ["free", "out"])
  }
}
