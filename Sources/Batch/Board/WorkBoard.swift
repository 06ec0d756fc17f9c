import Foundation
import HostResources

/// What workers tell each other through a shared folder, without locks: which shards are done and which failed.
///
/// A shard is done once its `.done` exists, whoever created it: if two workers do the same shard, both get the same bytes, and the
/// first to finish counts.
final class WorkBoard {
  /// What is known of a shard without reading a file.
  enum State { case open, failed, done }

  static let blockSize = 1000

  let shards: Int
  private let folder: SharedFolder

  /// - Parameter shards: the number in the plan.
  init(_ folder: SharedFolder, shards: Int) { (self.folder, self.shards) = (folder, shards) }

  // MARK: - Names

  static func block(_ shard: Int) -> String { (shard / blockSize).digits(3) }

  static func path(_ shard: Int, _ ending: String) -> String {
    "\(block(shard))/\(shard.digits(6)).\(ending)"
  }

  // MARK: - Beginning

  /// Claims the board for a plan.
  ///
  /// - Returns: the id of the board's plan: another one, if that was first.
  func belong(to plan: String) throws(FileError) -> String {
    if try folder.create("plan", Array((plan + "\n").utf8)) { return plan }
    return String(decoding: try folder.read("plan") ?? [], as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Records that a shard's outputs are placed from now on; anything there before belongs to somebody else.
  func beginPlacing(_ shard: Int) throws(FileError) {
    try folder.makeFolder(Self.block(shard))
    _ = try folder.create(Self.path(shard, "placed"), [])
  }

  /// Whether outputs of a shard have been placed before.
  func hasPlaced(_ shard: Int) throws(FileError) -> Bool { try folder.has(Self.path(shard, "placed")) }

  /// Clears anything but a file from a record's place.
  ///
  /// - Returns: whether anything was cleared.
  func clearRecord(_ shard: Int) throws(FileError) -> Bool {
    try folder.clearPlace(Self.path(shard, "done"))
  }

  // MARK: - Reading

  /// The states of the shards in a block, as shown by file names.
  func states(_ block: Int) throws(FileError) -> [State] {
    let first = block * Self.blockSize
    var states = [State](repeating: .open, count: min(Self.blockSize, shards - first))
    for name in try folder.names(in: block.digits(3)) {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, let shard = Int(parts[0]), states.indices.contains(shard - first) else {
        continue
      }
      switch parts[1] {
      case "done": states[shard - first] = .done
      case "failed" where states[shard - first] == .open: states[shard - first] = .failed
      default: continue
      }
    }
    return states
  }

  func isDone(_ shard: Int) throws(FileError) -> Bool { try folder.has(Self.path(shard, "done")) }

  /// A `.done` or `.failed`; `nil` if it is missing or unreadable.
  func record(_ shard: Int, _ ending: String) throws(FileError) -> ShardRecord? {
    let record = try folder.read(Self.path(shard, ending)).flatMap {
      try? JSONDecoder().decode(ShardRecord.self, from: Data($0))
    }
    return record.flatMap { $0.isPossible ? $0 : nil }
  }

  /// The sums of a done shard, as lines.
  func sums(_ shard: Int) throws(FileError) -> [UInt8]? { try folder.read(Self.path(shard, "sums")) }

  // MARK: - Ending

  /// Records that a shard is done; `false` if another worker was first.
  func finish(_ record: ShardRecord, sums: [UInt8]) throws(FileError) -> Bool {
    try folder.makeFolder(Self.block(record.shard))
    if try isDone(record.shard) { return false }
    try folder.replace(Self.path(record.shard, "sums"), sums)
    let line = try JSONText.encode(record, path: Self.path(record.shard, "done")) + [UInt8(ascii: "\n")]
    let isFirst = try folder.create(Self.path(record.shard, "done"), line)
    try folder.remove(Self.path(record.shard, "failed"))
    return isFirst
  }

  /// Records that a shard failed, and why; a done shard stays done.
  func fail(_ record: ShardRecord) throws(FileError) {
    try folder.makeFolder(Self.block(record.shard))
    let line = try JSONText.encode(record, path: Self.path(record.shard, "failed")) + [UInt8(ascii: "\n")]
    try folder.replace(Self.path(record.shard, "failed"), line)
  }

  /// Removes a shard's `.done`, because its output has changed.
  func undo(_ record: ShardRecord) throws(FileError) {
    try folder.remove(Self.path(record.shard, "done"))
    try fail(record)
  }
}
