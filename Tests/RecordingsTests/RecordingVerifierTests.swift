import Foundation
import Glibc
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
    let testDescription: String
    let file: String
    let line: Int?
    let word: String
    let plant: @Sendable (TestFolder) throws -> Void

    init(
      _ name: String, in file: String, line: Int? = nil, _ word: String,
      plant: @escaping @Sendable (TestFolder) throws -> Void
    ) {
      (testDescription, self.file, self.line, self.word, self.plant) = (name, file, line, word, plant)
    }
  }

  private static func replace(_ text: String, with other: String, in folder: TestFolder) throws {
    let lines = try folder.text("frames.jsonl")
    try folder.put(lines.replacingOccurrences(of: text, with: other), "frames.jsonl")
  }

  static let faults: [Fault] = [
    Fault("a truncated JPEG", in: "000002.jpg", line: 3, "damaged") {
      try $0.put(Array(try $0.bytes("000002.jpg").dropLast(300)), "000002.jpg")
    },
    Fault("bytes that are no JPEG", in: "000003.jpg", line: 4, "damaged") {
      try $0.put("hello there, not a JPEG", "000003.jpg")
    },
    Fault("an empty file", in: "000001.jpg", line: 2, "empty") { try $0.put("", "000001.jpg") },
    Fault("a missing file", in: "000005.jpg", line: 6, "missing") { try $0.remove("000005.jpg") },
    Fault("a file without a line", in: "000017.jpg", "no line") {
      try $0.put(try TestRecording.jpeg(), "000017.jpg")
    },
    Fault("a picture of another size", in: "000004.jpg", line: 5, "160x80") {
      try $0.put(try TestRecording.jpeg(PixelSize(width: 160, height: 80)), "000004.jpg")
    },
    Fault("a symbolic link for a picture", in: "000004.jpg", line: 5, "missing") {
      try $0.remove("000004.jpg")
      try $0.link("000004.jpg", to: "000003.jpg")
    },
    Fault("an unfinished file", in: ".000006.jpg.tmp", "unfinished") { try $0.put("x", ".000006.jpg.tmp") },
    Fault("a half last line", in: "frames.jsonl", "not whole") {
      try $0.put(try $0.text("frames.jsonl") + "{\"ind", "frames.jsonl")
    },
    Fault("indices out of order", in: "frames.jsonl", line: 3, "index 1 comes after 2") {
      var lines = try $0.text("frames.jsonl").split(separator: "\n")
      lines.swapAt(1, 2)
      try $0.put(lines.joined(separator: "\n") + "\n", "frames.jsonl")
    },
    Fault("an index with another's file", in: "frames.jsonl", line: 6, "index 6 names") {
      try replace("\"index\":5,", with: "\"index\":6,", in: $0)
    },
    Fault("a deleted picture that is there", in: "000003.jpg", line: 4, "marked deleted") {
      try replace("{\"index\":3,", with: "{\"index\":3,\"deleted\":true,", in: $0)
    },
    Fault("no description", in: "session.json", "missing") { try $0.remove("session.json") },
    Fault("a description that isn't JSON", in: "session.json", "not JSON") {
      try $0.put("{", "session.json")
    },
    Fault("a kept frame that never was", in: "kept.json", "frame 9") {
      try $0.put("{\"kept\":[2,9]}", "kept.json")
    },
    Fault("an unreadable list of kept frames", in: "kept.json", "kept has the wrong type") {
      try $0.put("{\"kept\":2}", "kept.json")
    },
    Fault("a kept frame whose number is none", in: "kept.json", "isn't a picture's number") {
      try $0.put("{\"kept\":[1e300]}", "kept.json")
    },
    Fault("a deleted frame whose number is none", in: "deleted.json", "isn't a picture's number") {
      try $0.put("{\"deleted\":[-1]}", "deleted.json")
    },
    Fault("a mark whose number is none", in: "freed.json", "pictures: it isn't a count") {
      try $0.put("{\"before\":0,\"pictures\":9223372036854775807}", "freed.json")
    },
    Fault("a viewfinder that leaves the canvas", in: "session.json", "leaves") {
      try rewriteSession($0) { $0.layout.viewfinders[1].x = 130 }
    },
    Fault("a viewfinder at the end of all numbers", in: "session.json", "leaves") {
      try rewriteSession($0) { $0.layout.viewfinders[1].x = .max }
    },
    Fault("viewfinders that overlap", in: "session.json", "overlap") {
      try rewriteSession($0) { $0.layout.viewfinders[1].x = 79 }
    },
    Fault("totals that count otherwise", in: "session.json", "totals.frames of the run from 0 on is 7") {
      try rewriteSession($0) { $0.totals?.frames = 7 }
    },
    Fault("totals of other bytes", in: "session.json", "totals.bytes") {
      try rewriteSession($0) { $0.totals?.bytes -= 1 }
    },
    Fault("losses forgotten", in: "session.json", "totals.dropped.primary") {
      try rewriteSession($0) { $0.totals?.dropped = ["primary": -1] }
    },
    Fault(
      "a hundred numbers skipped", in: "frames.jsonl", line: 4, "100 frames between 2 and 103 are in no gap"
    ) {
      try replace("\"sequence\":3,", with: "\"sequence\":103,", in: $0)
    },
    Fault("a gap that wasn't", in: "frames.jsonl", line: 4, "a gap of 1 between frames 2 and 3") {
      try replace("\"sequence\":3,\"gap\":0", with: "\"sequence\":3,\"gap\":1", in: $0)
    },
    Fault("a time that goes back", in: "frames.jsonl", line: 4, "isn't later") {
      try replace("\"timestampNs\":300000000", with: "\"timestampNs\":1", in: $0)
    },
    Fault("a frame that is said to be damaged", in: "session.json", "totals.damaged") {
      try replace(
        "300000000,\"clock\":\"media\",\"bytes\":0,\"flags\":[]",
        with: "300000000,\"clock\":\"media\",\"bytes\":0,\"flags\":[\"damaged\"]", in: $0)
    },
    Fault("a line without composer", in: "frames.jsonl", line: 4, "no composer") {
      try replace("000003.jpg\",\"composer\":\"pixel\"", with: "000003.jpg\"", in: $0)
    },
    Fault("a line that is said to be restored", in: "frames.jsonl", line: 4, "restored after a kill") {
      try replace("{\"index\":3,", with: "{\"recovered\":true,\"index\":3,", in: $0)
    },
    Fault("a camera left out of a line", in: "frames.jsonl", line: 1, "not those of the viewfinders") {
      var lines = try $0.text("frames.jsonl").split(separator: "\n").map(String.init)
      lines[0] = lines[0].replacingOccurrences(
        of: ",{\"id\":\"secondary\",\"state\":\"lost\",\"flags\":[]}", with: "")
      try $0.put(lines.joined(separator: "\n") + "\n", "frames.jsonl")
    },
    Fault("a pipe for a list", in: "kept.json", "isn't a regular file") {
      // SAFETY: the path is a string for the call.
      #expect(unsafe mkfifo($0.file("kept.json"), 0o600) == 0)
    },
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
    #expect(problem.file == fault.file && problem.line == fault.line)
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
    let files = try folder.problems().map(\.file)
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
    #expect(try folder.problems() == [])
    _ = try writer.write(TestRecording.frame())
    #expect(try folder.problems().map(\.file) == ["000003.jpg"])
  }

  @Test("the largest skew that a line can tell is told")
  func largestSkew() {
    var findings = VerificationFindings()
    findings.skews = [0, .max]
    #expect(findings.report(SignatureChecker(nil)).checked.contains { $0.hasSuffix("worst 4294967.3") })
  }

  @Test("a folder without a recording is an error, not a good recording")
  func noRecording() throws {
    let folder = try TestFolder()
    #expect(throws: FileError.self) { try RecordingVerifier(folder.path).run() }
    let error = #expect(throws: FileError.self) { try RecordingVerifier(folder.file("none")).run() }
    #expect(error?.exitCode == 74)
  }
}
