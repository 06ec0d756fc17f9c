import Foundation
import Glibc
import HostResources

/// An opened plan: what is to be done, with an index of the shards' lines.
///
/// Lines of JSON: the header, one for each shard, what was left out; then for each shard 16 hexadecimal digits and a newline,
/// giving the offset of its line; and a footer.
package final class PlanFile {
  /// As named by the user.
  package let path: String
  /// What is to be done.
  package let header: PlanHeader
  /// The plan's totals.
  package let footer: PlanFooter
  private let folder: FolderHandle
  private let file: Int32

  static let indexEntry = 17
  private static let longestLine = 64 << 20
  private static let longestFooter = 4096

  /// Reads header and footer.
  ///
  /// - Throws: ``BatchError/plan(path:reason:)`` if it isn't a complete plan; ``BatchError/file(_:)``.
  package init(_ path: String) throws(BatchError) {
    self.path = path
    let url = URL(filePath: path)
    do throws(FileError) { folder = try FolderHandle(url.deletingLastPathComponent().path) } catch {
      throw .file(error)
    }
    file = folder.openToRead(FileName(url.lastPathComponent))
    guard file >= 0 else { throw .file(.io(path: path, reason: FolderHandle.whyUnreadable(-file))) }
    do throws(BatchError) {
      let size = folder.status(FileName(url.lastPathComponent))?.bytes ?? 0
      footer = try Self.footer(folder, file, size, path)
      header = try Self.decode(PlanHeader.self, Self.line(folder, file, at: 0, path), path, "its first line")
      guard header.plan == 1 else {
        throw .plan(path: path, reason: "its format is \(header.plan); this dualcam knows 1")
      }
      try PlanHeader.check(header.settings, isCut: header.cut != nil)
      guard !header.result.isEmpty, !header.result.utf8.contains(0),
        !header.result.split(separator: "/").contains("..")
      else {
        throw .plan(path: path, reason: "its result isn't a folder of its own")
      }
    } catch {
      close(file)
      throw error
    }
  }

  deinit { close(file) }

  private static func footer(
    _ folder: FolderHandle, _ file: Int32, _ size: Int, _ path: String
  ) throws(BatchError) -> PlanFooter {
    var tail = [UInt8](repeating: 0, count: longestFooter)
    let from = max(0, size - longestFooter)
    let count = folder.read(file, at: from, into: &tail)
    guard count >= 0 else { throw .file(.io(path: path, reason: SystemCall.text(Int32(-count)))) }
    let lines = tail.prefix(count).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    guard tail.prefix(count).last == UInt8(ascii: "\n"), let last = lines.last,
      let footer = try? JSONDecoder().decode(PlanFooter.self, from: Data(last))
    else { throw .plan(path: path, reason: "it isn't a plan, or its end is missing") }
    guard footer.end == 1, footer.shards >= 0, footer.index >= 0,
      footer.shards <= size / indexEntry, footer.index <= size - footer.shards * indexEntry,
      isPossible(frames: footer.frames, seconds: footer.seconds), footer.shards <= mostShards
    else { throw .plan(path: path, reason: "its last line doesn't match its size") }
    return footer
  }

  private static func line(
    _ folder: FolderHandle, _ file: Int32, at offset: Int, _ path: String
  ) throws(BatchError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < longestLine {
      let count = folder.read(file, at: offset + bytes.count, into: &buffer)
      if count < 0 { throw .file(.io(path: path, reason: SystemCall.text(Int32(-count)))) }
      if count == 0 { break }
      if let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")) { return bytes + buffer[..<end] }
      bytes += buffer[..<count]
    }
    throw .plan(path: path, reason: "a line has no end")
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], _ path: String, _ what: String
  ) throws(BatchError) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
      throw .plan(path: path, reason: "\(what) isn't a plan's: \(JSONText.explain(error))")
    }
  }

  /// A shard.
  ///
  /// - Parameter number: 0 ..< footer.shards.
  /// - Throws: as ``init(_:)``.
  package func shard(_ number: Int) throws(BatchError) -> Shard {
    precondition(number >= 0 && number < footer.shards)
    var entry = [UInt8](repeating: 0, count: Self.indexEntry - 1)
    let count = folder.read(file, at: footer.index + number * Self.indexEntry, into: &entry)
    guard count == entry.count, let offset = Int(String(decoding: entry, as: UTF8.self), radix: 16),
      offset >= 0, offset < footer.index
    else { throw .plan(path: path, reason: "its index has no shard \(number)") }
    let line = try Self.line(folder, file, at: offset, path)
    let shard = try Self.decode(Shard.self, line, path, "the line of shard \(number)")
    guard shard.shard == number else {
      throw .plan(path: path, reason: "its index leads from shard \(number) to \(shard.shard)")
    }
    guard Self.isPossible(frames: shard.frames, seconds: shard.seconds) else {
      throw .plan(path: path, reason: "shard \(number) has impossible numbers")
    }
    for piece in shard.pieces { try check(piece) }
    return shard
  }

  /// Compares the file with its id, which requires reading all of it.
  ///
  /// - Throws: ``BatchError/plan(path:reason:)`` if it has changed since it was made; ``BatchError/file(_:)``.
  func check() throws(BatchError) {
    var digest = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var left = footer.index + footer.shards * Self.indexEntry
    var offset = 0
    while left > 0 {
      let count = folder.read(file, at: offset, into: &buffer)
      if count < 0 { throw .file(.io(path: path, reason: SystemCall.text(Int32(-count)))) }
      if count == 0 { break }
      digest.update(buffer.span.extracting(0..<min(count, left)))
      (offset, left) = (offset + count, left - count)
    }
    guard digest.finish() == footer.id else {
      throw .plan(path: path, reason: "it has changed since it was made: its bytes don't match its id")
    }
  }

  /// Forty years of one processor's work, in shards of five minutes.
  private static let mostShards = 1 << 22

  /// Whether numbers are small enough that their sums over all shards can't overflow.
  static func isPossible(frames: Int, seconds: Double) -> Bool {
    (0..<1 << 40).contains(frames) && (seconds == 0 || (1e-3..<1e12).contains(seconds))
  }

  /// Rejects a piece that writes outside the result's folder: a plan is untrusted.
  private func check(_ piece: Piece) throws(BatchError) {
    let parts = piece.output.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.isEmpty,
      !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0 == BoardPaths.folder }),
      !piece.output.utf8.contains(0), !piece.input.utf8.contains(0)
    else { throw .plan(path: path, reason: "the output \(piece.output) leads out of the result") }
    guard piece.first >= piece.warmUp, piece.warmUp >= 0, piece.frames > 0, piece.first < 1 << 50,
      piece.frames < 1 << 50, piece.cameras.map({ (1...2).contains($0.count) }) ?? true,
      piece.sha256.count == piece.cameras?.count ?? 1
    else { throw .plan(path: path, reason: "the piece \(piece.output) has impossible numbers") }
  }

  /// The folder to which relative paths refer.
  package var folderPath: String { folder.path }

  /// The result's folder.
  package var result: String {
    header.result.hasPrefix("/") ? header.result : "\(folder.path)/\(header.result)"
  }
}

extension PlanFile {
  /// The folder in which each worker has a separate folder.
  var rooms: String { "\(result)/\(BoardPaths.folder)/rooms" }
}

/// Names in a result's folder that aren't pieces.
enum BoardPaths {
  /// Where workers record their progress.
  static let folder = ".work"
  static let sums = "SHA256SUMS"
  static let manifest = "manifest.jsonl"
  static let names = [folder, sums, manifest]
}
