import Foundation
import HostResources

/// Writes a plan shard by shard, under a temporary name until complete.
package final class PlanWriter {
  private let path: String
  private var file: GrowingFile
  private var offsets: [Int] = []
  private var pieces = 0
  private var frames = 0
  private var seconds = 0.0

  /// - Throws: ``BatchError/file(_:)``.
  package init(_ path: String, _ header: PlanHeader) throws(BatchError) {
    self.path = path
    let url = URL(filePath: path)
    do throws(FileError) {
      try TargetPath.check(path)
      let folder = try FolderHandle(url.deletingLastPathComponent().path)
      file = try GrowingFile(url.lastPathComponent, in: folder, path: path)
    } catch { throw .file(error) }
    try add(line: header)
  }

  private func add(line value: some Encodable) throws(BatchError) {
    try BatchError.wrapping { try file.add(JSONText.encode(value, path: path) + [UInt8(ascii: "\n")]) }
  }

  /// Adds the next shard.
  ///
  /// - Throws: ``BatchError/file(_:)``.
  package func add(_ shard: Shard) throws(BatchError) {
    precondition(shard.shard == offsets.count)
    offsets.append(file.count)
    pieces += shard.pieces.count
    frames += shard.frames
    seconds += shard.seconds
    try add(line: shard)
  }

  /// Notes an input that isn't in the plan. Call only after all shards have been added.
  ///
  /// - Throws: ``BatchError/file(_:)``.
  package func add(_ input: LeftOut) throws(BatchError) { try add(line: input) }

  /// Writes index and footer, and gives the plan its name.
  ///
  /// - Throws: ``BatchError/file(_:)``, leaving an older plan of that name untouched.
  package func finish() throws(BatchError) -> PlanFooter {
    let index = file.count
    try BatchError.wrapping {
      for offset in offsets { try file.add(Array((offset.digits(16, radix: 16) + "\n").utf8)) }
    }
    let footer = PlanFooter(
      shards: offsets.count, pieces: pieces, frames: frames, seconds: seconds, index: index, id: file.sum())
    try add(line: footer)
    try BatchError.wrapping { try file.finish() }
    return footer
  }
}

extension Int {
  /// Its digits, with zeros before them if they are fewer than a given number.
  func digits(_ least: Int, radix: Int = 10) -> String {
    let text = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(0, least - text.count)) + text
  }
}
