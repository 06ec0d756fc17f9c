import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The sandbox")
struct SandboxTests {
  /// What `SandboxProbe` finds that it can do, by name.
  private static func found(_ outcome: Executable.Outcome) throws -> [String: String] {
    try #require(outcome.status == 0, "\(outcome)")
    let lines = outcome.lines.map { $0.components(separatedBy: ": ") }.filter { $0.count == 2 }
    return Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[1]) })
  }

  private static func probe(_ degree: String) throws -> [String: String] {
    let scratch = try TestFolder()
    return try found(scratch.start(degree, [scratch.path], of: "SandboxProbe").wait())
  }

  /// What a job needs in any case.
  private static let work = [
    "memory", "thread", "file", "open a device", "scan a folder", "signal oneself", "the clock's error",
  ]

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
    for name in Self.work + ["unix", "uevents"] { #expect(found[name] == "ok", "\(name)") }
    for name in [
      "inet", "inet datagram", "inet6", "netlink", "packet", "inet on a thread from before", "fork",
      "a new program",
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
      "inet", "inet datagram", "inet6", "netlink", "packet", "inet on a thread from before", "fork",
      "a new program",
      "change user",
    ] {
      #expect(found[name] == "EPERM", "\(name)")
    }
    #expect(found["writable code"] != "ok" && found["signal others"] != "ok")
    #expect(found["uevents"] == "EPERM")
    #expect(found["unix"] == (degree == "notify" ? "ok" : "EPERM"))
  }

  /// What is tried with `inside` and `outside`; `nil` where the kernel has no Landlock, of which it is told then.
  private static func files(_ degree: String) throws -> [String: String]? {
    let scratch = try TestFolder()
    try scratch.make("inside")
    try scratch.put("a secret", "outside/file")
    try scratch.link("inside/link", to: scratch.file("outside/file"))
    let outcome = try scratch.start(degree, [scratch.path], of: "SandboxProbe").wait()
    if outcome.status == 78 {
      outcome.expect(78, says: ["the kernel refuses Landlock"])
      return nil
    }
    return try found(outcome)
  }

  @Test("a path that can't be opened for want of descriptors is named, not left out")
  func crowded() throws {
    guard try Self.files("paths") != nil else { return }
    let scratch = try TestFolder()
    try scratch.run(
      "crowded", [scratch.path], of: "SandboxProbe", status: 78,
      says: "no rule can be made for /", "(Too many open files)")
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
    let running = try scratch.start(
      "record \(Self.sources) -o out --control control --latest now.jpg")
    try running.wait(for: "the third picture") { scratch.exists("out/000002.jpg") }
    let filters = Self.filters(of: running.process.processIdentifier)
    // The stage's, two sources', the sinks' and the socket's.
    #expect(filters.count >= 5)
    #expect(filters.allSatisfy { $0 >= 3 }, "\(filters)")
    #expect(!running.end().errors.contains("not confined"))
    #expect(!scratch.exists("control"))
    try scratch.run("verify out")
  }

  @Test("every thread of a view has them too, while it serves; killed, it costs the recorder nothing")
  func view() throws {
    let scratch = try TestFolder()
    let recorder = try scratch.start("record --primary synth:coast?w=160&h=96 --publish p.sock -o out")
    try recorder.wait(for: "the socket") { scratch.exists("p.sock") }
    for round in 0..<3 {
      let running = try scratch.start("view --listen-unix v\(round) --recordings \(scratch.path) p.sock")
      try running.wait(for: "its socket") { scratch.exists("v\(round)") }
      // The event loop's, the recorder's and the files'.
      try running.wait(for: "all filters on all threads") {
        let filters = Self.filters(of: running.process.processIdentifier)
        return filters.count >= 4 && filters.allSatisfy { $0 >= 3 }
      }
      running.send(round == 2 ? SIGINT : SIGKILL)
      let outcome = running.wait()
      #expect(outcome.wasSignalled == (round < 2), "\(outcome.errors)")
      #expect(!outcome.errors.contains("not confined") && scratch.exists("v\(round)") == (round < 2))
    }
    recorder.end()
    try scratch.run("verify out")
  }

  @Test("a job reads its sources and writes its folder, and a link out of these leads nowhere")
  func job() throws {
    guard try Self.files("paths") != nil else { return }
    let scratch = try TestFolder()
    try scratch.run("annotate --primary synth:coast?w=64&h=64&frames=2 -o other")
    try scratch.make("in")
    try scratch.link("in/0.jpg", to: scratch.file("other/000000.jpg"))
    let astray = try scratch.start("annotate --primary in -o astray").wait()
    #expect(astray.status != 0 && !scratch.exists("astray"), "\(astray)")
    try scratch.put(scratch.bytes("other/000000.jpg"), "in/1.jpg")
    try scratch.run("annotate --primary in -o new/deep/out")
    try scratch.run("verify new/deep/out")
  }

  @Test(
    "folders that were made for nothing go again",
    arguments: [
      "record --primary file:nothing.avi -o", "analyze file:nothing.avi --overlay",
      "run --primary file:nothing.avi --stills",
    ])
  func made(line: String) throws {
    let scratch = try TestFolder()
    try scratch.run("\(line) a/b/c", status: 69)
    #expect(!scratch.exists("a"))
  }

  @Test(
    "commands that look at strangers' files have no socket left, and only their paths",
    .enabled(if: strace != nil, "it takes strace, to see what the kernel is asked"),
    arguments: ["verify out", "library out", "library out sheet"])
  func commands(line: String) throws {
    let scratch = try TestFolder()
    try scratch.run("annotate --primary synth:coast?w=64&h=64&frames=2 -o out")
    let trace = try Self.trace("seccomp,444,446,%network", line, in: scratch)
    guard !trace.isEmpty else { return }
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

  private static let sources = "--primary synth:coast?w=160&h=96 --secondary synth:walker?w=96&h=64"

  /// Which of the calls that are named a command made; nothing where nobody may trace, as in some containers.
  private static func trace(_ calls: String, _ line: String, in scratch: TestFolder) throws -> String {
    let options = ["-f", "-o", "trace", "-e", "trace=\(calls)", try Executable.path()]
    let outcome = try Executable.Running(
      try #require(strace), options + Executable.words(line), folder: scratch.path
    ).wait()
    guard let trace = try? scratch.text("trace"), trace.contains("(") else { return "" }
    outcome.expect(0)
    return trace
  }

  @Test(
    "the kernel sees no socket but the control socket, and no new program",
    .enabled(if: strace != nil, "it takes strace, to see what the kernel is asked"),
    arguments: [
      "record --frames 3 -o out --control control \(sources)", "run --frames 3 \(sources)",
      "annotate --primary synth:city?w=160&h=96&frames=3 -o out",
      "analyze synth:coast?w=160&h=96 --frames 3", "bench --frames 4 --loaded 2 \(sources)", "devices",
      "library --help",
    ])
  func traced(line: String) throws {
    let scratch = try TestFolder()
    let trace = try Self.trace(
      "%network,execve,execveat,fork,vfork,io_uring_setup,ptrace", line, in: scratch)
    guard trace.contains("execve(") else { return }
    let calls = trace.split(separator: "\n").filter { $0.contains("(") && !$0.contains("resumed") }
    let sockets = calls.filter { $0.contains(" socket(") || $0.contains(" socketpair(") }
    #expect(sockets.count == (line.contains("--control") ? 1 : 0), "\(sockets)")
    #expect(sockets.allSatisfy { $0.contains("AF_UNIX") })
    #expect(calls.count { $0.contains("execve(") } == 1)
    #expect(!calls.contains { $0.contains("connect(") || $0.contains(" fork(") || $0.contains(" vfork(") })
  }

  /// What the filters refuse although commands ask for it, and what happens then.
  private static let refused = [
    // The C library then makes the thread by clone, whose flags a filter can see.
    "clone3 ENOSYS"
  ]

  @Test(
    "nothing that a command needs is refused: each call that the filters answer is known, with what happens then",
    .enabled(if: strace != nil, "it takes strace, to see what the kernel is asked"),
    arguments: [
      [
        "record --frames 9 -o rec --publish p.sock --keep-source --describe --segment 100kB --budget 10MB --durability file --sink a.mkv"
          + " --sink a.mcap --latest now.jpg --metrics m.prom --levels l.json \(sources)"
      ],
      ["run --frames 3 --sink - --event-pipe events --stills stills --on-camera-lost continue \(sources)"],
      ["bench --frames 4 --loaded 2 --report r.html \(sources)"],
      ["analyze synth:coast?w=160&h=96 --frames 3 --overlay over"],
      [
        "annotate --primary synth:city?w=160&h=96&frames=3 --secondary synth:coast?w=160&h=96&frames=3 --keep-source -o out",
        "verify out",
        "library out keep 1", "library out delete 2", "library out sheet -o s.jpg", "export out -o e.mcap",
        "pack out",
        "export out -o e.mkv", "unpack out", "sync out -o o.json", "annotate --primary out/*.jpg -o again",
        "annotate --primary e.mkv -o film",
      ],
    ])
  func refusals(lines: [String]) throws {
    let scratch = try TestFolder()
    for line in lines {
      let words = ["-f", "-Z", "-o", "trace", try Executable.path()] + Executable.words(line)
      // As a service would run.
      let outcome = try Executable.Running(
        "/usr/bin/env", ["NOTIFY_SOCKET=\(scratch.file("notify"))", try #require(Self.strace)] + words,
        folder: scratch.path
      ).wait()
      guard let trace = try? scratch.text("trace"), trace.contains("(") else { return }
      #expect(outcome.status == (line.hasPrefix("sync") ? 64 : 0), "\(line): \(outcome)")
      // strace may write the end of a call on a line of its own, without the call's name.
      let calls = trace.split(separator: "\n").filter { line in
        guard let answer = line.range(of: "= -1 E"), line[..<answer.lowerBound].contains("(") else {
          return false
        }
        return ["EPERM", "ENOSYS", "EACCES"].contains { line.contains("= -1 \($0)") }
      }
      let found = calls.filter { call in
        !Self.refused.contains {
          call.contains($0.split(separator: " ")[0]) && call.contains($0.split(separator: " ")[1])
        }
      }
      #expect(found == [], "\(line)")
    }
  }
}
