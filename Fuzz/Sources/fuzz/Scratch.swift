import Foundation
import Glibc

/// A folder in memory for readers that take paths; one a process, used again for each input.
enum Scratch {
  static let folder: String = {
    let path = "/dev/shm/dualcam-fuzz-\(getpid())"
    // SAFETY: the string lives through the call.
    unsafe mkdir(path, 0o700)
    unsafe mkdir(path + "/inside", 0o700)
    unsafe mkdir(path + "/inside/sources", 0o700)
    atexit { try? FileManager.default.removeItem(atPath: Scratch.folder) }
    return path
  }()

  static func write(_ bytes: some Collection<UInt8>, to name: String) -> String {
    let path = "\(folder)/\(name)"
    // SAFETY: the string lives through the call.
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(file >= 0, "no room in /dev/shm")
    let all = Array(bytes)
    // SAFETY: the array's bytes are read during the call only.
    let written = unsafe all.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
    precondition(written == all.count, "no room in /dev/shm")
    close(file)
    return path
  }

  /// The files of a recording that a stranger may have written.
  static let lists = ["session.json", "frames.jsonl", "kept.json", "deleted.json", "freed.json"]

  /// An input as the contents of files, with a byte 0xFF between them; `nil` for a file that isn't there.
  static func parts(of input: Span<UInt8>, _ names: [String]) -> [(name: String, bytes: ArraySlice<UInt8>?)] {
    let parts = array(input).split(
      separator: 0xFF, maxSplits: names.count - 1, omittingEmptySubsequences: false)
    return names.enumerated().map { index, name in (name, index < parts.count ? parts[index] : nil) }
  }

  static func discard(_ name: String) {
    // SAFETY: the string lives through the call.
    unsafe unlink("\(folder)/\(name)")
  }

  static func exists(_ name: String) -> Bool {
    // SAFETY: as above.
    unsafe access("\(folder)/\(name)", F_OK) == 0
  }
}
