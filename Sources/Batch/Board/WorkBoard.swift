import Foundation
import HostResources

/// What workers tell each other through a shared folder, without locks: which shards are claimed, done or failed.
///
/// A shard is done once its `.done` exists, whoever made it. A claim only spares double work: if two workers do one shard, both get
/// the same bytes, and the first to finish counts. A worker touches its claims; one that wasn't touched for a while is its finder's.
/// All times are the server's.
final class WorkBoard {
  /// What to do next.
  enum Next: Equatable {
    case shard(Int)
    /// Nothing is free, but so many are in others' hands.
    case others(Int)
    case finished
  }

  /// What is known of a shard without reading a file.
  enum State { case free, claimed, failed, done }

  static let blockSize = 1000

  let shards: Int
  let worker: String
  /// This machine's name.
  let host: String
  /// Seconds after which an untouched claim counts as its owner's last word.
  let patience: Double
  private let folder: any BoardFolder
  /// Blocks that this process saw finished.
  private var finished: Set<Int> = []
  private var order: [Int] = []
  private var claimed: Int?
  /// Shards that failed for good, as ``next(again:passing:)`` last found them.
  private(set) var givenUp: [ShardRecord] = []
  /// How many of others' claims are looked at in one go: a thousand waiting workers that looked at all would keep a server busy.
  private static let mostLooks = 8

  /// - Parameters:
  ///   - shards: in the plan.
  ///   - worker: a name that no other worker has; with a dot, of one that only looks.
  ///   - host: the machine's name.
  ///   - patience: in seconds.
  init(
    _ folder: any BoardFolder, shards: Int, worker: String, host: String = "", patience: Double = 60
  ) {
    (self.folder, self.shards, self.worker, self.host) = (folder, shards, worker, host)
    self.patience = patience
  }

  // MARK: - Names

  static func digits(_ number: Int, _ least: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, least - text.count)) + text
  }

  static func block(_ shard: Int) -> String { digits(shard / blockSize, 3) }

  static func path(_ shard: Int, _ ending: String) -> String {
    "\(block(shard))/\(digits(shard, 6)).\(ending)"
  }

  private var ownFile: String { "workers/\(worker)" }
  private func finishedName(_ block: Int) -> String { "\(Self.digits(block, 3)).finished" }
  private var blocks: Int { (shards + Self.blockSize - 1) / Self.blockSize }

  // MARK: - Coming and going

  /// Makes the board that of a plan.
  ///
  /// - Returns: the id of the plan whose board it is: another's, if one was first.
  func belong(to plan: String) throws(FileError) -> String {
    if try folder.create("plan", Array((plan + "\n").utf8)) { return plan }
    return String(decoding: try folder.read("plan") ?? [], as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Says that a shard's outputs get their places from now on; whatever lay there before is somebody else's.
  func beginPlacing(_ shard: Int) throws(FileError) {
    try folder.makeFolder(Self.block(shard))
    _ = try folder.create(Self.path(shard, "placed"), [])
  }

  /// Whether outputs of a shard have been placed before.
  func hasPlaced(_ shard: Int) throws(FileError) -> Bool {
    try folder.modified(Self.path(shard, "placed")) != nil
  }

  /// Has workers look at a shard again that has no record.
  ///
  /// - Returns: whether anything else was in its record's place; it has given way.
  @discardableResult
  func reopen(_ shard: Int) throws(FileError) -> Bool {
    let block = shard / Self.blockSize
    try folder.remove(finishedName(block))
    finished.remove(block)
    return try folder.clearPlace(Self.path(shard, "done"))
  }

  /// Signs up.
  func begin(_ introduction: [UInt8]) throws(FileError) {
    try folder.makeFolder("workers")
    try folder.replace(ownFile, introduction)
  }

  /// Signs off.
  func end() {
    if let claimed { release(claimed) }
    try? folder.remove(ownFile)
  }

  /// The files to touch, to show that this worker is alive: several times within the others' patience.
  var signs: [String] { [ownFile] + (claimed.map { [Self.path($0, "claim")] } ?? []) }

  /// The server's time, by touching this worker's own file.
  func now() throws(FileError) -> Double {
    if try !folder.touch(ownFile) { try folder.replace(ownFile, Array("\(worker)\n".utf8)) }
    return try folder.modified(ownFile) ?? 0
  }

  // MARK: - Reading

  /// The states in a block; a state that a file name shows.
  func states(_ block: Int) throws(FileError) -> [State] {
    let first = block * Self.blockSize
    var states = [State](repeating: .free, count: min(Self.blockSize, shards - first))
    for name in try folder.names(in: Self.digits(block, 3)) {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, let shard = Int(parts[0]), states.indices.contains(shard - first) else {
        continue
      }
      let state: State
      switch parts[1] {
      case "done": state = .done
      case "claim": state = .claimed
      case "failed": state = .failed
      default: continue
      }
      states[shard - first] = Self.stronger(states[shard - first], state)
    }
    return states
  }

  private static func stronger(_ a: State, _ b: State) -> State {
    let rank: (State) -> Int = { state in
      switch state {
      case .free: 0
      case .failed: 1
      case .claimed: 2
      case .done: 3
      }
    }
    return rank(a) > rank(b) ? a : b
  }

  func isDone(_ shard: Int) throws(FileError) -> Bool {
    try folder.modified(Self.path(shard, "done")) != nil
  }

  /// A `.done` or `.failed`; `nil` if there is none, or it can't be read.
  func record(_ shard: Int, _ ending: String) throws(FileError) -> ShardRecord? {
    let record = try folder.read(Self.path(shard, ending)).flatMap {
      try? JSONDecoder().decode(ShardRecord.self, from: Data($0))
    }
    return record.flatMap { $0.isPossible ? $0 : nil }
  }

  /// The sums of a done shard, as lines.
  func sums(_ shard: Int) throws(FileError) -> [UInt8]? { try folder.read(Self.path(shard, "sums")) }

  /// Who holds a claim, and for how many seconds it wasn't touched; `nil` if nobody does.
  func claim(_ shard: Int, at now: Double) throws(FileError) -> (worker: String, age: Double)? {
    let path = Self.path(shard, "claim")
    guard let modified = try folder.modified(path) else { return nil }
    let worker = try folder.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return (worker.trimmingCharacters(in: .newlines), now - modified)
  }

  // MARK: - Claiming

  /// Claims a shard that is free, or whose owner died.
  ///
  /// - Parameters:
  ///   - again: whether to take such that failed for good, too.
  ///   - passed: shards that this worker has tried and gives up.
  func next(again: Bool = false, passing passed: Set<Int> = []) throws(FileError) -> Next {
    // Each worker begins elsewhere, so they seldom meet.
    if order.isEmpty { order = Array(0..<blocks).shuffled() }
    var others = 0
    var hasLooked = false
    givenUp = []
    for block in order where !finished.contains(block) {
      let (found, busy) = try claimOne(in: block, again, passed)
      if let found { return .shard(found) }
      others += busy
      // One look at all finished blocks before the next is searched.
      if !hasLooked { try noteFinished() }
      hasLooked = true
    }
    return others > 0 ? .others(others) : .finished
  }

  private func noteFinished() throws(FileError) {
    for name in try folder.names(in: ".") where name.hasSuffix(".finished") {
      if let block = Int(name.dropLast(".finished".count)) { finished.insert(block) }
    }
  }

  private func claimOne(
    in block: Int, _ again: Bool, _ passed: Set<Int>
  ) throws(FileError) -> (found: Int?, busy: Int) {
    let states = try states(block)
    let first = block * Self.blockSize
    let open = states.indices.filter { states[$0] != .done }.map { first + $0 }
    if open.isEmpty {
      // For those who come later: one look instead of a thousand names.
      try folder.replace(finishedName(block), [])
      finished.insert(block)
      return (nil, 0)
    }
    for shard in open.filter({ states[$0 - first] == .free }).shuffled() where !passed.contains(shard) {
      if try claim(shard) { return (shard, 0) }
    }
    for shard in open where states[shard - first] == .failed && !passed.contains(shard) {
      // One that can't be read tells of no try.
      let record = try record(shard, "failed")
      if again || record?.isWorthAnother(on: host) ?? true {
        if try claim(shard) { return (shard, 0) }
      } else if let record {
        givenUp.append(record)
      }
    }
    let claimed = open.filter { states[$0 - first] == .claimed }
    if claimed.isEmpty { return (nil, 0) }
    let now = try self.now()
    for shard in claimed.shuffled().prefix(Self.mostLooks) {
      if try takeOver(shard, at: now) { return (shard, 0) }
    }
    return (nil, claimed.count)
  }

  /// Makes a claim; `false` if another worker has one.
  func claim(_ shard: Int) throws(FileError) -> Bool {
    try folder.makeFolder(Self.block(shard))
    guard try folder.create(Self.path(shard, "claim"), Array((worker + "\n").utf8)) else { return false }
    // Done between a look and the claim.
    if try isDone(shard) {
      release(shard)
      return false
    }
    claimed = shard
    return true
  }

  /// Takes over a claim whose owner shows no sign of life. Two may try: the rename lets one through.
  private func takeOver(_ shard: Int, at now: Double) throws(FileError) -> Bool {
    let path = Self.path(shard, "claim")
    guard let touched = try folder.modified(path), now - touched > patience else { return false }
    let dead = path + ".dead.\(worker)"
    guard try folder.rename(path, to: dead) else { return false }
    // Somebody may have taken it over just before, and this was the new claim: then its owner has lost no more than the claim.
    let isStill = try folder.modified(dead).map { now - $0 > patience } ?? true
    try folder.remove(dead)
    return isStill ? try claim(shard) : false
  }

  /// Gives a claim back.
  func release(_ shard: Int) {
    if claimed == shard { claimed = nil }
    let path = Self.path(shard, "claim")
    // Only this worker's own: another may have taken over.
    guard let bytes = try? folder.read(path), String(decoding: bytes, as: UTF8.self) == worker + "\n" else {
      return
    }
    try? folder.remove(path)
  }

  // MARK: - Ending

  /// Says that a shard is done; `false` if another worker was first.
  func finish(_ record: ShardRecord, sums: [UInt8]) throws(FileError) -> Bool {
    try folder.makeFolder(Self.block(record.shard))
    if try isDone(record.shard) {
      release(record.shard)
      return false
    }
    try folder.replace(Self.path(record.shard, "sums"), sums)
    let line = try JSONText.line(record, path: Self.path(record.shard, "done")) + [UInt8(ascii: "\n")]
    let isFirst = try folder.create(Self.path(record.shard, "done"), line)
    try folder.remove(Self.path(record.shard, "failed"))
    // Whoever's it is: nothing is left to claim.
    try folder.remove(Self.path(record.shard, "claim"))
    if claimed == record.shard { claimed = nil }
    return isFirst
  }

  /// Says that a shard failed, and why; a done one stays done.
  func fail(_ record: ShardRecord) throws(FileError) {
    try folder.makeFolder(Self.block(record.shard))
    let line = try JSONText.line(record, path: Self.path(record.shard, "failed")) + [UInt8(ascii: "\n")]
    try folder.replace(Self.path(record.shard, "failed"), line)
    release(record.shard)
  }

  /// Takes a shard's `.done` back: its output isn't what it was.
  func undo(_ record: ShardRecord) throws(FileError) {
    try folder.remove(Self.path(record.shard, "done"))
    try fail(record)
    try reopen(record.shard)
  }

  /// Removes the sign of a worker that died.
  func forget(_ worker: String) { try? folder.remove("workers/\(worker)") }

  /// Whoever signed up, merges and looks at the status with dots in their names, with the seconds since their last sign of life.
  func workers(at now: Double) throws(FileError) -> [(name: String, age: Double)] {
    var found: [(name: String, age: Double)] = []
    for name in try folder.names(in: "workers") {
      if let modified = try folder.modified("workers/\(name)") { found.append((name, now - modified)) }
    }
    return found.sorted { $0.name < $1.name }
  }
}
