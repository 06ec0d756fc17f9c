import Foundation
import Glibc
import TestSupport
import Testing

/// Processes under limits of their own: what the machine doesn't give ends a job with 71, never by waiting or a signal.
@Suite("Limits of a process")
struct ResourceLimitTests {
  private static let tools = "/usr/bin/prlimit"
  private static let hasTools = FileManager.default.isExecutableFile(atPath: tools)
  private static let small = ["--primary", "synth:coast?w=64&h=64", "--no-hud", "--frames", "3"]

  /// Runs the executable under a limit; ended with KILL where it hangs.
  private static func run(_ limit: String, as user: Int? = nil, _ arguments: [String]) throws
    -> Executable.Outcome
  {
    let user = user.map { ["/usr/bin/setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"] } ?? []
    let command =
      ["/usr/bin/timeout", "--signal=KILL", "60"] + user + [tools, limit, try Executable.path()] + arguments
    return try Executable.Running(command[0], Array(command.dropFirst()), folder: nil).wait()
  }

  /// RLIMIT_NPROC counts a user's threads, and isn't held against root: a user of the test's own is needed, who may read
  /// the executable.
  private static let user: Int? = {
    guard geteuid() == 0, hasTools, FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
      let outcome = try? run("--nproc=100", as: 61_803, ["--version"]), outcome.status == 0
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
      let folder = scratch.file("\(limit)")
      var arguments = [command] + Self.small
      if command != "run" { arguments += ["-o", folder] }
      if command == "record" { arguments += ["--control", scratch.file("control\(limit)")] }
      let outcome = try Self.run("--nproc=\(limit)", as: Self.user, arguments)
      statuses.append(outcome.status)
      #expect(
        !outcome.wasSignalled && [0, 71].contains(outcome.status), "\(limit): \(outcome.testDescription)")
      if outcome.status == 71 {
        #expect(outcome.errors.contains("RLIMIT_NPROC is \(limit), "), "\(outcome.errors)")
      }
      #expect(!scratch.exists("control\(limit)"))
      if command != "run", scratch.exists("\(limit)/frames.jsonl") {
        let verified = try Executable.run(["verify", folder])
        #expect(verified.status == 0, "\(verified.errors) \(verified.text)")
      }
    }
    #expect(statuses.first == 71 && statuses.last == 0, "\(statuses)")
  }

  @Test(
    "checking goes on with the threads that there are",
    .enabled(if: user != nil, "it takes root, setpriv and prlimit, and an executable that anybody may run"))
  func crew() throws {
    let scratch = try TestFolder()
    #expect(try Executable.run(["record", "-o", scratch.file("out")] + Self.small).status == 0)
    unsafe chmod(scratch.path, 0o755)
    let outcome = try Self.run("--nproc=1", as: Self.user, ["verify", scratch.file("out")])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(
    "a job whose pictures the machine has no memory for leaves nothing behind",
    .enabled(
      if: ProcessInfo.processInfo.physicalMemory < 60 << 30, "it takes a machine with less than 60 GB"))
  func demand() throws {
    let scratch = try TestFolder()
    let outcome = try Executable.run(
      [
        "record", "--primary", "synth:noise?w=3840&h=2160&fps=240", "--trigger", "motion", "--before", "60s",
        "-o",
        "made/x", "--sink", "film.mkv",
      ], folder: scratch.path)
    #expect(outcome.status == 71 && outcome.errors.contains("--before holds"), "\(outcome.testDescription)")
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
      let outcome = try Self.run("--as=\(limit)", ["record", "-o", scratch.file("\(step)")] + Self.small)
      if outcome.errors.contains("shared libraries") || outcome.status == 127 { break }
      #expect(
        !outcome.wasSignalled && [0, 71].contains(outcome.status), "\(limit): \(outcome.testDescription)")
      if outcome.status == 71 {
        #expect(outcome.errors.contains("RLIMIT_AS allows \(limit >> 10) KiB"), "\(outcome.errors)")
        most += 1
      }
      if scratch.exists("\(step)/frames.jsonl") {
        #expect(try Executable.run(["verify", scratch.file("\(step)")]).status == 0)
      }
    }
    #expect(most > 0, "no limit was too low")
  }

  @Test(
    "a file that may not grow any more is an end with 73, not a signal",
    .enabled(if: hasTools, "it takes prlimit"))
  func fileSize() throws {
    let scratch = try TestFolder()
    let outcome = try Self.run(
      "--fsize=20000", ["record", "-o", scratch.file("out"), "--primary", "synth:coast", "--frames", "60"])
    #expect(!outcome.wasSignalled && outcome.status == 73, "\(outcome.testDescription)")
    #expect(outcome.errors.contains("RLIMIT_FSIZE"), "\(outcome.errors)")
    #expect(try Executable.run(["verify", scratch.file("out")]).status == 0)
    // Freeing pictures gives such a file no room: none goes.
    let freeing = try Self.run(
      "--fsize=20000",
      [
        "record", "-o", scratch.file("free"), "--primary", "synth:coast?w=64&h=64", "--no-chrome", "--frames",
        "300",
        "--when-full", "free",
      ])
    #expect(freeing.status == 73 && !freeing.errors.contains("freed"), "\(freeing.testDescription)")
    #expect(try scratch.names("free").contains("000000.jpg"))
    #expect(try Executable.run(["verify", scratch.file("free")]).status == 0)
    let latest = try Self.run(
      "--fsize=100",
      ["run", "--primary", "synth:coast", "--frames", "3", "--json", "--latest", scratch.file("now.jpg")])
    // Lines of JSON go on, which take no file.
    #expect(!latest.wasSignalled && latest.status == 0, "\(latest.testDescription)")
    #expect(latest.errors.contains("RLIMIT_FSIZE") && latest.lines.count == 3, "\(latest.errors)")
    #expect(try scratch.names(".").sorted() == ["free", "out"])
  }
}
