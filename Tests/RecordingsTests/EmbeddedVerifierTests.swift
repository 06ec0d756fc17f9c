import CaptureKit
import HUDGeometry
import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import JPEGCodec
@testable import Pipeline
@testable import Recordings

@Suite("Proving pictures by the frames inside them")
struct EmbeddedVerifierTests {
  static func recorded() throws -> TestFolder {
    let folder = try TestFolder()
    var settings = JobSettings(
      pace: .exact,
      sources: try ["synth:coast?w=320&h=176&roll=3", "synth:walker?w=128&h=96"].map {
        JobSettings.Source(specification: try SourceSpecification(parsing: $0))
      })
    settings.stage.keptSources = .inside
    settings.stage.template = SilhouetteTemplate.named("portrait")
    settings.frames = 4
    settings.folder = folder.file("r")
    settings.reportsProgress = false
    _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
    return folder
  }

  /// Where a picture's scan begins, and its segments of frames.
  static func places(_ jpeg: [UInt8]) throws -> (scan: Int, segments: [Range<Int>]) {
    var (at, found) = (2, [Range<Int>]())
    while let segment = try JPEGSegment.next(in: jpeg.span, from: at) {
      if segment.marker == JPEGMarker.application9 { found.append(segment.offset..<segment.end) }
      at = segment.end
      if segment.marker == JPEGMarker.startOfScan { break }
    }
    return (at, found)
  }

  @Test("an untouched recording proves all of its viewfinders, without a file beside it")
  func whole() throws {
    let folder = try Self.recorded()
    let report = try RecordingVerifier(folder.file("r")).run()
    #expect(report.problems == [])
    #expect(report.checked.last?.hasPrefix("8 camera frames in 4 spliced pictures") == true)
    #expect(!folder.exists("r/sources"))
    #expect(try folder.session("r").settings.keepSource == .inside)
  }

  @Test(
    "every change is found",
    arguments: [
      ("a bit of the viewfinder", "SHA-256"), ("a bit inside", "inside"), ("no segments", "has no frame"),
      ("one segment less", "has no frame"), ("another picture's segments", "inside"),
      ("no word of it", "line doesn't tell"), ("another size", "isn't its line's"),
      ("damage", "isn't its line's"), ("a frame beside", "is there, but its line says"),
      ("fewer redrawn", "the line says otherwise"),
    ])
  func changed(what: String, word: String) throws {
    let folder = try Self.recorded()
    var jpeg = try folder.bytes("r/000002.jpg")
    let (scan, segments) = try Self.places(jpeg)
    let lines = try folder.text("r/frames.jsonl")
    func replace(_ old: String, _ new: String) throws {
      #expect(lines.contains(old))
      try folder.put(lines.replacingOccurrences(of: old, with: new), "r/frames.jsonl")
    }
    switch what {
    case "a bit of the viewfinder":
      // In a row of MCUs through the middle of the first viewfinder, where nothing is drawn.
      let view = try folder.session("r").layout.viewfinders[0]
      var row = 0
      let place = try #require(
        jpeg.indices.dropLast().first { index in
          if index >= scan, jpeg[index] == 0xFF, (0xD0...0xD7).contains(jpeg[index + 1]) { row += 1 }
          return row == (view.y + view.height / 2) / 8
        })
      // One that leaves codes as they are.
      var decoder = try JPEGDecoder()
      let picture = PlanarPicture(size: try decoder.readHeader(jpeg.span).size, subsampling: .yuv422)
      for byte in place + 30..<place + 90 {
        jpeg[byte] ^= 1
        if try decoder.decode(jpeg.span, into: picture).damage == 0 { break }
        jpeg[byte] ^= 1
      }
    case "a bit inside": jpeg[segments[0].lowerBound + 60] ^= 1
    case "no segments": for segment in segments.reversed() { jpeg.removeSubrange(segment) }
    case "one segment less": jpeg.removeSubrange(segments[1])
    case "another picture's segments":
      let other = try folder.bytes("r/000003.jpg")
      let theirs = try Self.places(other).segments
      jpeg.replaceSubrange(
        segments[0].lowerBound..<segments[1].upperBound,
        with: other[theirs[0].lowerBound..<theirs[1].upperBound])
    case "no word of it": try replace(",\"kept\":\"inside\"", "")
    case "another size": try replace("\"bytes\":", "\"bytes\":1")
    case "damage": try replace("\"flags\":[]", "\"flags\":[\"damaged\"]")
    case "a frame beside":
      try folder.put(jpeg, "r/sources/000002.primary.jpg")
    default:
      let mcus = try #require(try folder.lines("r")[2].mcus)
      let (copied, redrawn) = (try #require(mcus["copied"]), try #require(mcus["redrawn"]))
      try replace(
        "\"copied\":\(copied),\"recoded\":0,\"redrawn\":\(redrawn)",
        "\"copied\":\(copied + 1),\"recoded\":0,\"redrawn\":\(redrawn - 1)")
    }
    try folder.put(jpeg, "r/000002.jpg")
    let problems = try folder.problems("r")
    #expect(problems.contains { $0.what.contains(word) }, "\(problems)")
  }

  @Test("frames that can't be given back are named and left out, the others are written")
  func strip() throws {
    let folder = try Self.recorded()
    var jpeg = try folder.bytes("r/000001.jpg")
    jpeg[try Self.places(jpeg).segments[0].lowerBound + 70] ^= 1
    try folder.put(jpeg, "r/000001.jpg")
    let report = try RecordingStripper(folder.file("r"), camera: nil, output: folder.file("out")).run()
    #expect(report.problems.count == 1 && report.problems[0].file == "000001.jpg")
    #expect(try folder.names("out").count == 7)
    // One picture, one camera.
    let one = try RecordingStripper(
      folder.file("r/000002.jpg"), camera: "secondary", output: folder.file("one")
    ).run()
    #expect(try one.problems == [] && folder.names("one") == ["000002.secondary.jpg"])
    #expect(throws: FileError.self) {
      try RecordingStripper(folder.file("r"), camera: "third", output: folder.file("none")).run()
    }
    #expect(throws: FileError.self) {
      try RecordingStripper(folder.file("r"), camera: nil, output: folder.file("r")).run()
    }
    #expect(throws: FileError.self) {
      try RecordingStripper(folder.file("one/000002.secondary.jpg"), camera: nil, output: folder.file("two"))
        .run()
    }
  }
}

extension EmbeddedVerifierTests {
  /// A picture whose first frame inside has other data.
  private static func forged(_ jpeg: [UInt8], _ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
    let segments = try places(jpeg).segments
    let head = EmbeddedSource.segments.headCount
    var data = Array(jpeg[segments[0].lowerBound + head..<segments[0].upperBound])
    change(&data)
    var segment = Array(jpeg[segments[0].lowerBound..<segments[0].lowerBound + head]) + data
    (segment[2], segment[3]) = (UInt8((segment.count - 2) >> 8), UInt8((segment.count - 2) & 255))
    return Array(jpeg[..<segments[0].lowerBound]) + segment + Array(jpeg[segments[0].upperBound...])
  }

  @Test(
    "a name that isn't a camera's, or is there twice, and sizes that nothing could have are refused",
    arguments: ["/../evil", "", "a/b", "a\0b", "Primary", "secondary", "zeros", "size"])
  func hostile(what: String) throws {
    let folder = try Self.recorded()
    let jpeg = try folder.bytes("r/000001.jpg")
    let forged = try Self.forged(jpeg) { data in
      let count = Int(data[0])
      switch what {
      case "zeros", "size":
        // The frame's size in bytes: behind name, place, size and interval.
        let at = 1 + count + 10
        for byte in 0..<4 { data[at + byte] = what == "size" ? [8, 0, 0, 0][byte] : data[at + byte] }
        if what == "zeros" {
          let head = at + 4 + 32
          let headCount = data[head..<head + 4].reduce(0) { $0 << 8 | Int($1) }
          let tail = head + 4 + headCount
          let tailCount = data[tail..<tail + 4].reduce(0) { $0 << 8 | Int($1) }
          data[tail + 4 + tailCount] = 0xFF
        }
      default: data.replaceSubrange(0...count, with: [UInt8(what.utf8.count)] + Array(what.utf8))
      }
    }
    #expect(forged != jpeg)
    #expect(throws: JPEGError.self) { try EmbeddedSource.find(in: forged.span) }
    try folder.put(forged, "r/.jpg")
    #expect(throws: FileError.self) {
      try RecordingStripper(folder.file("r/.jpg"), camera: nil, output: folder.file("out")).run()
    }
    #expect(!folder.exists("evil.jpg") && (try? folder.names("out"))?.isEmpty ?? true)
  }

  @Test("a file beside a picture isn't taken for the frame inside it, and a killed run is in nobody's way")
  func beside() throws {
    let folder = try Self.recorded()
    _ = try RecordingStripper(folder.file("r"), camera: nil, output: folder.file("out")).run()
    let frame = try folder.bytes("out/000000.primary.jpg")
    try folder.put(try folder.bytes("out/000001.primary.jpg"), "r/sources/000000.primary.jpg")
    try folder.put("half", "again/.000000.primary.jpg.tmp")
    _ = try RecordingStripper(folder.file("r"), camera: nil, output: folder.file("again")).run()
    #expect(try folder.bytes("again/000000.primary.jpg") == frame)
    let reader = try makeSourceReader(
      for: SourceSpecification(parsing: "file:\(folder.file("r"))?camera=primary"))
    let slot = FrameSlot(capacity: reader.largestFrame, format: reader.format)
    #expect(try reader.read(into: slot))
    #expect(slot.withBytes { bytes in bytes.indices.map { bytes[$0] } } == frame)
    // Nor where its line says that it is inside, and it isn't.
    var jpeg = try folder.bytes("r/000000.jpg")
    for segment in try Self.places(jpeg).segments.reversed() { jpeg.removeSubrange(segment) }
    try folder.put(jpeg, "r/000000.jpg")
    let report = try RecordingStripper(folder.file("r"), camera: "primary", output: folder.file("last")).run()
    #expect(report.problems.count == 1 && !folder.exists("last/000000.primary.jpg"))
  }
}
