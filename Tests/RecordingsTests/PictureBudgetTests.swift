import CAllocationCounter
import Foundation
import Glibc
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

@Suite("A recording within a budget")
struct PictureBudgetTests {
  @Test(
    "the oldest pictures go by their index, whatever their clocks say, and all is accounted for",
    arguments: Durability.allCases)
  func oldestFirst(durability: Durability) throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, budget: 5, durability: durability)
    try test.write(5)
    // By its clock the first is the newest, and the last the oldest.
    for (index, year) in [(0, 2040.0), (4, 1980)] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: (year - 1970) * 3.15e7)],
        ofItemAtPath: folder.file("00000\(index).jpg"))
    }
    for count in 1...9 {
      try test.write()
      #expect(try folder.pictures() == Array(count..<(count + 5)))
      #expect(try folder.problems() == [])
    }
    try test.finish()
    #expect(test.sink.freed == 9)
    #expect(try folder.lines().map(\.index) == Array(0..<14))
    #expect(try FreedMark.read(FolderHandle(folder.path)) == FreedMark(before: 9, pictures: 9))
    #expect(try SessionFile.read(FolderHandle(folder.path))?.totals?.freed == 9)
    #expect(try folder.problems() == [])
    let summary = try RecordingLibrary(folder.path).list()[0]
    #expect(summary.frames == 5 && summary.freed == 9 && summary.deleted == 0)
    #expect(test.sink.notices.take().count == 1)
  }

  @Test("kept pictures stay, also those kept while it goes on; when only they are left it is complete")
  func keptStay() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, budget: 4)
    let library = RecordingLibrary(folder.path)
    try test.write(4)
    _ = try library.keep(FrameSelection(frames: [1]))
    try test.write(2)
    #expect(try folder.pictures() == [1, 3, 4, 5])
    _ = try library.keep(FrameSelection(frames: [3, 4, 5]))
    try test.write()
    #expect(test.sink.isFull)
    #expect(try folder.pictures() == [1, 3, 4, 5])
    try test.finish()
    #expect(try folder.problems() == [])
  }

  @Test("a picture whose mark is taken away is the oldest again")
  func unkept() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, budget: 3)
    let library = RecordingLibrary(folder.path)
    try test.write(1)
    _ = try library.keep(FrameSelection(frames: [0]))
    try test.write(4)
    #expect(try folder.pictures() == [0, 3, 4])
    _ = try library.unkeep(FrameSelection(frames: [0]))
    try test.write()
    #expect(try folder.pictures() == [3, 4, 5])
    try test.finish()
    #expect(try folder.problems() == [])
  }

  @Test("what is in the folder counts after a restart, and goes first", arguments: Durability.allCases)
  func restart(durability: Durability) throws {
    let folder = try TestFolder()
    try TestRecording.record(6, into: folder.path)
    for run in 0..<3 {
      let test = try TestSink(folder.path, budget: 4, durability: durability)
      try test.write(2)
      try test.finish()
      #expect(try folder.pictures() == Array((4 + 2 * run)..<(8 + 2 * run)))
      #expect(try folder.problems() == [])
    }
    #expect(try FreedMark.read(FolderHandle(folder.path)) == FreedMark(before: 8, pictures: 8))
  }

  @Test("killed between the mark and the picture's end, nothing is wrong, and the next run frees it")
  func killedWhileFreeing() throws {
    let folder = try TestFolder()
    try TestRecording.record(4, into: folder.path)
    let handle = try FolderHandle(folder.path)
    try FreedMarkFile(handle, isDurable: false).write(FreedMark(before: 3, pictures: 3))
    try folder.remove("000000.jpg")
    #expect(try folder.problems() == [])
    let test = try TestSink(folder.path, budget: 2)
    try test.write(1)
    #expect(try folder.pictures() == [3, 4])
    try test.finish()
    #expect(try folder.problems() == [])
  }

  @Test("a mark at the end of its numbers stays there")
  func lastMark() throws {
    let folder = try TestFolder()
    try TestRecording.record(4, into: folder.path)
    let most = FreedMark(before: .max, pictures: .max)
    let handle = try FolderHandle(folder.path)
    try FreedMarkFile(handle, isDurable: false).write(most)
    let test = try TestSink(folder.path, budget: 2)
    try test.write(1)
    try test.finish()
    #expect(try FreedMark.read(handle) == most)
  }

  @Test("a picture that went another way is found")
  func missing() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, budget: 3)
    try test.write(6)
    try test.finish()
    try folder.remove("000004.jpg")
    #expect(try folder.problems().map(\.file) == ["000004.jpg"])
    // Before the mark a picture may be kept, or have been.
    let handle = try FolderHandle(folder.path)
    try FreedMarkFile(handle, isDurable: false).write(FreedMark(before: 5, pictures: 3))
    #expect(try folder.problems().map(\.file) == ["freed.json"])
  }

  @Test("a picture larger than the budget frees nothing: the recording is complete")
  func tooLarge() throws {
    let folder = try TestFolder()
    try TestRecording.record(2, into: folder.path)
    let test = try TestSink(folder.path, budget: 0)
    try test.write()
    #expect(test.sink.isFull)
    #expect(try folder.pictures() == [0, 1])
  }

  @Test("told to stop, it ends before the budget is exceeded, earlier pictures included")
  func stops() throws {
    let folder = try TestFolder()
    try TestRecording.record(2, into: folder.path)
    let test = try TestSink(folder.path, budget: 4, whenFull: .stop)
    try test.write(5)
    #expect(test.sink.isFull)
    try test.finish()
    #expect(try folder.pictures() == [0, 1, 2, 3])
    #expect(try folder.problems() == [])
  }

  @Test("a file that is no picture of the recording is never freed")
  func strangers() throws {
    let folder = try TestFolder()
    try folder.put("mine", "000000.jpg")
    let test = try TestSink(folder.path, budget: 3)
    try test.write(6)
    #expect(try folder.text("000000.jpg") == "mine")
    #expect(try folder.pictures().count <= 4)
  }

  @Test("a full disk has the oldest freed as well, which is told once", arguments: [ENOSPC, EDQUOT])
  func fullDisk(code: Int32) throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, budget: 100)
    try test.write(6)
    for count in 1...3 {
      // In the picture, then in the line.
      test.sink.writer.handle.scriptedWrites =
        count == 2 ? [.takes(.max), .takes(9), .fails(code)] : [.takes(40), .fails(code)]
      try test.write()
      #expect(try folder.pictures().first == count)
    }
    try test.finish()
    #expect(try folder.lines().map(\.index) == Array(0..<9))
    #expect(try folder.problems() == [])
    let notices = test.sink.notices.take()
    #expect(notices.count == 1)
    #expect(notices.first?.text.contains("before the budget is used up") == true)
  }

  @Test("with nothing left to free a full disk is an error that says what is free and what helps")
  func nothingToFree() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, budget: 100)
    test.sink.writer.handle.scriptedWrites = [.fails(ENOSPC)]
    let error = #expect(throws: FileError.self) { try test.write() }
    #expect(error?.exitCode == 73)
    let text = error.map { "\(NoRoom.advised($0))" } ?? ""
    for word in [folder.path, "full", "free there", "--budget", "-o"] {
      #expect(text.contains(word), "\(text)")
    }
  }

  @Test(
    "many sizes of pictures and of budgets, with kept ones, never exceed and never lose", arguments: 0..<8)
  func property(seed: UInt64) throws {
    let folder = try TestFolder()
    var random = Seeded(seed)
    let frame = try TestRecording.frame()
    // The same frame, again and again.
    frame.facts.cameras[0].flags.insert(.repeated)
    var settings = JobSettings(pace: .live, sources: [])
    settings.budgetBytes = frame.byteCount * Int.random(in: 6...12, using: &random)
    settings.whenFull = .free
    settings.durability = Durability.allCases[Int(seed) % 3]
    let limit = settings.budgetBytes ?? 0
    var kept: Set<Int> = []
    for _ in 0..<3 {
      let sink = try RecordingSink(settings, in: folder.path, session: TestRecording.session())
      for _ in 0..<20 {
        _ = try sink.write(Issue(frame))
        let there = try folder.pictures()
        #expect(there.count * frame.byteCount <= limit)
        #expect(kept.isSubset(of: there))
        if kept.count < 4, Int.random(in: 0..<6, using: &random) == 0 {
          let chosen = there[Int.random(in: there.indices, using: &random)]
          _ = try RecordingLibrary(folder.path).keep(FrameSelection(frames: [chosen]))
          kept.insert(chosen)
        }
      }
      try sink.finish(account: SessionTotals(), endedAt: nil)
      #expect(try folder.problems() == [])
    }
    // All that are there but for kept ones are the newest.
    let there = try folder.pictures()
    let newest = there.filter { !kept.contains($0) }
    #expect(newest.last == 59)
    if let first = newest.first { #expect(Set(first...59).isSubset(of: there)) }
  }

  @Test("freeing allocates nothing once it has run", .countsAllocations)
  func allocatesNothing() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, budget: 3)
    try test.write(6)
    _ = test.sink.notices.take()
    let frame = try TestRecording.frame()
    let before = callocation_count_thread()
    for _ in 0..<3 { _ = try test.sink.write(Issue(frame)) }
    #expect(callocation_count_thread() - before == 0)
    #expect(try folder.pictures() == [6, 7, 8])
  }
}
