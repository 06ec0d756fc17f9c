import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The sandbox")
struct SandboxTests {
  private static func run(_ degree: String, in scratch: TestFolder) throws -> Executable.Outcome {
    try Executable.Running(
      try Executable.path(of: "SandboxProbe"), [degree, scratch.path], folder: nil
    ).wait()
  }

  /// What `SandboxProbe` finds that it can do, by name.
  private static func found(_ outcome: Executable.Outcome) throws -> [String: String] {
    try #require(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.lines.map { $0.components(separatedBy: ": ") }.filter { $0.count == 2 }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
  }

  private static func probe(_ degree: String) throws -> [String: String] {
    try found(try run(degree, in: try TestFolder()))
  }

  /// What a job needs in any case.
  private static let work = ["memory", "thread", "file", "open a device", "scan a folder", "signal oneself"]

  @Test("without it sockets, forks and writable code are to be had: what is denied below isn't so by itself")
  func none() throws {
    let found = try Self.probe("none")
    for name in Self.work + ["inet", "inet datagram", "inet on a thread from before", "unix", "fork"] {
      #expect(found[name] == "ok", "\(name)")
    }
    #expect(found["writable code"] == "ok")
    #expect(found["a new program"] == "ENOENT")
  }

  @Test("from the first moment on there is no network, no new program and no new code")
  func begin() throws {
    let found = try Self.probe("begin")
    for name in Self.work + ["unix"] { #expect(found[name] == "ok", "\(name)") }
    for name in [
      "inet", "inet datagram", "inet6", "netlink", "inet on a thread from before", "fork", "a new program",
      "writable code", "change user",
    ] {
      #expect(found[name] == "EPERM", "\(name)")
    }
  }

  @Test(
    "with everything open there are no new sockets at all, but where the service manager is told of the run",
    arguments: ["tighten", "control", "notify"])
  func tighten(degree: String) throws {
    let found = try Self.probe(degree)
    for name in Self.work { #expect(found[name] == "ok", "\(name)") }
    for name in [
      "inet", "inet datagram", "inet6", "netlink", "inet on a thread from before", "fork", "a new program",
      "change user",
    ] {
      #expect(found[name] == "EPERM", "\(name)")
    }
    #expect(found["writable code"] != "ok" && found["signal others"] != "ok")
    #expect(found["unix"] == (degree == "notify" ? "ok" : "EPERM"))
  }

  /// What is tried with `inside` and `outside`; `nil` where the kernel has no Landlock, of which it is told then.
  private static func files(_ degree: String) throws -> [String: String]? {
    let scratch = try TestFolder()
    for name in ["inside", "outside"] {
      try FileManager.default.createDirectory(atPath: scratch.file(name), withIntermediateDirectories: false)
    }
    try "a secret".write(toFile: scratch.file("outside/file"), atomically: false, encoding: .utf8)
    unsafe symlink(scratch.file("outside/file"), scratch.file("inside/link"))
    let outcome = try run(degree, in: scratch)
    if outcome.status == 78 {
      #expect(outcome.errors.contains("the kernel refuses Landlock"), "\(outcome.errors)")
      return nil
    }
    return try found(outcome)
  }

  @Test("a path that can't be opened for want of descriptors is named, not left out")
  func crowded() throws {
    guard try Self.files("paths") != nil else { return }
    let outcome = try Self.run("crowded", in: try TestFolder())
    #expect(outcome.status == 78)
    #expect(
      outcome.errors.contains("no rule can be made for /dev/null (Too many open files)"), "\(outcome.errors)")
  }

  @Test("with Landlock only named folders can be read and written, by links and later threads too")
  func paths() throws {
    let free = try #require(try Self.files("begin"))
    for (what, code) in free where what.contains("side") { #expect(code == "ok", "\(what)") }
    guard let found = try Self.files("paths") else {
      print("this kernel has no Landlock: what it denies is not tried")
      return
    }
    for (what, code) in found where what.contains("inside") || what == "make below" {
      #expect(code == "ok", "\(what)")
    }
    let outside = found.filter { $0.key.contains("outside") || $0.key == "rename outward" }
    #expect(outside.count == 10)
    for (what, code) in outside { #expect(code == "EACCES" || code == "EXDEV", "\(what)") }
    for name in ["memory", "thread", "file", "open a device", "scan a folder"] {
      // A device is opened to read and write; the probe has no other business in /dev.
      #expect(found[name] == "ok", "\(name)")
    }
  }

  /// `Seccomp_filters` of every thread of a process, as proc(5) has it.
  private static func filters(of process: Int32) -> [Int] {
    let tasks = "/proc/\(process)/task"
    return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).compactMap { task in
      guard let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8) else {
        return nil
      }
      let line = status.split(separator: "\n").first { $0.hasPrefix("Seccomp_filters:") }
      return line.flatMap { Int($0.split(separator: "\t").last ?? "") }
    }
  }

  @Test("every thread of a job that runs has all three filters, and the job does its work under them")
  func threads() throws {
    let scratch = try TestFolder()
    let running = try Executable.start([
      "record", "--primary", "synth:coast?w=160&h=96", "--secondary", "synth:walker?w=96&h=64", "-o",
      scratch.file("out"), "--control", scratch.file("control"), "--latest", scratch.file("now.jpg"),
    ])
    try running.wait(for: "the third picture") { scratch.exists("out/000002.jpg") }
    let filters = Self.filters(of: running.process.processIdentifier)
    // The stage's, two sources', the sinks' and the socket's.
    #expect(filters.count >= 5)
    #expect(filters.allSatisfy { $0 >= 3 }, "\(filters)")
    running.process.interrupt()
    let outcome = running.wait()
    #expect(outcome.status == 0 && !outcome.wasSignalled, "\(outcome.errors)")
    #expect(!outcome.errors.contains("not confined"))
    #expect(!scratch.exists("control"))
    #expect(try Executable.run(["verify", scratch.file("out")]).status == 0)
  }

  @Test("every thread of a view has them too, while it serves; killed, it costs the recorder nothing")
  func view() throws {
    let scratch = try TestFolder()
    let recorder = try Executable.start([
      "record", "--primary", "synth:coast?w=160&h=96", "--publish", scratch.file("p.sock"), "-o",
      scratch.file("out"),
    ])
    try recorder.wait(for: "the socket") { scratch.exists("p.sock") }
    for round in 0..<3 {
      let running = try Executable.start([
        "view", "--listen-unix", scratch.file("v\(round)"), "--recordings", scratch.path,
        scratch.file("p.sock"),
      ])
      try running.wait(for: "its socket") { scratch.exists("v\(round)") }
      // The event loop's, the recorder's and the files'.
      try running.wait(for: "all filters on all threads") {
        let filters = Self.filters(of: running.process.processIdentifier)
        return filters.count >= 4 && filters.allSatisfy { $0 >= 3 }
      }
      if round == 2 { running.process.interrupt() } else { kill(running.process.processIdentifier, SIGKILL) }
      let outcome = running.wait()
      #expect(outcome.wasSignalled == (round < 2), "\(outcome.errors)")
      #expect(!outcome.errors.contains("not confined") && scratch.exists("v\(round)") == (round < 2))
    }
    recorder.process.interrupt()
    let outcome = recorder.wait()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try Executable.run(["verify", scratch.file("out")]).status == 0)
  }

  @Test("a job reads its sources and writes its folder, and a link out of these leads nowhere")
  func job() throws {
    guard try Self.files("paths") != nil else { return }
    let scratch = try TestFolder()
    let scene = "synth:coast?w=64&h=64&frames=2"
    #expect(try Executable.run(["annotate", "--primary", scene, "-o", scratch.file("other")]).status == 0)
    try FileManager.default.createDirectory(atPath: scratch.file("in"), withIntermediateDirectories: false)
    unsafe symlink(scratch.file("other/000000.jpg"), scratch.file("in/0.jpg"))
    let astray = try Executable.run([
      "annotate", "--primary", scratch.file("in"), "-o", scratch.file("astray"),
    ])
    #expect(astray.status != 0 && !scratch.exists("astray"), "\(astray.testDescription)")
    try FileManager.default.copyItem(
      atPath: scratch.file("other/000000.jpg"), toPath: scratch.file("in/1.jpg"))
    let led = try Executable.run([
      "annotate", "--primary", scratch.file("in"), "-o", scratch.file("new/deep/out"),
    ])
    #expect(led.status == 0, "\(led.testDescription)")
    #expect(try Executable.run(["verify", scratch.file("new/deep/out")]).status == 0)
  }

  @Test(
    "folders that were made for nothing go again",
    arguments: [["record"], ["analyze", "--overlay"], ["run", "--stills"]])
  func made(command: [String]) throws {
    let scratch = try TestFolder()
    let flag = command.count > 1 ? command[1] : "-o"
    let source = command[0] == "analyze" ? ["file:nothing.avi"] : ["--primary", "file:nothing.avi"]
    let outcome = try Executable.run([command[0]] + source + [flag, scratch.file("a/b/c")])
    #expect(outcome.status == 69 && !scratch.exists("a"), "\(outcome.testDescription)")
  }

  @Test(
    "commands that look at strangers' files have no socket left, and only their paths",
    .enabled(if: strace != nil, "it takes strace, to see what the kernel is asked"),
    arguments: [
      ["verify", "out"], ["library", "out"], ["library", "out", "sheet"],
    ])
  func commands(arguments: [String]) throws {
    let scratch = try TestFolder()
    let strace = try #require(Self.strace)
    let made = try Executable.run(
      ["annotate", "--primary", "synth:coast?w=64&h=64&frames=2", "-o", scratch.file("out")])
    #expect(made.status == 0)
    let outcome = try Executable.Running(
      strace,
      ["-f", "-o", scratch.file("trace"), "-e", "trace=seccomp,444,446,%network", try Executable.path()]
        + arguments, folder: scratch.path
    ).wait()
    guard let trace = try? String(contentsOfFile: scratch.file("trace"), encoding: .utf8), !trace.isEmpty
    else { return }
    #expect(outcome.status == 0, "\(outcome.errors)")
    // The quiet one, the first and the tight one.
    let filters = trace.split(separator: "\n").filter {
      $0.contains("seccomp(SECCOMP_SET_MODE_FILTER") && $0.hasSuffix("= 0")
    }
    #expect(filters.count >= 3, "\(trace)")
    #expect(!trace.contains("socket("))
    if try Self.files("paths") != nil { #expect(trace.contains("landlock_restrict_self(")) }
  }

  private static let strace = ["/usr/bin/strace", "/bin/strace"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    "the kernel sees no socket but the control socket, and no new program",
    .enabled(if: strace != nil, "it takes strace, to see what the kernel is asked"),
    arguments: [
      ["record", "--frames", "3", "-o", "out", "--control", "control"], ["run", "--frames", "3"],
      ["annotate", "--primary", "synth:city?w=160&h=96&frames=3", "-o", "out"],
      ["analyze", "synth:coast?w=160&h=96", "--frames", "3"], ["bench", "--frames", "4", "--loaded", "2"],
      ["devices"], ["library", "--help"],
    ])
  func traced(arguments: [String]) throws {
    let scratch = try TestFolder()
    let strace = try #require(Self.strace)
    let sources =
      ["record", "run", "bench"].contains(arguments[0])
      ? ["--primary", "synth:coast?w=160&h=96", "--secondary", "synth:walker?w=96&h=64"] : []
    let outcome = try Executable.Running(
      strace,
      [
        "-f", "-o", scratch.file("trace"), "-e",
        "trace=%network,execve,execveat,fork,vfork,io_uring_setup,ptrace", try Executable.path(),
      ] + arguments + sources, folder: scratch.path
    ).wait()
    // Where nobody may trace, as in some containers, there is nothing to see.
    guard let trace = try? String(contentsOfFile: scratch.file("trace"), encoding: .utf8),
      trace.contains("execve(")
    else { return }
    #expect(outcome.status == 0, "\(outcome.errors)")
    let calls = trace.split(separator: "\n").filter { $0.contains("(") && !$0.contains("resumed") }
    let sockets = calls.filter { $0.contains(" socket(") || $0.contains(" socketpair(") }
    #expect(sockets.count == (arguments.contains("--control") ? 1 : 0), "\(sockets)")
    #expect(sockets.allSatisfy { $0.contains("AF_UNIX") })
    #expect(calls.count { $0.contains("execve(") } == 1)
    #expect(!calls.contains { $0.contains("connect(") || $0.contains(" fork(") || $0.contains(" vfork(") })
  }
}
