import Foundation
import Glibc
import HostResources

/// Writes a plan shard by shard, under a temporary name until complete.
package final class PlanWriter {
  private let folder: FolderHandle
  private let name: String
  private let path: String
  private let file: Int32
  private var digest = SHA256()
  private var buffer: [UInt8] = []
  private var offsets: [Int] = []
  private var written = 0
  private var pieces = 0
  private var frames = 0
  private var seconds = 0.0

  private let temporary: FileName

  /// - Throws: ``BatchError/file(_:)``.
  package init(_ path: String, _ header: PlanHeader) throws(BatchError) {
    self.path = path
    let url = URL(filePath: path)
    name = url.lastPathComponent
    temporary = FileName(".\(name)\(TemporaryName.suffix())")
    do throws(FileError) {
      try TargetPath.check(path)
      folder = try FolderHandle(url.deletingLastPathComponent().path)
    } catch { throw .file(error) }
    file = folder.openTemporary(temporary)
    guard file >= 0 else { throw .file(FolderHandle.error(-file, path: path, isCreating: true)) }
    try add(line: header)
  }

  deinit {
    close(file)
    _ = folder.remove(temporary)
  }

  private func add(line value: some Encodable) throws(BatchError) {
    do throws(FileError) { try add(JSONText.encode(value, path: path) + [UInt8(ascii: "\n")]) } catch {
      throw .file(error)
    }
  }

  private func add(_ bytes: [UInt8]) throws(FileError) {
    digest.update(bytes.span)
    buffer += bytes
    written += bytes.count
    if buffer.count >= 1 << 20 { try flush() }
  }

  private func flush() throws(FileError) {
    let code = folder.write(buffer.span, to: file)
    guard code == 0 else { throw FolderHandle.error(code, path: path, isCreating: false) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Adds the next shard.
  ///
  /// - Throws: ``BatchError/file(_:)``.
  package func add(_ shard: Shard) throws(BatchError) {
    precondition(shard.shard == offsets.count)
    offsets.append(written)
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
    let index = written
    do throws(FileError) {
      for offset in offsets {
        let digits = String(offset, radix: 16)
        try add(Array((String(repeating: "0", count: 16 - digits.count) + digits + "\n").utf8))
      }
    } catch { throw .file(error) }
    let footer = PlanFooter(
      shards: offsets.count, pieces: pieces, frames: frames, seconds: seconds, index: index,
      id: digest.finish())
    try add(line: footer)
    do throws(FileError) {
      try flush()
      var code = folder.synchronize(file)
      if code == 0 { code = folder.rename(temporary, to: FileName(name)) }
      guard code == 0 else { throw FolderHandle.error(code, path: path, isCreating: false) }
      _ = folder.synchronize()
    } catch { throw .file(error) }
    return footer
  }
}
