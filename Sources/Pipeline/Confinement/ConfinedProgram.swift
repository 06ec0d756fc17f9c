// docs/decisions/0006-sandbox.md: new programs start before the process denies itself to start any.

import CSandbox
import Glibc
import HostResources
import PixelTypes
import Recordings

/// Another program, without network, other programs, and all paths but those it needs. It waits for its arguments, which
/// may depend on what this process reads after it has confined itself.
///
/// Start it while the process has one thread. It ends with that thread, however that ends.
@safe
package final class ConfinedProgram: EncodingProgram {
  private let child: pid_t
  // -1 once closed.
  private var arguments: Int32
  private var isWaitedFor = false
  private var isDone = false
  private let words: Int32
  private let output: Int32
  /// The writing end of its standard input; -1 once it is closed.
  package private(set) var input: Int32

  /// Starts it, up to its arguments.
  ///
  /// - Parameters:
  ///   - path: the program's file.
  ///   - file: what it may write, as its descriptor 3; `nil` for nothing.
  ///   - devices: what it may use besides, with all below.
  /// - Throws: `FileError.io(path:reason:)`.
  package init(_ path: String, file: Int32? = nil, devices: [String] = []) throws(FileError) {
    // SAFETY: the names are constants.
    let memory = unsafe (words: csandbox_memory_file("messages"), output: csandbox_memory_file("output"))
    (words, output) = memory
    var rules = PathRules()
    for folder in ["/usr", "/bin", "/lib", "/lib64", PathRules.folder(of: path)] {
      rules.allow([.sees, .runs], folder)
    }
    for device in devices { rules.allow([.sees, .writes, .controls], device) }
    if file != nil { rules.allow([.reads, .writes], "/proc/self/fd/3") }
    let sorted = rules.access.sorted { $0.key < $1.key }
    // SAFETY: strdup gives C strings, or null pointers, that are freed below and outlive the call.
    let paths = unsafe sorted.map {
      unsafe csandbox_path(path: $0.key.withName { unsafe strdup($0) }, access: $0.value.rawValue)
    }
    defer { unsafe paths.forEach { unsafe free(UnsafeMutablePointer(mutating: $0.path)) } }
    var ends: (input: Int32, arguments: Int32) = (-1, -1)
    // SAFETY: the strings and the array live through the call.
    child = unsafe path.withName { name in
      unsafe paths.withUnsafeBufferPointer { rules in
        var program = unsafe csandbox_program(
          path: name, paths: rules.baseAddress, count: rules.count, output: memory.output,
          error: memory.words, file: file ?? -1)
        return unsafe csandbox_start_program(&program, &ends.input, &ends.arguments)
      }
    }
    (input, arguments) = ends
    guard child > 0 else { throw .io(path: path, reason: "can't be started: \(SystemCall.text(-child))") }
  }

  deinit {
    closeAll()
    if child > 0, !isWaitedFor {
      // What waits for arguments ends by itself; what works is of no use. This fails in a confined process, which
      // the kernel makes up for when that ends.
      kill(child, SIGKILL)
    }
    for file in [words, output] where file >= 0 { close(file) }
  }

  private func closeAll() {
    for file in [input, arguments] where file >= 0 { close(file) }
    (input, arguments) = (-1, -1)
  }

  /// Gives it its arguments, its name first: it begins.
  package func begin(_ words: [String]) {
    let bytes = words.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0] }
    // What can't be written has ended, which ``end(within:)`` says.
    _ = SystemCall.write(bytes.span, to: arguments)
    close(arguments)
    arguments = -1
  }

  /// Gives it its arguments and nothing else, and waits for its end.
  ///
  /// - Parameter limit: it is killed after this time, before the process is confined.
  /// - Returns: whether it succeeded, and its standard output.
  package func run(_ words: [String], within limit: Duration) -> (isDone: Bool, output: String) {
    begin(words)
    let isDone = wait(limit)
    return (isDone, Self.contents(of: output))
  }

  package func end() -> (isDone: Bool, words: String) {
    if !isWaitedFor { isDone = wait(nil) }
    return (isDone, Self.contents(of: words))
  }

  private func wait(_ limit: Duration?) -> Bool {
    closeAll()
    var status: Int32 = 0
    let start = ContinuousClock.now
    while true {
      // SAFETY: writes to `status` only.
      let ended = SystemCall.result { unsafe waitpid(child, &status, limit == nil ? 0 : WNOHANG) }
      if ended != 0 { break }
      if let limit, ContinuousClock.now - start > limit { kill(child, SIGKILL) }
      usleep(5000)
    }
    isWaitedFor = true
    return status == 0
  }

  /// Of a file in memory, the first 256 KiB.
  private static func contents(of file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    _ = lseek(file, 0, SEEK_SET)
    let count = SystemCall.read(file, into: &bytes)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
