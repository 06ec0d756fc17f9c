import CProcess
import Foundation
import Glibc
import HostResources

/// Runs this program again as a separate process: a job that crashes or runs out of memory ends alone, and is confined as usual.
enum Child {
  /// Runs a command until it ends.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - folder: where it runs.
  ///   - output: a new file for its standard output; `nil` for none.
  ///   - piece: the piece it works on, for errors.
  ///   - toleratesBadData: whether a job that complains about its input (65) may have done its work all the same.
  ///   - stop: ends it when set, throwing ``BatchError/again(reason:)``.
  /// - Returns: its standard output, unless that goes to a file.
  /// - Throws: ``BatchError/job(piece:reason:code:)``; ``BatchError/file(_:)``.
  @discardableResult
  static func run(
    _ arguments: [String], in folder: String, output: String? = nil, piece: String,
    toleratesBadData: Bool = false, stop: StopFlag? = nil
  ) throws(BatchError) -> [UInt8] {
    let out = output == nil ? unsafe cprocess_memory_file("result") : try create(output ?? "")
    guard out >= 0 else { throw .job(piece: piece, reason: SystemCall.text(-out), code: 75) }
    defer { close(out) }
    // In memory: a full disk must not keep the job from reporting it.
    let errors = unsafe cprocess_memory_file("messages")
    guard errors >= 0 else { throw .job(piece: piece, reason: SystemCall.text(-errors), code: 75) }
    defer { close(errors) }
    Self.mark
    var program = ChildProcess.Program(["dualcam"] + arguments, output: out, error: errors)
    program.folder = folder
    let child: ChildProcess
    do { child = try ChildProcess(program) } catch {
      throw .job(piece: piece, reason: "can't start its job: \(error.reason)", code: 75)
    }
    let ending = child.wait { if let stop, stop.isStopped { child.send(SIGKILL) } }
    if stop?.isStopped ?? false {
      throw .again(reason: "stopped at \(piece); what was done stays done")
    }
    switch ending {
    case .exited(let code):
      let isBadData = toleratesBadData && outcome(code) == 65
      if code == 0 || isBadData && lseek(out, 0, SEEK_END) > 0 {
        return output == nil ? contents(of: out) : []
      }
      throw .job(piece: piece, reason: lastWords(errors), code: outcome(code))
    case .killed(let signal):
      throw .job(
        piece: piece,
        reason: "its job was killed by signal \(signal)"
          + (signal == SIGKILL ? "; the machine may have run out of memory" : ""), code: 75)
    case .lost(let code):
      throw .job(piece: piece, reason: "its job was lost: \(SystemCall.text(code))", code: 75)
    }
  }

  /// Set once, because other threads read the environment. An incomplete job stopped by others then ends with 75 (``JobStop``).
  private static let mark: Void = { _ = unsafe setenv(JobStop.variable, "1", 1) }()

  private static func create(_ path: String) throws(BatchError) -> Int32 {
    // SAFETY: the string lives through the call.
    let file = SystemCall.result {
      unsafe path.withName { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644) }
    }
    guard file >= 0 else { throw .file(FolderHandle.error(-file, path: path, isCreating: true)) }
    return file
  }

  /// A worker's exit code for its job's: a full disk may have space later; other codes keep their meaning.
  private static func outcome(_ code: Int32) -> Int32 {
    switch code {
    case 73: 74
    case 71: 75
    case 69: 65
    default: code
    }
  }

  /// The contents of a file in memory, or their last 64 KiB.
  private static func contents(of file: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let size = max(0, lseek(file, 0, SEEK_END))
    _ = lseek(file, max(0, size - bytes.count), SEEK_SET)
    let count = SystemCall.read(file, into: &bytes)
    return Array(bytes.prefix(max(0, count)))
  }

  /// The last message of a job, without the program's name.
  private static func lastWords(_ file: Int32) -> String {
    let text = String(decoding: contents(of: file), as: UTF8.self)
    guard
      let line = text.split(separator: "\n").last(where: { !$0.hasPrefix("  ") && !$0.hasPrefix("Usage:") })
    else { return "its job failed without saying why" }
    return String(line.trimmingPrefix("dualcam: "))
  }
}

/// A private folder, to be removed.
struct TemporaryFolder {
  let path: String

  /// - Throws: ``FileError``.
  init(_ name: String) throws(FileError) {
    var pattern = Array("\(NSTemporaryDirectory())/\(name)-XXXXXX".utf8CString)
    // SAFETY: mkdtemp(3) changes the six characters in place; the array ends with a NUL.
    guard unsafe mkdtemp(&pattern) != nil else {
      throw FolderHandle.error(errno, path: NSTemporaryDirectory(), isCreating: true)
    }
    path = String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
