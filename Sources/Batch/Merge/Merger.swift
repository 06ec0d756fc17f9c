import Foundation
import HostResources
import PixelTypes

/// Checks workers' results for a plan, byte by byte, and joins them: all sums and all lines in order.
package struct Merger {
  /// A shard missing from the result, or wrong.
  package struct Missing: Codable, Sendable, Equatable {
    /// Why.
    package enum State: String, Codable, Sendable {
      /// No worker has finished or failed it.
      case open
      /// A worker tried; another try may succeed.
      case failed
      /// A worker tried; its input or the plan is at fault.
      case hopeless
      /// It was done, but its output has changed; it must be done again.
      case damaged
    }

    /// Its number.
    package var shard: Int
    /// Why it is missing.
    package var state: State
    /// In words.
    package var why: String
    /// Outputs it would have.
    package var pieces: [String]
  }

  /// The outcome.
  package struct Report: Codable, Sendable {
    /// The result's folder.
    package var result: String
    /// The number of shards, and of good ones.
    package var shards, good: Int
    /// Totals over the good shards.
    package var pieces, files, bytes, frames: Int
    /// The shards that aren't good, in order; at most a thousand.
    package var missing: [Missing]
    /// Their total number.
    package var missingShards: Int
    /// SHA-256 over `SHA256SUMS`; `nil` if anything is missing.
    package var sha256: String?

    /// Whether more work may complete the result.
    package var isWorthWork = false
  }

  private let plan: PlanFile
  private let board: WorkBoard
  private let folder: FolderHandle
  private let progress: (_ done: Int, _ total: Int) -> Void
  private static let mostMissing = 1000

  /// - Parameters:
  ///   - plan: the plan whose results to merge.
  ///   - progress: called for each shard.
  /// - Throws: ``BatchError/file(_:)``, also if no worker has started.
  package init(
    _ plan: PlanFile, progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(BatchError) {
    (self.plan, self.progress) = (plan, progress)
    do throws(FileError) {
      folder = try FolderHandle(plan.result)
      let work = try FolderHandle.creating(BoardPaths.folder, in: folder)
      board = WorkBoard(SharedFolder(work.path, own: "merge.\(Rooms.name())"), shards: plan.footer.shards)
    } catch {
      throw .file(.io(path: plan.result, reason: "\(error.reason); has any worker started?"))
    }
  }

  /// Checks everything and, if nothing is missing, writes `SHA256SUMS` and `manifest.jsonl`.
  ///
  /// - Throws: ``BatchError/plan(path:reason:)``, ``BatchError/file(_:)``.
  package func run() throws(BatchError) -> Report {
    var report = Report(
      result: plan.result, shards: plan.footer.shards, good: 0, pieces: 0, files: 0, bytes: 0, frames: 0,
      missing: [], missingShards: 0)
    try plan.check()
    var sums = try growing(BoardPaths.sums)
    var lines = try growing(BoardPaths.manifest)
    for number in 0..<plan.footer.shards {
      let shard = try plan.shard(number)
      if let missing = try BatchError.wrapping({ try check(shard, &report, &sums, &lines) }) {
        report.missingShards += 1
        if missing.state != .hopeless { report.isWorthWork = true }
        if report.missing.count < Self.mostMissing { report.missing.append(missing) }
      }
      progress(number + 1, plan.footer.shards)
    }
    if report.missingShards == 0 {
      try BatchError.wrapping {
        // Write the sums last: they show that everything is there.
        try lines.finish()
        try sums.finish()
      }
      report.sha256 = sums.sum()
      Rooms.sweep(plan.rooms, host: nil)
    }
    return report
  }

  private func growing(_ name: String) throws(BatchError) -> GrowingFile {
    do throws(FileError) {
      return try GrowingFile(name, in: folder, path: "\(folder.path)/\(name)")
    } catch { throw .file(error) }
  }

  /// - Returns: `nil` if it is good.
  private func check(
    _ shard: Shard, _ report: inout Report, _ sums: inout GrowingFile, _ lines: inout GrowingFile
  ) throws(FileError) -> Missing? {
    let number = shard.shard
    // Names and reasons are untrusted.
    func missing(_ state: Missing.State, _ why: String) -> Missing {
      Missing(
        shard: number, state: state, why: PlainText.value(why, atMost: PlainText.longestReason),
        pieces: shard.pieces.map(\.output))
    }
    guard let record = try board.record(number, "done") else {
      if try board.clearRecord(number) {
        return missing(
          .damaged, "a link, pipe or folder was in its record's place; it was cleared away")
      }
      if try board.isDone(number) {
        let fault = "its record can't be read"
        try board.undo(
          ShardRecord(
            shard: number, plan: plan.footer.id, worker: "", host: "", tool: "", exit: 74,
            problem: fault,
            tries: 0, frames: shard.frames, seconds: 0, begun: 0, ended: 0))
        return missing(.damaged, fault)
      }
      let (state, why) = try whyOpen(number)
      return missing(state, why)
    }
    let recorded = try board.sums(number) ?? []
    let (found, fault) = try compare(shard, record, recorded)
    guard let fault else {
      report.good += 1
      report.pieces += shard.pieces.count
      report.files += record.files ?? 0
      report.bytes += found
      report.frames += shard.frames
      if report.missingShards == 0 {
        try sums.add(recorded)
        for piece in shard.pieces { try add(piece, to: &lines) }
      }
      return nil
    }
    var again = record
    (again.exit, again.problem, again.tries, again.output) = (74, fault, 0, nil)
    try board.undo(again)
    return missing(.damaged, fault)
  }

  private func whyOpen(_ shard: Int) throws(FileError) -> (Missing.State, String) {
    guard let record = try board.record(shard, "failed") else {
      return (.open, "no worker has finished it; run dualcam work")
    }
    let why = "\(record.problem ?? "it failed") (exit \(record.exit), on \(record.host))"
    return (record.isWorthAnother ? .failed : .hopeless, why)
  }

  /// - Returns: the total size of its files, and what is wrong with them, if anything.
  private func compare(
    _ shard: Shard, _ record: ShardRecord, _ recorded: [UInt8]
  ) throws(FileError) -> (bytes: Int, fault: String?) {
    guard record.plan == plan.footer.id else { return (0, "it was done for another plan of this name") }
    guard SHA256.of(recorded) == record.output else { return (0, "the sums of its files have changed") }
    var text: [UInt8] = []
    var bytes = 0
    for piece in shard.pieces {
      guard let handle = try? FolderHandle(piece.output, in: folder) else {
        return (0, "\(piece.output) is gone")
      }
      let found: FileSums
      do throws(FileError) {
        found = try FileSums(folder: handle.path, prefix: piece.output + "/")
      } catch { return (0, "\(piece.output) can't be read: \(error.reason)") }
      text += found.text
      bytes += found.bytes
    }
    return (bytes, text == recorded ? nil : Self.difference(text, recorded))
  }

  /// The first file that differs, in words.
  private static func difference(_ found: [UInt8], _ recorded: [UInt8]) -> String {
    func files(_ text: [UInt8]) -> [String: Substring] {
      var files: [String: Substring] = [:]
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
        let digest = line.prefix { $0 != " " }
        files[String(line.dropFirst(digest.count + 2))] = digest
      }
      return files
    }
    let (now, then) = (files(found), files(recorded))
    for path in Set(now.keys).union(then.keys).sorted() where now[path] != then[path] {
      if now[path] == nil { return "\(path) is gone" }
      return then[path] == nil ? "\(path) doesn't belong there" : "\(path) has changed since it was made"
    }
    return "its files have changed"
  }

  /// Adds a piece's lines, each prefixed with the piece's output as `recording`.
  private func add(_ piece: Piece, to lines: inout GrowingFile) throws(FileError) {
    let folder = try FolderHandle(piece.output, in: folder)
    let name = plan.header.job == .analyze ? PieceWork.readings : "frames.jsonl"
    guard folder.status(FileName(name)) != nil else { return }
    var key = JSONBytes(capacity: 256)
    key.beginObject()
    key.member("recording", piece.output)
    try folder.forEachLine(name) { line throws(FileError) in
      if line.first == UInt8(ascii: "{") {
        try lines.add(key.bytes + [UInt8(ascii: ",")] + line.dropFirst() + [UInt8(ascii: "\n")])
      }
    }
  }
}
