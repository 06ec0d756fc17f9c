import CAllocationCounter
import Foundation
import Glibc
import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

@Suite("Recording into a folder")
struct RecordingWriterTests {
  @Test("files, lines and the description agree, and every field comes back")
  func roundTrip() throws {
    let folder = try TestFolder()
    let name = "deep/er \u{E9}"
    let writer = try RecordingWriter(folder: folder.file(name), session: TestRecording.session())
    let frame = try TestRecording.frame(5)
    #expect(try writer.write(frame) == 0)
    #expect(try writer.write(frame) == 1)
    try writer.finish(totals: SessionTotals(frames: 99, dropped: ["primary": 3], damaged: 1, seconds: 0.5))
    #expect(try folder.lines(name)[0].stagesMs?["write"] ?? 0 > 0)

    #expect(try folder.names(name) == ["000000.jpg", "000001.jpg", "frames.jsonl", "session.json"])
    let jpeg = try folder.bytes("\(name)/000001.jpg")
    #expect(jpeg == TestSlot.bytes(frame))
    let lines = try folder.lines(name)
    #expect(lines.map(\.index) == [0, 1])
    #expect(lines.map(\.file) == ["000000.jpg", "000001.jpg"])
    #expect(lines[0].cameras[0].timestampNs == 500_000_000)
    #expect(lines[0].hud[0].horizon?.angleDegrees == -1.42)
    #expect(lines[0].stagesMs?.count == 8)
    #expect(lines[0].stagesMs?["encode"] == 1.235)
    let session = try #require(try SessionFile.read(FolderHandle(folder.file(name))))
    var expected = TestRecording.session()
    expected.totals = SessionTotals(
      frames: 2, bytes: 2 * jpeg.count, dropped: ["primary": 3], damaged: 1, seconds: 0.5)
    #expect(session == expected)
  }

  /// What somebody else may remove while a recording is made.
  enum Removed: CaseIterable { case folder, allFiles, manifest, lastPictures }

  @Test("what somebody removes is told as gone, and counted", arguments: Removed.allCases, [false, true])
  func removed(what: Removed, inSegments: Bool) throws {
    let folder = try TestFolder()
    let (path, files) = (folder.file("r"), FileManager.default)
    // What an earlier run recorded isn't this one's.
    do {
      let earlier = try TestSink(path, segment: inSegments ? .bytes(1 << 30) : nil)
      try earlier.write(2)
      try earlier.finish()
    }
    let sink = try TestSink(path, segment: inSegments ? .bytes(1 << 30) : nil)
    try sink.write(3)
    if inSegments { try sink.begin() } else { try sink.write() }
    #expect(sink.sink.remains == "4 frames are safe in \(path)")
    let present = sink.sink.writer.folder
    func remove(_ name: String) throws { try files.removeItem(atPath: "\(present)/\(name)") }
    switch what {
    case .folder: try files.removeItem(atPath: path)
    case .allFiles: for name in try files.contentsOfDirectory(atPath: present) { try remove(name) }
    case .manifest: try remove("frames.jsonl")
    case .lastPictures: try remove(inSegments ? "000000.jpg" : "000005.jpg")
    }
    let left = what == .manifest ? 4 : what == .folder || what == .allFiles && !inSegments ? 0 : 3
    let said =
      switch left {
      case 0: "nothing is left of the 4 frames in \(path)"
      case 4: "4 frames are safe in \(path)"
      default: "3 of the 4 frames are left in \(path)"
      }
    #expect(sink.sink.remains == said)
    // Others delete single pictures, too.
    if what == .lastPictures { return try sink.finish() }
    for work in [{ try sink.write() }, sink.finish] as [() throws -> Void] {
      let error = #expect(throws: FileError.self) { try work() }
      #expect(error?.exitCode == 74)
      let subject = what == .folder ? present : "\(present)/frames.jsonl"
      #expect(error.map { "\($0)" } == "\(subject) was removed while it was being written")
    }
  }

  @Test("a template's name with any characters comes back from the manifest")
  func oddNames() throws {
    let folder = try TestFolder()
    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    let names = ["a\"b\\c", "line\nbreak\ttab", "\u{1}\u{1F4F7}ü", "}{,\"deleted\":true}"]
    for name in names {
      _ = try writer.write(TestRecording.frame(template: name))
    }
    #expect(try folder.lines().map(\.hud[0].silhouette?.template) == names)
  }

  @Test("a second run goes on with the numbers and keeps the first run's description")
  func continues() throws {
    let folder = try TestFolder()
    #expect(try TestRecording.record(3, into: folder.path) == [0, 1, 2])
    let first = try folder.bytes("000000.jpg")
    #expect(try TestRecording.record(2, into: folder.path) == [3, 4])
    #expect(try TestRecording.record(1, into: folder.path) == [5])
    #expect(try folder.bytes("000000.jpg") == first)
    #expect(try folder.lines().map(\.index) == [0, 1, 2, 3, 4, 5])
    let session = try #require(try SessionFile.read(FolderHandle(folder.path)))
    #expect(session.runs.map(\.firstIndex) == [0, 3, 5])
    #expect(session.runs.map(\.totals?.frames) == [3, 2, 1])
    #expect(session.previous?.allSatisfy { $0.previous == nil } == true)
    #expect(try folder.problems() == [])
  }

  @Test("a file in the way is never written over, whether it is there before or comes meanwhile")
  func neverOverwrites() throws {
    let folder = try TestFolder()
    try folder.put("mine", "000004.jpg")
    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    #expect(writer.nextIndex == 5)
    try folder.put("also mine", "000005.jpg")
    try folder.link("000006.jpg", to: folder.file("elsewhere"))
    #expect(try writer.write(TestRecording.frame()) == 7)
    #expect(try folder.text("000004.jpg") == "mine")
    #expect(try folder.text("000005.jpg") == "also mine")
    #expect(!folder.exists("elsewhere"))
    #expect(try folder.lines().map(\.file) == ["000007.jpg"])
  }

  @Test("numbers above 999999 get more digits")
  func manyDigits() throws {
    let folder = try TestFolder()
    try folder.put("", "frames.jsonl")
    try folder.put(try TestRecording.jpeg(), "999998.jpg")
    #expect(try TestRecording.record(2, into: folder.path) == [999_999, 1_000_000])
    #expect(folder.exists("1000000.jpg"))
    #expect(try TestRecording.record(1, into: folder.path) == [1_000_001])
  }

  @Test("what a killed run left is put in order, and the recording is good again")
  func repairs() throws {
    let folder = try TestFolder()
    try TestRecording.recordUnfinished(3, into: folder.path)
    // Killed within the fourth line, with the fifth frame begun.
    try folder.put(try TestRecording.jpeg(), "000003.jpg")
    let whole = try folder.text("frames.jsonl")
    try folder.put(whole + "{\"index\":3,\"file\":\"0000", "frames.jsonl")
    try folder.put("half", ".000004.jpg.tmp")
    try folder.put("half", ".session.json.tmp")
    try folder.put("not ours", ".notes.tmp")
    // What a kill leaves is not wrong, but unchecked.
    let report = try RecordingVerifier(folder.path).run()
    #expect(report.problems == [])
    #expect(report.notChecked[KeptNames.inFlight] == 3)
    #expect(report.notChecked["half lines at the end of a manifest whose run didn't end"] == 1)

    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    #expect(writer.repairs.count == 4)
    #expect(writer.nextIndex == 4)
    #expect(try writer.write(TestRecording.frame()) == 4)
    try writer.finish(totals: SessionTotals())
    let lines = try folder.lines()
    #expect(lines.map(\.index) == [0, 1, 2, 3, 4])
    #expect(lines[3].recovered == true)
    #expect(try folder.text("frames.jsonl").hasPrefix(whole))
    #expect(folder.exists(".notes.tmp"))
    #expect(!folder.exists(".000004.jpg.tmp") && !folder.exists(".session.json.tmp"))
    #expect(try folder.problems() == [])
  }

  @Test("a broken or empty picture without a line doesn't become a frame, and its number isn't used")
  func doesNotAdoptBrokenPictures() throws {
    let folder = try TestFolder()
    try TestRecording.record(1, into: folder.path)
    try folder.put(Array(try TestRecording.jpeg().dropLast(40)), "000001.jpg")
    try folder.put("", "000002.jpg")
    #expect(try TestRecording.record(1, into: folder.path) == [3])
    #expect(try folder.lines().map(\.index) == [0, 3])
    #expect(folder.exists("000001.jpg") && !folder.exists("000002.jpg"))
  }

  @Test("a description that can't be read is not written over")
  func unreadableSession() throws {
    let folder = try TestFolder()
    try folder.put("{\"tool\":", "session.json")
    let error = #expect(throws: FileError.self) {
      try RecordingWriter(folder: folder.path, session: TestRecording.session())
    }
    #expect(error?.exitCode == 65)
    #expect(try folder.text("session.json") == "{\"tool\":")
  }

  @Test("a second writer is refused as long as the first lives")
  func locks() throws {
    let folder = try TestFolder()
    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    #expect(throws: FileError.self) {
      try RecordingWriter(folder: folder.path, session: TestRecording.session())
    }
    #expect(try writer.write(TestRecording.frame()) == 0)
  }

  @Test("a folder that can't be made is told by its path, with exit code 73")
  func cannotCreate() throws {
    let folder = try TestFolder()
    try folder.put("a file", "taken")
    for path in [folder.file("taken"), folder.file("taken/below"), "/proc/dualcam"] {
      let error = #expect(throws: FileError.self) {
        try RecordingWriter(folder: path, session: TestRecording.session())
      }
      #expect(error?.exitCode == 73)
      #expect(error.map { "\($0)".contains(path) || "\($0)".contains("taken") } == true)
    }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let code: Int32
    /// 0: in the picture; 1: after part of it; 2: in the line; 3: after part of the line.
    let place: Int
    let exitCode: Int32
    var testDescription: String { "errno \(code) at place \(place)" }
  }

  @Test(
    "after a failed write the folder is whole, and the next frame goes well",
    arguments: [(ENOSPC, Int32(73)), (EDQUOT, 73), (EROFS, 73), (EIO, 74)].flatMap { code, exit in
      (0...3).map { Fault(code: code, place: $0, exitCode: exit) }
    })
  func failedWrites(fault: Fault) throws {
    let folder = try TestFolder()
    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    _ = try writer.write(TestRecording.frame())
    let before = try folder.bytes("frames.jsonl")
    let script: [[FolderHandle.ScriptedWrite]] = [
      [.fails(fault.code)], [.takes(100), .fails(fault.code)],
      [.takes(.max), .fails(fault.code)], [.takes(.max), .takes(20), .fails(fault.code)],
    ]
    writer.handle.scriptedWrites = script[fault.place]
    let error = #expect(throws: FileError.self) { try writer.write(TestRecording.frame(1)) }
    #expect(error?.exitCode == fault.exitCode)
    #expect(error.map { "\($0)".contains(folder.path) } == true)
    #expect(writer.handle.scriptedWrites.isEmpty)
    #expect(try folder.names() == ["000000.jpg", "frames.jsonl", "session.json"])
    #expect(try folder.bytes("frames.jsonl") == before)
    #expect(try writer.write(TestRecording.frame(1)) == 1)
    try writer.finish(totals: SessionTotals())
    #expect(try folder.problems() == [])
  }

  @Test("short and interrupted writes are completed")
  func shortWrites() throws {
    let folder = try TestFolder()
    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    writer.handle.scriptedWrites = [
      .takes(1), .fails(EINTR), .takes(7), .takes(.max), .takes(3), .fails(EINTR),
    ]
    #expect(try writer.write(TestRecording.frame()) == 0)
    try writer.finish(totals: SessionTotals())
    #expect(writer.handle.scriptedWrites.isEmpty)
    #expect(try folder.problems() == [])
  }

  @Test("a full disk while the description is rewritten leaves the old one")
  func fullDiskAtTheEnd() throws {
    let folder = try TestFolder()
    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session())
    let before = try folder.bytes("session.json")
    writer.handle.scriptedWrites = [.takes(50), .fails(ENOSPC)]
    #expect(throws: FileError.self) { try writer.finish(totals: SessionTotals()) }
    #expect(try folder.names() == ["frames.jsonl", "session.json"])
    #expect(try folder.bytes("session.json") == before)
  }

  @Test("writing a frame allocates nothing once it has run", .countsAllocations)
  func allocatesNothing() throws {
    let folder = try TestFolder()
    let writer = try RecordingWriter(
      folder: folder.path, session: TestRecording.session(), recordsTimes: false)
    let frame = try TestRecording.frame()
    for _ in 0..<3 { _ = try writer.write(frame) }
    let before = callocation_count_thread()
    // One-digit indices and no times: turning digits round allocates in unoptimised builds.
    for _ in 0..<6 { _ = try writer.write(frame) }
    #expect(callocation_count_thread() - before == 0)
  }
}
