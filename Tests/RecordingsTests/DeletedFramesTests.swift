import Foundation
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

@Suite("Frames deleted while they are recorded")
struct DeletedFramesTests {
  private static let list = "deleted.json"

  @Test("they go at once, and their lines say so when the run ends")
  func whileRecording() throws {
    let folder = try TestFolder()
    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    for number in 0..<4 { _ = try writer.write(TestRecording.frame(number)) }
    let library = RecordingLibrary(folder.path)
    _ = try library.keep(FrameSelection(frames: [2]))
    let change = try library.delete(FrameSelection(parsing: "1-2"))
    #expect(change.frames == [1] && change.skippedKept == [2] && change.bytes > 0)
    #expect(try folder.pictures() == [0, 2, 3])
    #expect(folder.exists(Self.list))
    #expect(try RecordingIndex(FolderHandle(folder.path)).present.map(\.index) == [0, 2, 3])
    #expect(try library.list().first?.deleted == 1)
    #expect(try library.delete(FrameSelection(frames: [1])).frames == [])
    #expect(try writer.write(TestRecording.frame(4)) == 4)
    #expect(try folder.lines().allSatisfy { $0.deleted == nil })
    try writer.finish(totals: SessionTotals())
    #expect(!folder.exists(Self.list))
    #expect(try folder.lines().filter { $0.deleted == true }.map(\.index) == [1])
    #expect(try folder.problems() == [])
  }

  @Test("a run that is killed leaves it to the next, which takes none of them for lost")
  func killed() throws {
    let folder = try TestFolder()
    do {
      let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
      for number in 0..<3 { _ = try writer.write(TestRecording.frame(number)) }
      _ = try RecordingLibrary(folder.path).delete(FrameSelection(frames: [0, 2]))
    }
    #expect(folder.exists(Self.list))
    #expect(try folder.problems() == [])
    #expect(try TestRecording.record(1, into: folder.path) == [3])
    #expect(!folder.exists(Self.list))
    #expect(try folder.lines().map { $0.deleted ?? false } == [true, false, true, false])
    #expect(try folder.lines().allSatisfy { $0.lost == nil })
    #expect(try folder.problems() == [])
  }

  @Test(
    "a list that can't be read, or with what is no picture's number, deletes nothing, and stops recording",
    arguments: [
      "-1", "-9223372036854775808", "1000000000000000000", "9223372036854775807", "1e300", "0.5", nil, "[",
    ])
  func impossible(number: String?) throws {
    let folder = try TestFolder()
    try TestRecording.record(2, into: folder.path)
    try folder.put(number.map { "{\"deleted\":[0,\($0)]}" } ?? "{}", Self.list)
    for work in [
      { _ = try TestRecording.record(1, into: folder.path) },
      { _ = try RecordingLibrary(folder.path).delete(.all) },
    ] {
      let error = #expect(throws: FileError.self) { try work() }
      #expect(error?.exitCode == 65)
      if number.map({ $0 != "[" }) == true {
        #expect(error?.reason.contains("isn't a picture's number") == true)
      }
    }
    #expect(try folder.pictures() == [0, 1])
  }

  @Test("the list of a long manifest stays, and its frames are neither there nor lost in a power cut")
  func longManifest() throws {
    let folder = try TestFolder()
    try TestRecording.recordUnfinished(4, into: folder.path)
    _ = try RecordingLibrary(folder.path).delete(FrameSelection(frames: [1, 3]))
    let lines = try folder.text("frames.jsonl")
    let handle = try FolderHandle(folder.path)
    #expect(try DeletedFrames.settle(handle, most: 100) == [1, 3])
    #expect(try folder.text("frames.jsonl") == lines && folder.exists(Self.list))
    #expect(try RecordingIndex(FolderHandle(folder.path)).present.map(\.index) == [0, 2])
    #expect(try RecordingFolder.repair(handle, afterCut: true, mostRewritten: 100).repairs == [])
    #expect(try folder.text("frames.jsonl") == lines && folder.exists(Self.list))
  }

  @Test("a deletion that was interrupted is completed")
  func interrupted() throws {
    let folder = try TestFolder()
    try TestRecording.record(3, into: folder.path)
    try folder.put(#"{"deleted":[1]}"#, Self.list)
    #expect(try folder.problems().map(\.what) == ["is marked deleted but still exists"])
    #expect(try TestRecording.record(1, into: folder.path) == [3])
    #expect(try folder.pictures() == [0, 2, 3])
    #expect(try folder.problems() == [])
  }

  @Test("what they took counts no longer towards the budget")
  func budget() throws {
    let folder = try TestFolder()
    let recording = try TestSink(folder.path, budget: 6)
    try recording.write(6)
    let change = try RecordingLibrary(folder.path).delete(FrameSelection(frames: [3, 4]))
    recording.sink.gaveBack(change.bytes)
    try recording.write(2)
    #expect(try folder.pictures() == [0, 1, 2, 5, 6, 7])
    try recording.write(1)
    #expect(try folder.pictures() == [1, 2, 5, 6, 7, 8])
    try recording.finish()
    #expect(try folder.lines().filter { $0.deleted == true }.map(\.index) == [3, 4])
    #expect(try folder.problems() == [])
  }
}
