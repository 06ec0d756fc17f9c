import Films
import Foundation
import HostResources
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Recordings

@Suite("Exporting a recording")
struct RecordingExportTests {
  private func export(
    _ folder: TestFolder, _ name: String, _ change: (inout RecordingExport.Settings) throws -> Void = { _ in }
  ) throws -> RecordingExport.Report {
    var settings = RecordingExport.Settings(program: "test")
    try change(&settings)
    return try RecordingExport(folder: folder.path, output: folder.file(name), settings: settings).run()
  }

  /// Which of the recording's pictures are in a file, by their bytes.
  private func pictures(_ folder: TestFolder, _ name: String) throws -> [Int] {
    let film = Data(try folder.bytes(name))
    return try folder.lines().map(\.index).filter { index in
      let file = String(format: "%06d.jpg", index)
      return try folder.exists(file) && film.range(of: Data(folder.bytes(file))) != nil
    }
  }

  @Test("all pictures, byte for byte", arguments: FilmFormat.allCases)
  func all(format: FilmFormat) throws {
    let ending = format == .mkv ? "mkv" : "mcap"
    let folder = try snappingRecording()
    let report = try export(folder, "a.\(ending)") { $0.isROS2 = format == .ros2 }
    #expect(report.frames == 10 && report.leftOut == 0 && report.problems == [])
    #expect(try pictures(folder, "a.\(ending)") == Array(0..<10))
    #expect(try folder.bytes("a.\(ending)").count == report.bytes)
  }

  @Test("a choice: by number, by state, kept, by time", arguments: ["mkv", "mcap"])
  func choice(ending: String) throws {
    let folder = try snappingRecording()
    _ = try RecordingLibrary(folder.path).keep(FrameSelection(frames: [2, 7]))
    let numbers = try export(folder, "1.\(ending)") { $0.frames = try FrameSelection(parsing: "1,4-5") }
    #expect(numbers.frames == 3 && numbers.leftOut == 7)
    #expect(try pictures(folder, "1.\(ending)") == [1, 4, 5])
    _ = try export(folder, "2.\(ending)") { $0.frames = .snapped }
    #expect(try pictures(folder, "2.\(ending)") == [1, 5, 9])
    _ = try export(folder, "3.\(ending)") { $0.isKeptOnly = true }
    #expect(try pictures(folder, "3.\(ending)") == [2, 7])
    let lines = try folder.lines()
    let stamps = lines.compactMap { $0.cameras.first?.timestampNs }
    let cut = Duration.nanoseconds(stamps[3] - stamps[0])
    _ = try export(folder, "4.\(ending)") {
      $0.from = cut
      $0.to = .nanoseconds(stamps[6] - stamps[0])
    }
    #expect(try pictures(folder, "4.\(ending)") == [3, 4, 5])
  }

  @Test("deleted pictures aren't in it; missing ones are told")
  func missing() throws {
    let folder = try snappingRecording()
    _ = try RecordingLibrary(folder.path).delete(FrameSelection(frames: [3]))
    try folder.remove("000006.jpg")
    try folder.put("no picture", "000008.jpg")
    let report = try export(folder, "a.mkv")
    #expect(report.frames == 7)
    #expect(report.problems.compactMap(\.file) == ["000006.jpg", "000008.jpg"])
    #expect(try pictures(folder, "a.mkv") == [0, 1, 2, 4, 5, 7, 9])
  }

  @Test("nothing to write is an error that says why")
  func nothing() throws {
    let folder = try snappingRecording(2)
    for (change, words) in [
      ({ $0.isKeptOnly = true }, "none of the 2 pictures"),
      ({ $0.camera = "third" }, "no viewfinder of “third”"),
    ] as [((inout RecordingExport.Settings) -> Void, String)] {
      #expect {
        _ = try export(folder, "a.mkv", change)
      } throws: { "\($0)".contains(words) }
    }
    #expect(throws: FileError.self) { try export(folder, "a.mp4") }
    let empty = try TestFolder()
    #expect {
      _ = try export(empty, "a.mkv")
    } throws: { "\($0)".contains("no recording") }
    #expect(!folder.exists("a.mkv"))
    #expect(try empty.names() == [])
    let lines = try folder.text("frames.jsonl").replacing("\"index\":", with: "\"index\":-1")
    try folder.put(lines, "frames.jsonl")
    #expect {
      try export(folder, "a.mkv")
    } throws: { "\($0)".contains("pictures to export; frames.jsonl: line 1: -10 isn't a picture's number") }
  }

  @Test("for ROS 2, all is in its messages; only an .mcap can be", arguments: [false, true])
  func ros(isROS2: Bool) throws {
    let folder = try snappingRecording(2)
    _ = try export(folder, "a.mcap") { $0.isROS2 = isROS2 }
    let text = String(decoding: try folder.bytes("a.mcap"), as: UTF8.self)
    for word in [
      "ros2msg", "cdr", "sensor_msgs/msg/CompressedImage", "/dualcam/primary/guides",
      "MSG: dualcam_msgs/Subject",
    ] {
      #expect(text.contains(word) == isROS2, "\(word)")
    }
    for word in ["protobuf", "jsonschema", "foxglove.CompressedImage"] {
      #expect(text.contains(word) != isROS2)
    }
    if isROS2 {
      #expect {
        try export(folder, "b.mkv") { $0.isROS2 = true }
      } throws: { "\($0)".contains("doesn't end in .mcap") }
    }
  }

  @Test("an MCAP file's pictures without a time of their own are behind those that have one, not in 1970")
  func timeless() throws {
    let folder = try TestFolder()
    let line = try JSONDecoder().decode(
      ManifestLine.self, from: Data(#"{"index":0,"file":"","cameras":[],"hud":[]}"#.utf8))
    let description = FilmDescription(
      size: PixelSize(clampingWidth: 16, height: 16), title: "", program: "test", begins: 5000)
    let target = try MCAPTarget(folder.file("a.mcap"), description, ROSDialect.self, isHidden: true)
    for (time, utc) in [(0, nil), (100, 6100), (200, nil), (300, 7300), (400, nil)] as [(Int64, Int64?)] {
      let shot = RecordingReel.Shot(
        index: 0, nanoseconds: time, lasts: 100, utc: utc)
      try target.add([1].span, line, shot, sources: [])
    }
    try target.finish(at: 500)
    // Records are an opcode, their length and their fields; a chunk's first one is its time.
    let bytes = try folder.bytes("a.mcap")
    func number(_ at: Int) -> Int { (0..<8).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    var (at, times) = (8, [Int]())
    while at < bytes.count - 8 {
      if bytes[at] == 6 { times.append(number(at + 9)) }
      at += 9 + number(at + 1)
    }
    #expect(times == [5000, 6100, 6200, 7300, 7400])
  }

  @Test("captions have the time, guides, the hint, and cameras that are away")
  func captions() throws {
    let object: [String: Any] = [
      "index": 0, "file": "0.jpg", "hint": "Tilt right a little",
      "cameras": [["id": "primary", "state": "live"], ["id": "secondary", "state": "lost"]],
      "hud": [
        [
          "camera": "primary", "horizon": ["angleDegrees": -1.44, "confidence": 0.832, "state": "near"],
          "subject": ["x": 0.5, "state": "snapped"],
        ]
      ],
    ]
    let line = try JSONDecoder().decode(
      ManifestLine.self, from: JSONSerialization.data(withJSONObject: object))
    #expect(
      FilmCaption.text(line, utc: 1_795_504_023_123_456_000)
        == "2026-11-24 07:07:03.123 UTC  secondary lost  primary −1.4° (83 %), level near, subject snapped  Tilt right a little"
    )
    #expect(FilmCaption.text(line, utc: nil).hasPrefix("secondary lost"))
  }
}
