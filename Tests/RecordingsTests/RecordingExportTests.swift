import CaptureKit
import Compositor
import Films
import Foundation
import Geometry
import GlassChrome
import HUDGeometry
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
      PictureLine.self, from: Data(#"{"index":0,"file":"","cameras":[],"hud":[]}"#.utf8))
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

  /// A line of one camera with all that a line can say of it.
  private static let fullLine =
    #"{"index":7,"file":"000007.jpg","composer":"splice","mcus":{"copied":9},"skewUs":-3,"deviceSkewUs":-41,"utcErrorUs":82,"utcStepUs":6,"#
    + #""cameras":[{"id":"primary","state":"live","sequence":2,"gap":1,"timestampNs":33,"clock":"monotonic","utc":"2026-11-25T01:49:02.062190Z","#
    + #""deviceTimestampNs":71,"deviceErrorUs":9,"skewUs":-4,"bytes":1325,"format":"MJPG","width":16,"height":8,"reconnects":3,"zoom":1.25,"#
    + #""obstacle":"size","flags":["damaged"],"rowsKept":3,"rows":8}],"hud":[{"camera":"primary","grid":"thirds","#
    + #""horizon":{"angleDegrees":-0.5,"interval90":[-1,0.5],"confidence":0.75,"levelDegrees":2,"pitchDegrees":1,"pitchInterval90":[0,2],"#
    + #""fieldOfViewDegrees":70,"fieldOfViewInterval90":[60,80],"state":"near"},"silhouette":{"template":"portrait","path":"M0 0Z","iou":0.5,"state":"idle"},"#
    + #""subject":{"x":0.5,"y":0.25,"width":0.5,"height":0.5,"eyes":{"x":0.5,"y":0.25},"powerPoint":2,"distance":0.5,"state":"idle"},"#
    + #""subjects":[{"id":1,"x":0.5,"y":0.25,"width":0.25,"height":0.5,"path":"M0 0Z"}],"#
    + #""composition":{"headroom":0.125,"leadRoom":0.5,"leads":"left","axis":0.5,"symmetry":0.25},"#
    + #""focus":{"sharpness":2.5,"share":0.75,"state":"near"},"exposure":{"mean":0.5,"clippedHigh":0.25,"clippedLow":0.125,"state":"idle"}}],"#
    + #""hint":"Tilt","still":true,"glass":"full","controls":[{"camera":"primary","name":"gain","value":64}],"stagesMs":{"pair":0.5},"latencyMs":20.5}"#

  private static func object(_ bytes: some Sequence<UInt8>) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
  }

  @Test("all members of a line come out of it as they stand there, and of an MCAP file as messages")
  func fullLines() throws {
    let line = try JSONDecoder().decode(PictureLine.self, from: Data(Self.fullLine.utf8))
    let whole = try Self.object(Self.fullLine.utf8)
    #expect(try Self.object(JSONEncoder().encode(line)) == whole)
    // Whatever a line has, the full one has.
    var written = JSONBytes(capacity: 4096)
    var facts = PictureFacts()
    facts.begin(cameras: 1)
    facts.composition = .spliced(SpliceCounts())
    (facts.skew, facts.deviceSkew, facts.isExtra, facts.glass) = (1, 1, true, .full)
    facts.utc = UTCClock.Reading(offset: 0, errorMicroseconds: 1, stepMicroseconds: 1)
    var news = LineNews()
    news.controls = [LineNews.Control(camera: "primary", name: "gain", value: 64)]
    (facts.cameras[0].reconnects, facts.cameras[0].zoom, facts.cameras[0].obstacle) = (1, 2, .notJPEG)
    facts.cameras[0].rows = KeptRows(kept: 1, total: 2)
    facts.cameras[0].frame = PictureFacts.Frame(
      sequence: 1, time: FrameTime(nanoseconds: 1, clock: .monotonic),
      deviceTime: DeviceTime(nanoseconds: 1, error: 1), skew: 1, byteCount: 1,
      otherFormat: StreamFormat(
        pixelFormat: .mjpeg, size: PixelSize(clampingWidth: 16, height: 8), bytesPerRow: 0,
        framesPerSecond: 30, encoding: ColorEncoding(range: .full, matrix: .bt601)))
    facts.cameras[0].hasGuides = true
    facts.cameras[0].guides.focus = FocusMeter(box: Rect(x: 0, y: 0, width: 1, height: 1))
    facts.cameras[0].guides.exposure = ExposureMeter(box: Rect(x: 0, y: 0, width: 1, height: 1))
    LineFacts(facts, news).write(to: &written)
    func names(_ value: Any) -> Set<String> {
      if let list = value as? [Any] { return Set(list.flatMap(names)) }
      let members = value as? [String: Any] ?? [:]
      return Set(members.keys).union(members.values.flatMap(names))
    }
    #expect(
      names(try Self.object(written.bytes)).subtracting(names(whole)) == [
        "recoded", "redrawn", "coded", "kept",
      ])

    // In JSON: the camera's members, its guides' and the picture's beside one another.
    let reading = CameraExcerpt(line.cameras[0], line, nanoseconds: 1_000_000_002)
    let got = try Self.object(FoxgloveDialect.message(reading))
    let parts = [
      try #require(whole["cameras"] as? [NSDictionary]), try #require(whole["hud"] as? [NSDictionary]),
    ]
    for part in parts {
      for (key, value) in part[0] { #expect(got[key] as? NSObject == value as? NSObject, "\(key)") }
    }
    for (key, value) in whole where !["cameras", "hud", "skewUs"].contains(key as? String) {
      #expect(got[key] as? NSObject == value as? NSObject, "\(key)")
    }
    #expect(got["pictureSkewUs"] as? Int == -3)
    let described = names(try Self.object(FoxgloveDialect.guides.data))
    #expect(names(got).subtracting(described) == [])
    // In ROS 2: as numbers where the definition says so.
    let definition = String(decoding: ROSDialect.guides.data, as: UTF8.self)
    for field in [
      "int64 device_timestamp_ns", "int64 device_error_us", "int64 rows_kept", "bool still",
      "dualcam_msgs/Control[] controls", "float64 focus_share", "float64 exposure_clipped_low",
      "string exposure_state", "float64 horizon_angle_degrees", "float64 horizon_low_degrees",
      "float64 pitch_high_degrees", "float64 field_of_view_low_degrees", "float64 headroom",
      "float64 subject_eyes_x", "dualcam_msgs/Subject[] subjects", "int64 mcus_copied", "float64 skew_us",
      "float64 picture_skew_us", "string composer", "float64 stages_ms_decode",
    ] {
      #expect(definition.contains(field), "\(field)")
    }
    // A camera without guides has its frame's members.
    var bare = line
    bare.hud = []
    let without = try Self.object(
      FoxgloveDialect.message(CameraExcerpt(bare.cameras[0], bare, nanoseconds: 0)))
    #expect(without["rowsKept"] as? Int == 3 && without["horizon"] == nil)
    #expect(ROSDialect.message(CameraExcerpt(bare.cameras[0], bare, nanoseconds: 0)).count > 100)
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
      PictureLine.self, from: JSONSerialization.data(withJSONObject: object))
    #expect(
      FilmCaption.text(line, utc: 1_795_504_023_123_456_000)
        == "2026-11-24 07:07:03.123 UTC  secondary lost  primary −1.4° (83 %), level near, subject snapped  Tilt right a little"
    )
    #expect(FilmCaption.text(line, utc: nil).hasPrefix("secondary lost"))
  }
}
