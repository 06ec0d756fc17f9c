import Foundation
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Recordings

@Suite("Keeping and deleting frames")
struct RecordingLibraryTests {
  @Test(
    "a list of kept frames is read in any form of JSON, and nothing else is one",
    arguments: [
      ("[]", []), (" [ ] ", []), ("[3]", [3]), ("[ 1,\n2 ,\t3\r]", [1, 2, 3]),
      ("[999999999999999999, 0, 0]", [0, 999_999_999_999_999_999]),
      ("[1 2]", nil), ("[1,]", nil), ("[,1]", nil), ("[1,,2]", nil), ("[\"1\"]", nil), ("[1.0]", nil),
      ("[[1]]", nil), ("[null]", nil),
      ("[1000000000000000000]", nil), ("[-1]", nil), ("{\"a\":[1]}", nil), ("2", nil), ("[1", nil),
    ] as [(String, Set<Int>?)])
  func lists(text: String, wanted: Set<Int>?) throws {
    let folder = try TestFolder()
    try folder.put("{\"kept\":\(text)}", "kept.json")
    let found = try? FrameList.kept.read(FolderHandle(folder.path))
    #expect(found == wanted)
  }

  @Test("kept frames survive deleting everything, and are reported")
  func keptSurvive() throws {
    let folder = try snappingRecording()
    let library = RecordingLibrary(folder.path)
    #expect(try library.keep(FrameSelection(parsing: "2, 4-5")).frames == [2, 4, 5])
    #expect(try library.keep(FrameSelection(parsing: "4-6")).frames == [6])
    #expect(try library.unkeep(FrameSelection(frames: [5, 9])).frames == [5])
    #expect(try folder.text("kept.json").contains("4"))
    let size = try folder.bytes("000000.jpg").count
    let change = try library.delete(.all)
    #expect(change.frames == [0, 1, 3, 5, 7, 8, 9])
    #expect(change.skippedKept == [2, 4, 6])
    #expect(change.bytes > 6 * size && change.bytes < 8 * size)
    #expect(
      try folder.names().filter { $0 != ".kept.lock" }
        == [
          "000002.jpg", "000004.jpg", "000006.jpg", "deleted.json", "frames.jsonl", "kept.json",
          "session.json",
        ])
    let index = try RecordingIndex(FolderHandle(folder.path))
    #expect(index.entries.filter(\.isDeleted).map(\.index) == change.frames)
    #expect(try folder.problems() == [])
    #expect(try library.delete(.all).frames == [])
  }

  @Test(
    "deleting leaves the manifest to the next run, which leaves every other byte; numbers are never used again"
  )
  func numbersStayUsed() throws {
    let folder = try snappingRecording(4)
    let before = try folder.text("frames.jsonl").split(separator: "\n")
    let library = RecordingLibrary(folder.path)
    #expect(try library.delete(FrameSelection(parsing: "2-3")).frames == [2, 3])
    #expect(try folder.text("frames.jsonl").split(separator: "\n") == before)
    #expect(try TestRecording.record(1, into: folder.path) == [4])
    let after = try folder.text("frames.jsonl").split(separator: "\n")
    #expect(after[..<2] == before[..<2])
    #expect(after[2] == before[2].dropLast() + ",\"deleted\":true}")
    #expect(try library.delete(.all).frames == [0, 1, 4])
    #expect(try TestRecording.record(1, into: folder.path) == [5])
    #expect(try folder.problems() == [])
  }

  @Test("snapped frames are chosen by their guides' states")
  func snapped() throws {
    let folder = try snappingRecording()
    let library = RecordingLibrary(folder.path)
    #expect(try library.keep(.snapped).frames == [1, 5, 9])
    #expect(try library.keep(FrameSelection(parsing: "snapped,0,77")).frames == [0])
  }

  @Test("frames are chosen by age")
  func older() throws {
    let folder = try snappingRecording(3)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: folder.file("000001.jpg"))
    #expect(
      try RecordingLibrary(folder.path).delete(FrameSelection(parsing: "older:1h")).frames == [1])
  }

  @Test("an interrupted deletion is completed by the next")
  func completesDeletion() throws {
    let folder = try snappingRecording(3)
    let picture = try folder.bytes("000001.jpg")
    let library = RecordingLibrary(folder.path)
    _ = try library.delete(FrameSelection(frames: [1]))
    try folder.put(picture, "000001.jpg")
    #expect(try library.delete(FrameSelection(frames: [1])).bytes == picture.count)
    #expect(!folder.exists("000001.jpg"))
    #expect(try library.list().first?.deleted == 1)
  }

  @Test("nothing is deleted when it can't be known what is kept")
  func unreadableKept() throws {
    let folder = try snappingRecording(2)
    try folder.put("[1", "kept.json")
    #expect(throws: FileError.self) { try RecordingLibrary(folder.path).delete(.all) }
    #expect(folder.exists("000000.jpg") && folder.exists("000001.jpg"))
  }

  @Test("a manifest that names files elsewhere has nothing deleted there")
  func staysInside() throws {
    let folder = try TestFolder()
    try folder.put("precious", "victim")
    let inner = folder.file("recording")
    try TestRecording.record(1, into: inner)
    try folder.put(
      "{\"index\":0,\"file\":\"../victim\",\"cameras\":[],\"hud\":[]}\n", "recording/frames.jsonl")
    #expect(try RecordingLibrary(inner).delete(.all).frames == [])
    #expect(try folder.text("victim") == "precious")
  }

  @Test("a line that names another's file has nothing deleted, not even a kept frame by another name")
  func namesOfOthers() throws {
    let folder = try snappingRecording(2)
    let library = RecordingLibrary(folder.path)
    _ = try library.keep(FrameSelection(frames: [1]))
    let line = #","cameras":[],"hud":[]}"#
    try folder.put(
      try folder.text("frames.jsonl") + #"{"index":2,"file":"000001.jpg"\#(line)"# + "\n"
        + #"{"index":3,"file":"session.json"\#(line)"# + "\n", "frames.jsonl")
    #expect(try library.delete(.all).frames == [0])
    #expect(folder.exists("000001.jpg") && folder.exists("session.json"))
  }

  @Test("numbers of deleted frames stay used when another tool rewrote the manifest")
  func foreignSpelling() throws {
    let folder = try snappingRecording(3)
    _ = try RecordingLibrary(folder.path).delete(.all)
    let text = try folder.text("frames.jsonl").replacingOccurrences(of: "\"index\":", with: " \"index\" : ")
    try folder.put(text, "frames.jsonl")
    #expect(try TestRecording.record(1, into: folder.path) == [3])
  }

  @Test("a list tells of one recording, or of all in a folder")
  func list() throws {
    let folder = try TestFolder()
    try TestRecording.record(5, into: folder.file("b")) { $0 == 2 ? .snapped : .near }
    try TestRecording.record(3, into: folder.file("b"))
    try TestRecording.record(1, into: folder.file("a"))
    try folder.put("not a folder", "c")
    _ = try RecordingLibrary(folder.file("b")).keep(FrameSelection(frames: [2]))
    _ = try RecordingLibrary(folder.file("b")).delete(FrameSelection(frames: [4]))
    let list = try RecordingLibrary(folder.path).list()
    #expect(list.map(\.name) == ["a", "b"])
    let b = try #require(list.last)
    #expect((b.frames, b.deleted, b.kept) == (7, 1, 1))
    // Frames 0 … 3 and 5 … 7, 100 ms apart.
    #expect(b.seconds.map { abs($0 - 0.5) < 1e-9 } == true)
    #expect(b.guideStates == ["near": 6, "snapped": 1])
    #expect(b.cameraStates == ["primary live": 7, "secondary lost": 7])
    #expect(b.cameras.first?.hasPrefix("primary: Küchen") == true)
    #expect(b.firstTime == "2026-01-02T03:04:05Z" && b.lastTime == "2026-01-02T03:05:05Z")
    #expect(b.bytes > 0 && b.problems.isEmpty)
    #expect(try RecordingLibrary(folder.file("b")).list().map(\.name) == ["b"])
  }

  @Test(
    "selections are read as they are written",
    arguments: [
      ("3", [3...3]), ("10-20", [10...20]), ("1,2-3, 7", [1...1, 2...3, 7...7]), ("0-0", [0...0]),
    ])
  func selections(text: String, ranges: [ClosedRange<Int>]) throws {
    #expect(try FrameSelection(parsing: text).ranges == ranges)
    #expect(try FrameSelection(parsing: text + ",all").includesAll)
  }

  @Test(
    "what names no frames is refused",
    arguments: [
      "", ",", "x", "-3", "3-", "20-10", "1-2-3", "1;2", "older:", "older:3", "older:xd", "+3", "٣",
      "99999999999999999999",
    ])
  func badSelections(text: String) {
    let error = #expect(throws: FileError.self) { try FrameSelection(parsing: text) }
    #expect(error?.exitCode == 64)
  }
}
