import CProcess
import Foundation
import Glibc

/// A program that runs as a process of its own, in a process group of its own: what a terminal sends to this one's group doesn't
/// reach it. It gets a signal when the thread that started it ends.
@safe
package final class ChildProcess {
  /// What to start.
  package struct Program {
    /// Its name first.
    package var arguments: [String]
    /// `nil`: this same program again. Otherwise the program that the first argument names, found as `PATH` says, with these
    /// variables.
    package var environment: [String: String]?
    /// Where it runs; `nil`: here.
    package var folder: String?
    /// What it reads from its standard input.
    package var input: [UInt8] = []
    /// Where its results and its messages go.
    package var output: Int32
    package var error: Int32
    /// What it gets when the thread that started it ends.
    package var deathSignal = SIGKILL

    package init(_ arguments: [String], output: Int32, error: Int32) {
      (self.arguments, self.output, self.error) = (arguments, output, error)
    }
  }

  /// How it ended.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
    /// Nobody knows any more: an errno of waitpid(2).
    case lost(Int32)
  }

  private let child: pid_t
  /// For poll(2): readable once it has ended; -1 where the kernel has none.
  package private(set) var handle: Int32 = -1
  /// How it ended; `nil` while it runs.
  package private(set) var ending: Ending?

  /// Starts it.
  ///
  /// - Throws: `FileError.io(path:reason:)`.
  package init(_ program: Program) throws(FileError) {
    let variables = program.environment?.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    // SAFETY: strdup gives C strings that are freed below and outlive the call; the lists have their closing null.
    let words = unsafe Self.list(program.arguments)
    let environment = unsafe Self.list(variables ?? [])
    defer { unsafe (words + environment).forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    let folder = unsafe program.folder.map { unsafe $0.withName { unsafe strdup($0) } }
    defer { if let folder = unsafe folder { unsafe free(folder) } }
    let input = program.input.isEmpty ? -1 : try Self.file(program.input)
    defer { if input >= 0 { close(input) } }
    var end: Int32 = -1
    child = unsafe words.withUnsafeBufferPointer { words in
      unsafe environment.withUnsafeBufferPointer { environment in
        var asked = unsafe cprocess_program(
          arguments: words.baseAddress, environment: variables == nil ? nil : environment.baseAddress,
          folder: unsafe folder.flatMap { unsafe UnsafePointer($0) }, input: input, output: program.output,
          error: program.error, death_signal: program.deathSignal)
        return unsafe cprocess_start(&asked, &end)
      }
    }
    guard child > 0 else {
      throw .io(path: program.arguments.first ?? "", reason: SystemCall.text(-child))
    }
    handle = end
  }

  deinit { if handle >= 0 { close(handle) } }

  private static func list(_ texts: [String]) -> [UnsafePointer<CChar>?] {
    unsafe texts.map { unsafe UnsafePointer<CChar>($0.withName { unsafe strdup($0) }) } + [nil]
  }

  /// A file in memory, to be read from its beginning.
  private static func file(_ bytes: [UInt8]) throws(FileError) -> Int32 {
    let file = unsafe cprocess_memory_file("input")
    var code = -file
    if file >= 0 { code = SystemCall.write(bytes.span, to: file) }
    guard code == 0 else { throw .io(path: "memory for a program's input", reason: SystemCall.text(code)) }
    lseek(file, 0, SEEK_SET)
    return file
  }

  /// Looks whether it has ended.
  @discardableResult
  package func look() -> Ending? {
    if ending != nil { return ending }
    var status: Int32 = 0
    // SAFETY: writes to `status` only.
    let ended = SystemCall.result { unsafe waitpid(child, &status, WNOHANG) }
    if ended == 0 { return nil }
    // wait(2): the low seven bits are a signal's number.
    let signal = status & 0x7F
    ending = ended < 0 ? .lost(-ended) : signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    return ending
  }

  /// Waits until it has ended.
  ///
  /// - Parameter meanwhile: called a few times a second.
  package func wait(_ meanwhile: () -> Void = {}) -> Ending {
    while true {
      if let ending = look() { return ending }
      meanwhile()
      rest()
    }
  }

  /// Waits until it has ended, or a while.
  private func rest() {
    guard handle >= 0 else {
      usleep(5000)
      return
    }
    var request = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
    // SAFETY: one pollfd is given, and it outlives the call.
    _ = unsafe poll(&request, 1, 200)
  }

  /// Sends it, and what it started, a signal.
  package func send(_ signal: Int32) { if ending == nil { _ = Glibc.kill(-child, signal) } }
}
