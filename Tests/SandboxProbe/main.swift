// Confines itself to the degree that its argument names (none, begin, tighten, control, notify, paths, crowded) and then tries
// things. With paths FOLDER/inside is its own, FOLDER/outside is none of its paths.
// A line for each: its name, and `ok` or the errno's name.

import Foundation
import Glibc
import HostResources
import Pipeline

/// What a thread from before the filter finds.
final class Early: @unchecked Sendable {
  // SAFETY: the semaphores order every access.
  private let go = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private nonisolated(unsafe) var code: Int32 = 0

  init() {
    Thread { [self] in
      go.wait()
      unsafe code = attempt { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
      done.signal()
    }.start()
  }

  func result() -> Int32 {
    go.signal()
    done.wait()
    return unsafe code
  }
}

/// 0 or an errno; a descriptor is closed again.
func attempt(_ call: () -> Int32) -> Int32 {
  let result = call()
  if result < 0 { return errno }
  if result > 2 { close(result) }
  return 0
}

func family(_ family: Int32, _ type: __socket_type = SOCK_STREAM) -> Int32 {
  attempt { socket(family, Int32(type.rawValue), 0) }
}

/// A process that ends at once.
func fork() -> Int32 {
  typealias Call = @convention(c) () -> Int32
  // SAFETY: fork(2) has this type; the child calls nothing but _exit(2).
  guard let symbol = unsafe dlsym(nil, "fork") else { return ENOSYS }
  let result = unsafe unsafeBitCast(symbol, to: Call.self)()
  if result == 0 { _exit(0) }
  return result < 0 ? errno : 0
}

/// A program by a name that isn't there.
func execute() -> Int32 {
  var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
  // SAFETY: the list ends with a null pointer, and the call doesn't keep it.
  return unsafe execv("/nonexistent", &arguments) < 0 ? errno : 0
}

func map(_ protection: Int32) -> Int32 {
  // SAFETY: a fresh page that nobody uses, and that is unmapped at once.
  let page = unsafe mmap(nil, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  if unsafe page == MAP_FAILED { return errno }
  unsafe munmap(page, 4096)
  return 0
}

func write(_ path: String) -> Int32 {
  do {
    try WholeFile.write(Array("whole".utf8), to: path)
    return (try? String(contentsOfFile: path, encoding: .utf8)) == "whole" ? 0 : EIO
  } catch { return EIO }
}

/// What can be done to files in a folder and out of it.
func files(_ inside: String, _ outside: String) -> [(String, Int32)] {
  @Sendable func opened(_ path: String, _ flags: Int32) -> Int32 {
    attempt { unsafe open(path, flags, 0o600) }
  }
  final class Later: @unchecked Sendable {
    // SAFETY: written before the semaphore is signalled, read after.
    var code: Int32 = 0
  }
  let later = Later()
  let done = DispatchSemaphore(value: 0)
  Thread {
    later.code = opened(outside + "/file", O_RDONLY)
    done.signal()
  }.start()
  done.wait()
  return [
    ("make inside", opened(inside + "/new", O_WRONLY | O_CREAT | O_EXCL)),
    ("read inside", opened(inside + "/new", O_RDONLY)),
    ("rename inside", unsafe rename(inside + "/new", inside + "/old") == 0 ? 0 : errno),
    ("make a folder inside", unsafe mkdir(inside + "/deep", 0o700) == 0 ? 0 : errno),
    ("make below", opened(inside + "/deep/new", O_WRONLY | O_CREAT | O_EXCL)),
    ("list inside", opened(inside, O_RDONLY | O_DIRECTORY)),
    ("read outside", opened(outside + "/file", O_RDONLY)),
    ("read outside by a link", opened(inside + "/link", O_RDONLY)),
    ("read outside by a path", opened(inside + "/../outside/file", O_RDONLY)),
    ("read outside on a thread made later", later.code),
    ("write outside", opened(outside + "/file", O_WRONLY)),
    ("make outside", opened(outside + "/new", O_WRONLY | O_CREAT | O_EXCL)),
    ("list outside", opened(outside, O_RDONLY | O_DIRECTORY)),
    ("make a folder outside", unsafe mkdir(outside + "/deep", 0o700) == 0 ? 0 : errno),
    ("rename outward", unsafe rename(inside + "/old", outside + "/old") == 0 ? 0 : errno),
    ("remove outside", unsafe unlink(outside + "/file") == 0 ? 0 : errno),
  ]
}

/// Whether a new thread runs.
func thread() -> Int32 {
  let done = DispatchSemaphore(value: 0)
  Thread { done.signal() }.start()
  return done.wait(timeout: .now() + 30) == .success ? 0 : ETIMEDOUT
}

func name(_ code: Int32) -> String {
  switch code {
  case 0: "ok"
  case EPERM: "EPERM"
  case ENOSYS: "ENOSYS"
  case ENOENT: "ENOENT"
  case EACCES: "EACCES"
  case EXDEV: "EXDEV"
  default: "errno \(code)"
  }
}

/// Leaves room for one more descriptor, which the set of rules takes.
func leaveOneDescriptor() {
  let next = dup(0)
  close(next)
  var limit = rlimit()
  unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  limit.rlim_cur = rlim_t(next) + 1
  unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  FileHandle.standardError.write(
    Data("usage: SandboxProbe none|begin|tighten|control|notify|paths|crowded FOLDER\n".utf8))
  exit(64)
}
let folder = arguments[2]
let early = Early()
/// How far off the wall clock may be.
func clockError() -> Int? {
  var clock = UTCClock()
  return clock.read().errorMicroseconds
}
/// Before anything is denied.
let knowsClockError = clockError() != nil
do {
  if arguments[1] == "paths" || arguments[1] == "crowded" {
    var rules = PathRules()
    rules.own(folder + "/inside")
    // Lead nowhere, which is no error.
    rules.read(folder + "/missing")
    rules.read("/dev/null/below")
    if arguments[1] == "crowded" { leaveOneDescriptor() }
    try Sandbox.confine(to: rules)
  }
  if arguments[1] != "none" { try Sandbox.begin() }
  switch arguments[1] {
  case "tighten": try Sandbox.tighten()
  case "control": try Sandbox.tighten(.accepting)
  case "notify": try Sandbox.tighten(.connecting)
  default: break
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(error.exitCode)
}

let results: [(String, Int32)] = [
  ("inet", family(AF_INET)), ("inet datagram", family(AF_INET, SOCK_DGRAM)), ("inet6", family(AF_INET6)),
  ("netlink", family(AF_NETLINK, SOCK_DGRAM)),
  ("uevents", attempt { socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 15) }),
  ("packet", family(AF_PACKET, SOCK_DGRAM)),
  ("inet on a thread from before", early.result()),
  ("unix", family(AF_UNIX)), ("fork", fork()),
  ("writable code", map(PROT_READ | PROT_WRITE | PROT_EXEC)), ("memory", map(PROT_READ | PROT_WRITE)),
  ("thread", thread()), ("file", write(folder + (arguments[1] == "paths" ? "/inside/file" : "/file"))),
  ("open a device", attempt { unsafe open("/dev/null", O_RDWR) }),
  ("scan a folder", (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class")) == nil ? errno : 0),
  ("signal oneself", kill(getpid(), 0) == 0 ? 0 : errno), ("signal others", kill(1, 0) == 0 ? 0 : errno),
  ("change user", setuid(getuid()) == 0 ? 0 : errno),
  ("a new program", execute()),
  ("the clock's error", (clockError().map { $0 > 0 } ?? false) == knowsClockError ? 0 : EIO),
]
let inside = folder + "/inside"
let tried = unsafe access(inside, F_OK) == 0 ? files(inside, folder + "/outside") : []
for (what, code) in results + tried { print("\(what): \(name(code))") }
