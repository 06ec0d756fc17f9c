import Foundation
import HostResources
import PixelTypes
import Synchronization
import TestPictures
import TestSupport
import Testing

@testable import Recordings

@Suite("Verifying a recording")
struct RecordingVerifierTests {
  @Test("a good recording has no problem, and progress counts every picture once")
  func good() throws {
    let folder = try TestFolder()
    try TestRecording.record(9, into: folder.path)
    let seen = Mutex<[Int]>([])
    let report = try RecordingVerifier(folder.path).run { done, count in
      #expect(count == 9)
      seen.withLock { $0.append(done) }
    }
    #expect(report.problems == [])
    #expect(report.isGood)
    #expect(report.frames == 9)
    #expect(seen.withLock { $0 } == Array(1...9))
    var bytes = 0
    for index in 0..<9 { bytes += try folder.bytes("00000\(index).jpg").count }
    #expect(report.bytes == bytes)
    #expect(report.checked.count == 5)
  }

  /// A fault, how it is planted into a recording of six frames, and where it must be found.
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let plant: @Sendable (TestFolder) throws -> Void
    let file: String?
    var line: Int?
    let word: String
    var testDescription: String { name }
  }

  static let faults: [Fault] = [
    Fault(
      name: "a truncated JPEG",
      plant: { try $0.put(Array(try $0.bytes("000002.jpg").dropLast(300)), "000002.jpg") },
      file: "000002.jpg", line: 3, word: "damaged"),
    Fault(
      name: "bytes that are no JPEG", plant: { try $0.put("hello there, not a JPEG", "000003.jpg") },
      file: "000003.jpg", line: 4, word: "damaged"),
    Fault(
      name: "an empty file", plant: { try $0.put("", "000001.jpg") }, file: "000001.jpg", line: 2,
      word: "empty"),
    Fault(
      name: "a missing file", plant: { try $0.remove("000005.jpg") }, file: "000005.jpg", line: 6,
      word: "missing"),
    Fault(
      name: "a file without a line", plant: { try $0.put(try TestRecording.jpeg(), "000017.jpg") },
      file: "000017.jpg", word: "no line"),
    Fault(
      name: "a picture of another size",
      plant: { try $0.put(try TestRecording.jpeg(PixelSize(width: 160, height: 80)), "000004.jpg") },
      file: "000004.jpg", line: 5, word: "160x80"),
    Fault(
      name: "a symbolic link for a picture",
      plant: { folder in
        try folder.remove("000004.jpg")
        try folder.link("000004.jpg", to: "000003.jpg")
      }, file: "000004.jpg", line: 5, word: "missing"),
    Fault(
      name: "an unfinished file", plant: { try $0.put("x", ".000006.jpg.tmp") }, file: ".000006.jpg.tmp",
      word: "unfinished"),
    Fault(
      name: "a half last line", plant: { try $0.put(try $0.text("frames.jsonl") + "{\"ind", "frames.jsonl") },
      file: "frames.jsonl", word: "not whole"),
    Fault(
      name: "indices out of order",
      plant: { folder in
        var lines = try folder.text("frames.jsonl").split(separator: "\n")
        lines.swapAt(1, 2)
        try folder.put(lines.joined(separator: "\n") + "\n", "frames.jsonl")
      }, file: "frames.jsonl", line: 3, word: "index 1 comes after 2"),
    Fault(
      name: "an index with another's file",
      plant: { folder in
        let text = try folder.text("frames.jsonl")
        try folder.put(
          text.replacingOccurrences(of: "\"index\":5,", with: "\"index\":6,"), "frames.jsonl")
      }, file: "frames.jsonl", line: 6, word: "index 6 names"),
    Fault(
      name: "a deleted picture that is there",
      plant: { folder in
        let text = try folder.text("frames.jsonl")
        try folder.put(
          text.replacingOccurrences(of: "{\"index\":3,", with: "{\"index\":3,\"deleted\":true,"),
          "frames.jsonl")
      }, file: "000003.jpg", line: 4, word: "marked deleted"),
    Fault(
      name: "no description", plant: { try $0.remove("session.json") }, file: "session.json", word: "missing"),
    Fault(
      name: "a description that isn't JSON", plant: { try $0.put("{", "session.json") }, file: "session.json",
      word: "not JSON"),
    Fault(
      name: "a kept frame that never was", plant: { try $0.put("{\"kept\":[2,9]}", "kept.json") },
      file: "kept.json", word: "frame 9"),
    Fault(
      name: "an unreadable list of kept frames", plant: { try $0.put("{\"kept\":2}", "kept.json") },
      file: "kept.json", word: "kept has the wrong type"),
    Fault(
      name: "a kept frame whose number is none", plant: { try $0.put("{\"kept\":[1e300]}", "kept.json") },
      file: "kept.json", word: "isn't a picture's number"),
    Fault(
      name: "a deleted frame whose number is none",
      plant: { try $0.put("{\"deleted\":[-1]}", "deleted.json") },
      file: "deleted.json", word: "isn't a picture's number"),
    Fault(
      name: "a mark whose number is none",
      plant: { try $0.put("{\"before\":0,\"pictures\":9223372036854775807}", "freed.json") },
      file: "freed.json", word: "pictures: it isn't a count"),
    Fault(
      name: "a viewfinder that leaves the canvas",
      plant: { try rewriteSession($0) { $0.layout.viewfinders[1].x = 130 } }, file: "session.json",
      word: "leaves"),
    Fault(
      name: "a viewfinder at the end of all numbers",
      plant: { try rewriteSession($0) { $0.layout.viewfinders[1].x = .max } }, file: "session.json",
      word: "leaves"),
    Fault(
      name: "viewfinders that overlap", plant: { try rewriteSession($0) { $0.layout.viewfinders[1].x = 79 } },
      file: "session.json", word: "overlap"),
    Fault(
      name: "totals that count otherwise", plant: { try rewriteSession($0) { $0.totals?.frames = 7 } },
      file: "session.json", word: "totals say 7"),
  ]

  private static func rewriteSession(
    _ folder: TestFolder, _ change: (inout SessionDescription) -> Void
  ) throws {
    let handle = try FolderHandle(folder.path)
    var session = try #require(try SessionFile.read(handle))
    change(&session)
    try SessionFile.write(session, to: handle)
  }

  @Test("each fault is found, named, and the only one", arguments: faults)
  func finds(fault: Fault) throws {
    let folder = try TestFolder()
    try TestRecording.record(6, into: folder.path)
    try fault.plant(folder)
    let report = try RecordingVerifier(folder.path).run()
    #expect(!report.isGood)
    #expect(report.problems.count == 1, "\(report.problems)")
    let problem = try #require(report.problems.first)
    #expect(problem.file == fault.file)
    #expect(problem.line == fault.line)
    #expect(problem.what.contains(fault.word), "\(problem.what)")
  }

  @Test("many faults are all found in one run")
  func findsAll() throws {
    let folder = try TestFolder()
    try TestRecording.record(6, into: folder.path)
    try folder.remove("000000.jpg")
    try folder.put("", "000001.jpg")
    try folder.put("x", ".000006.jpg.tmp")
    try folder.put("{", "session.json")
    let files = try RecordingVerifier(folder.path).run().problems.map(\.file)
    #expect(files == ["session.json", ".000006.jpg.tmp", "000000.jpg", "000001.jpg"])
  }

  @Test("a picture in a picture may lie inside the other's viewfinder")
  func pictureInPicture() throws {
    let folder = try TestFolder()
    try TestRecording.record(1, into: folder.path)
    try Self.rewriteSession(folder) { session in
      session.layout.mode = "pip"
      session.layout.viewfinders[1].x = 40
    }
    #expect(try RecordingVerifier(folder.path).run().isGood)
  }

  @Test("each run's pictures are held against that run's canvas")
  func canvasOfEachRun() throws {
    let folder = try TestFolder()
    try TestRecording.record(2, into: folder.path)
    let other = PixelSize(width: 192, height: 128)
    let writer = try RecordingWriter(folder: folder.path, session: TestRecording.session(other))
    _ = try writer.write(TestRecording.frame(size: other))
    #expect(try RecordingVerifier(folder.path).run().problems == [])
    _ = try writer.write(TestRecording.frame())
    #expect(try RecordingVerifier(folder.path).run().problems.map(\.file) == ["000003.jpg"])
  }

  @Test("a folder without a recording is an error, not a good recording")
  func noRecording() throws {
    let folder = try TestFolder()
    #expect(throws: FileError.self) { try RecordingVerifier(folder.path).run() }
    let error = #expect(throws: FileError.self) { try RecordingVerifier(folder.file("none")).run() }
    #expect(error?.exitCode == 74)
  }
}
