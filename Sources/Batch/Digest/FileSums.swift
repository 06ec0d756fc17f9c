import Glibc
import HostResources

/// The SHA-256 of each file in a folder and its subfolders, in the format of sha256sum(1).
package struct FileSums: Equatable {
  package struct Sum: Equatable {
    /// Relative to the folder.
    package var path: String
    package var bytes: Int
    package var digest: String
  }

  /// Sorted by path, byte by byte, as by `LC_ALL=C sort`.
  package private(set) var sums: [Sum] = []

  package var bytes: Int { sums.reduce(0) { $0 + $1.bytes } }

  /// - Parameters:
  ///   - path: the folder.
  ///   - prefix: prepended to each path.
  package init(folder path: String, prefix: String = "") throws(FileError) {
    try add(FolderHandle(path), prefix)
    sums.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private mutating func add(_ folder: FolderHandle, _ prefix: String) throws(FileError) {
    for name in try folder.names() {
      if folder.hasFolder(FileName(name)) {
        try add(FolderHandle(name, in: folder), prefix + name + "/")
      } else {
        let (digest, bytes) = try Self.digest(name, in: folder)
        sums.append(Sum(path: prefix + name, bytes: bytes, digest: digest))
      }
    }
  }

  /// The SHA-256 of a file's bytes, and their number.
  package static func digest(_ name: String, in folder: FolderHandle) throws(FileError) -> (String, Int) {
    let file = folder.openToRead(FileName(name))
    guard file >= 0 else {
      throw .io(path: "\(folder.path)/\(name)", reason: FolderHandle.whyUnreadable(-file))
    }
    defer { close(file) }
    var digest = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var bytes = 0
    while true {
      let count = SystemCall.read(file, into: &buffer)
      if count < 0 { throw .io(path: "\(folder.path)/\(name)", reason: SystemCall.text(Int32(-count))) }
      if count == 0 { return (digest.finish(), bytes) }
      digest.update(buffer.span.extracting(0..<count))
      bytes += count
    }
  }

  /// One line per file, as sha256sum(1) prints it.
  package var text: [UInt8] { sums.reduce(into: []) { $0 += Self.line($1.path, $1.digest) } }

  /// A line; like sha256sum(1), it begins with a backslash if the name contains a backslash or a newline.
  static func line(_ path: String, _ digest: String) -> [UInt8] {
    guard path.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\n") }) else {
      return Array("\(digest)  \(path)\n".utf8)
    }
    let escaped = path.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\\"): Array("\\\\".utf8)
      case UInt8(ascii: "\n"): Array("\\n".utf8)
      default: [byte]
      }
    }
    return Array("\\\(digest)  ".utf8) + escaped + [UInt8(ascii: "\n")]
  }
}
