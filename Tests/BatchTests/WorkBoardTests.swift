import Foundation
import Glibc
import HostResources
import TestSupport
import Testing

@testable import Batch

/// Two and more workers at one real folder.
struct WorkBoardTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func board(_ name: String, shards: Int = 3) -> WorkBoard {
    WorkBoard(SharedFolder(folder.path, own: name), shards: shards)
  }

  private func record(_ shard: Int, by worker: String, exit: Int32 = 0, tries: Int = 1, output: String = "o")
    -> ShardRecord
  {
    ShardRecord(
      shard: shard, plan: "p", worker: worker, host: "h", tool: "t", exit: exit, tries: tries, output: output,
      frames: 1,
      seconds: 1, begun: 0, ended: 1)
  }

  @Test func theFirstToFinishCounts() throws {
    let (a, b) = (board("a"), board("b"))
    #expect(try a.finish(record(1, by: "a"), sums: Array("sums of a\n".utf8)))
    #expect(try !b.finish(record(1, by: "b"), sums: Array("sums of b\n".utf8)))
    #expect(try b.record(1, "done")?.worker == "a")
    #expect(try b.sums(1) == Array("sums of a\n".utf8))
    #expect(try b.isDone(1))
  }

  @Test func aDoneShardCanBeTakenBack() throws {
    let a = board("a", shards: 1)
    try a.fail(record(0, by: "a", exit: 74))
    #expect(try a.states(0) == [.failed])
    #expect(try a.finish(record(0, by: "a"), sums: []))
    #expect(try a.states(0) == [.done] && a.record(0, "failed") == nil)
    try board("merge", shards: 1).undo(record(0, by: "a", exit: 74, tries: 0))
    #expect(try board("b", shards: 1).states(0) == [.failed])
  }

  /// What can lie in a file's place without being one.
  enum Foreign: CaseIterable { case pipe, link, deadLink, folder, fullFolder }

  private func put(_ foreign: Foreign, at name: String) throws {
    try? folder.remove(name)
    switch foreign {
    case .pipe: try #require(unsafe mkfifo(folder.file(name), 0o644) == 0)
    case .link: try folder.link(name, to: "/etc/passwd")
    case .deadLink: try folder.link(name, to: "/none")
    case .folder: try folder.make(name)
    case .fullFolder: try folder.put("mine", name + "/letter")
    }
  }

  @Test(arguments: Foreign.allCases, ["done", "failed", "sums", "placed"])
  func whatIsNoFileIsAbsentAndGivesWay(_ foreign: Foreign, _ ending: String) throws {
    let a = board("a", shards: 1)
    #expect(try a.finish(record(0, by: "a"), sums: []))
    let path = WorkBoard.path(0, ending)
    try put(foreign, at: path)
    if ending == "done" {
      #expect(try a.states(0) == [.open])
      #expect(try a.record(0, "done") == nil)
      #expect(try !a.isDone(0))
      #expect(try a.clearRecord(0))
      #expect(try !a.clearRecord(0))
      try put(foreign, at: path)
    } else {
      try folder.remove(WorkBoard.path(0, "done"))
    }
    let b = board("b", shards: 1)
    try b.beginPlacing(0)
    #expect(try b.hasPlaced(0))
    try b.fail(record(0, by: "b", exit: 65))
    #expect(try b.record(0, "failed")?.worker == "b")
    #expect(try b.finish(record(0, by: "b"), sums: []))
    #expect(try b.record(0, "done")?.worker == "b")
    #expect(try b.states(0) == [.done])
    // Nobody's things are lost.
    let letters = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix("letter")
    }
    #expect(letters.isEmpty == (foreign != .fullFolder))
  }

  /// Those who clear a place never take away the file that another has made there meanwhile.
  @Test func clearingKeepsOthersFiles() async throws {
    for round in 0..<100 {
      let name = "\(round).done"
      try put(.pipe, at: name)
      let path = folder.path
      let made = try await withThrowingTaskGroup(of: String?.self) { group in
        for worker in ["a", "b", "c", "d"] {
          group.addTask {
            let own = SharedFolder(path, own: worker)
            if worker > "b" { return try own.create(name, Array(worker.utf8)) ? worker : nil }
            _ = try own.clearPlace(name)
            return nil
          }
        }
        return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
      }
      let found = try #require(try SharedFolder(path, own: "e").read(name))
      #expect(made.contains(String(decoding: found, as: UTF8.self)))
    }
    #expect(try FolderHandle(folder.path).names().allSatisfy { !$0.contains("aside") })
  }

  @Test func theDeadLeaveNothing() throws {
    let rooms = folder.file("rooms")
    let own = Rooms.name()
    // This machine has no process of that number (proc(5), pid_max).
    let (dead, elsewhere) = ("\(Rooms.host)-4194305-x", "another-host-4194305-x")
    let held = try Rooms.enter("\(rooms)/\(own)")
    for name in [dead, elsewhere] { _ = try FolderHandle.creating("\(rooms)/\(name)/piece") }
    Rooms.sweep(rooms, host: Rooms.host)
    #expect(try FolderHandle(rooms).names().sorted() == [own, elsewhere].sorted())
    Rooms.sweep(rooms, host: nil)
    #expect(try FolderHandle(rooms).names() == [own])
    withExtendedLifetime(held) {}
  }

  @Test(arguments: [1, 7, 1000, 2500], [1, 2, 3, 8, 3000])
  func partsAreTheWhole(shards: Int, parts: Int) {
    let ranges = (1...parts).map { ShardWorker.Part($0, of: parts).shards(of: shards) }
    #expect(ranges.flatMap(Array.init) == Array(0..<shards))
  }

  @Test func statesAreRead() throws {
    let a = board("a", shards: 2500)
    #expect(try a.finish(record(2000, by: "a"), sums: []))
    try a.fail(record(2001, by: "a", exit: 65))
    #expect(try a.states(1) == Array(repeating: .open, count: 1000))
    #expect(try a.states(2).prefix(3) == [.done, .failed, .open])
    #expect(try a.states(2).count == 500)
    // What isn't a worker's is no state.
    for name in ["002002.done.w.1", "notes.txt"] { try folder.put("", "002/" + name) }
    #expect(try a.states(2)[2] == .open)
  }
}

@Suite("Numbers in a board's records")
struct ShardRecordTests {
  private static let keys = ["frames", "files", "bytes", "tries", "seconds", "begun", "ended"]
  private static let beyond = ["-1", "\(Int.min)", "\(Int.max)", "1e300", "-1e300", "1e13"]

  @Test("one that can't be makes it no record", arguments: keys, beyond)
  func impossible(key: String, number: String) throws {
    let folder = try TestFolder()
    let text =
      #"{"shard":0,"plan":"p","worker":"w","host":"h","tool":"t","exit":0,"tries":1,"frames":1,"files":1,"bytes":1,"seconds":1,"begun":1,"ended":1}"#
    let board = WorkBoard(SharedFolder(folder.path, own: "a"), shards: 1)
    try folder.put(text, "000/000000.done")
    #expect(try board.record(0, "done") != nil)
    // A shard may be of terabytes.
    if key == "bytes", number == "1e13" { return }
    try folder.put(text.replacing("\"\(key)\":1", with: "\"\(key)\":\(number)"), "000/000000.done")
    #expect(try board.record(0, "done") == nil)
  }
}
