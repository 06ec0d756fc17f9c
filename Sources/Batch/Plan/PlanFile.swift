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
  private let file: OpenPlan

  static let indexEntry = 17
  private static let longestFooter = 4096

  /// Reads header and footer.
  ///
  /// - Throws: ``BatchError/plan(path:reason:)`` if it isn't a complete plan; ``BatchError/file(_:)``.
  package init(_ path: String) throws(BatchError) {
    self.path = path
    file = try OpenPlan(path)
    footer = try Self.footer(file)
    header = try file.value(PlanHeader.self, at: 0, "its first line")
    guard header.plan == 1 else {
      throw .plan(path: path, reason: "its format is \(header.plan); this dualcam knows 1")
    }
    try PlanHeader.check(header.settings, isCut: header.cut != nil)
    guard !header.result.isEmpty, !header.result.utf8.contains(0),
      !header.result.split(separator: "/").contains("..")
    else {
      throw .plan(path: path, reason: "its result isn't a folder of its own")
    }
  }

  private static func footer(_ file: OpenPlan) throws(BatchError) -> PlanFooter {
    let (path, size) = (file.path, file.size)
    var tail = [UInt8](repeating: 0, count: longestFooter)
    let count = try file.read(at: max(0, size - longestFooter), into: &tail)
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

  /// A shard.
  ///
  /// - Parameter number: 0 ..< footer.shards.
  /// - Throws: as ``init(_:)``.
  package func shard(_ number: Int) throws(BatchError) -> Shard {
    precondition(number >= 0 && number < footer.shards)
    var entry = [UInt8](repeating: 0, count: Self.indexEntry - 1)
    let count = try? file.read(at: footer.index + number * Self.indexEntry, into: &entry)
    guard count == entry.count, let offset = Int(String(decoding: entry, as: UTF8.self), radix: 16),
      offset >= 0, offset < footer.index
    else { throw .plan(path: path, reason: "its index has no shard \(number)") }
    let shard = try file.value(Shard.self, at: offset, "the line of shard \(number)")
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
      let count = try file.read(at: offset, into: &buffer)
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
  package var folderPath: String { file.folder.path }

  /// The result's folder.
  package var result: String {
    header.result.hasPrefix("/") ? header.result : "\(folderPath)/\(header.result)"
  }
}

extension PlanFile {
  /// The folder in which each worker has a separate folder.
  var rooms: String { "\(result)/\(BoardPaths.folder)/rooms" }
}

/// A plan's file and its lines.
private final class OpenPlan {
  let path: String
  let folder: FolderHandle
  let size: Int
  private let file: Int32
  private static let longestLine = 64 << 20

  init(_ path: String) throws(BatchError) {
    let url = URL(filePath: path)
    let name = FileName(url.lastPathComponent)
    self.path = path
    folder = try BatchError.wrapping { try FolderHandle(url.deletingLastPathComponent().path) }
    file = folder.openToRead(name)
    size = folder.status(name)?.bytes ?? 0
    guard file >= 0 else { throw .file(.io(path: path, reason: FolderHandle.whyUnreadable(-file))) }
  }

  deinit { if file >= 0 { close(file) } }

  /// Reads bytes at an offset into an array's storage; returns their number, 0 at the file's end.
  func read(at offset: Int, into buffer: inout [UInt8]) throws(BatchError) -> Int {
    let count = folder.read(file, at: offset, into: &buffer)
    guard count >= 0 else { throw .file(.io(path: path, reason: SystemCall.text(Int32(-count)))) }
    return count
  }

  /// The value in the line at an offset.
  func value<Value: Decodable>(
    _ type: Value.Type, at offset: Int, _ what: String
  ) throws(BatchError) -> Value {
    let bytes = try line(at: offset)
    do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
      throw .plan(path: path, reason: "\(what) isn't a plan's: \(JSONText.explain(error))")
    }
  }

  private func line(at offset: Int) throws(BatchError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < Self.longestLine {
      let count = try read(at: offset + bytes.count, into: &buffer)
      if count == 0 { break }
      if let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")) { return bytes + buffer[..<end] }
      bytes += buffer[..<count]
    }
    throw .plan(path: path, reason: "a line has no end")
  }
}

/// Names in a result's folder that aren't pieces.
enum BoardPaths {
  /// Where workers record their progress.
  static let folder = ".work"
  static let sums = "SHA256SUMS"
  static let manifest = "manifest.jsonl"
  static let names = [folder, sums, manifest]
}
