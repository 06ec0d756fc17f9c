// Confines itself to the degree that its argument names (none, begin, tighten, control, notify) and then tries things.
// A line for each: its name, and `ok` or the errno's name.

import Foundation
import Glibc
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
  default: "errno \(code)"
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: SandboxProbe none|begin|tighten|control|notify FOLDER\n".utf8))
  exit(64)
}
let folder = arguments[2]
let early = Early()
do {
  if arguments[1] != "none" { try Sandbox.begin() }
  switch arguments[1] {
  case "tighten": try Sandbox.tighten()
  case "control": try Sandbox.tighten(.accepting)
  case "notify": try Sandbox.tighten(.notifying)
  default: break
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(error.exitCode)
}

let results: [(String, Int32)] = [
  ("inet", family(AF_INET)), ("inet datagram", family(AF_INET, SOCK_DGRAM)), ("inet6", family(AF_INET6)),
  ("netlink", family(AF_NETLINK, SOCK_DGRAM)), ("inet on a thread from before", early.result()),
  ("unix", family(AF_UNIX)), ("fork", fork()),
  ("writable code", map(PROT_READ | PROT_WRITE | PROT_EXEC)), ("memory", map(PROT_READ | PROT_WRITE)),
  ("thread", thread()), ("file", write(folder + "/file")),
  ("open a device", attempt { unsafe open("/dev/null", O_RDWR) }),
  ("scan a folder", (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class")) == nil ? errno : 0),
  ("signal oneself", kill(getpid(), 0) == 0 ? 0 : errno), ("signal others", kill(1, 0) == 0 ? 0 : errno),
  ("change user", setuid(getuid()) == 0 ? 0 : errno),
  ("a new program", execute()),
]
for (what, code) in results { print("\(what): \(name(code))") }
