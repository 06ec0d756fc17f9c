import CaptureKit
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

@Suite("Proving that a viewfinder is the camera's own")
struct SourceVerifierTests {
  /// A folder with a recording `r` of two scenes, with what the cameras sent.
  private static func recorded(
    _ sources: [String] = pairs[0], layout: LayoutMode = .sideBySide, keeps: Bool = true,
    composer: ComposerChoice = .splice
  ) throws -> TestFolder {
    let folder = try TestFolder()
    try record(into: folder, sources, layout: layout, keeps: keeps, composer: composer)
    return folder
  }

  private static func record(
    into folder: TestFolder, _ sources: [String], layout: LayoutMode = .sideBySide, keeps: Bool = true,
    composer: ComposerChoice = .splice
  ) throws {
    var settings = JobSettings(
      pace: .exact,
      sources: try sources.map { JobSettings.Source(specification: try SourceSpecification(parsing: $0)) })
    settings.stage.composer = composer
    settings.stage.keptSources = keeps ? .beside : nil
    settings.stage.template = SilhouetteTemplate.named("portrait")
    settings.stage.layout.mode = layout
    settings.frames = 4
    settings.folder = folder.file("r")
    settings.reportsProgress = false
    _ = try CameraJob(settings, stop: StopFlag(), events: { _ in }).run()
  }

  static let pairs: [[String]] = [
    ["synth:coast?w=320&h=176&roll=3", "synth:walker?w=128&h=96"],
    ["synth:coast?w=324&h=180&subsampling=420", "synth:walker?w=130&h=94&subsampling=420"],
    // Other tables, and another subsampling.
    ["synth:coast?w=320&h=176&quality=90", "synth:walker?w=128&h=96&quality=60"],
    ["synth:coast?w=320&h=176", "synth:walker?w=128&h=96&subsampling=420"],
  ]

  @Test(
    "every block outside ink and chrome has the camera's coefficients", arguments: pairs,
    [.sideBySide, .pip] as [LayoutMode])
  func proof(sources: [String], layout: LayoutMode) throws {
    let folder = try Self.recorded(sources, layout: layout)
    let report = try RecordingVerifier(folder.file("r")).run()
    #expect(report.problems == [])
    let sentence = try #require(report.checked.last)
    // A secondary of another subsampling, or scaled, is drawn by pixels: nothing is claimed of it.
    let isOther = sources[1].contains("420") && !sources[0].contains("420")
    let obstacle = layout == .pip ? "other-size" : isOther ? "other-blocks" : nil
    #expect(sentence.hasPrefix("\(obstacle == nil ? 8 : 4) camera frames in 4 spliced pictures"))
    #expect(sentence.contains("other tables") == (obstacle == nil && sources[1].contains("quality")))
    let line = try #require(try folder.lines("r").last)
    let mcus = try #require(line.mcus)
    #expect((mcus["copied"] ?? 0) > 100 && (mcus["redrawn"] ?? 0) > 10)
    #expect(line.cameras[1].obstacle == obstacle)
    let sum = mcus.values.reduce(0, +)
    let session = try folder.session("r")
    let canvas = session.layout.canvas
    let height = sources[0].contains("420") ? 16 : 8
    #expect(sum == (canvas.width + 15) / 16 * ((canvas.height + height - 1) / height))
    #expect(session.settings.composer == "splice")
    #expect((session.layout.viewfinders[1].border != nil) == (layout == .pip))
    #expect(session.layout.viewfinders[0].border == nil)
    #expect(session.sources[1].grid == (layout == .pip ? "none" : nil))
    #expect(session.sources[1].template == (layout == .pip ? "none" : nil))
    #expect(session.totals?.mcus?.copied ?? 0 > 400)
  }

  @Test(
    "a kept frame that is empty, cut or unfinished is found out, whatever the composer",
    arguments: [ComposerChoice.splice, .pixel])
  func cut(composer: ComposerChoice) throws {
    let folder = try Self.recorded(composer: composer)
    #expect(try folder.problems("r") == [])
    let whole = try folder.bytes("r/sources/000001.primary.jpg")
    let ink = try folder.bytes("r/sources/000003.ink.pbm")
    try folder.put([], "r/sources/000000.secondary.jpg")
    try folder.put(Array(whole.prefix(whole.count / 2)), "r/sources/000001.primary.jpg")
    try folder.put(Array(ink.dropLast()), "r/sources/000003.ink.pbm")
    try folder.put("x", "r/sources/.000004.primary.jpg.tmp")
    // A picture's that there isn't.
    try folder.put([], "r/sources/000004.secondary.jpg")
    let problems = try folder.problems("r")
    let names = [
      ".000004.primary.jpg.tmp", "000004.secondary.jpg", "000000.secondary.jpg", "000001.primary.jpg",
      "000003.ink.pbm",
    ]
    #expect(Set(problems.compactMap(\.file)) == Set(names.map { "sources/" + $0 }), "\(problems)")
    // The next start takes away what no picture has.
    try Self.record(into: folder, Self.pairs[0], keeps: false, composer: composer)
    let left = try folder.names("r/sources")
    #expect(!left.contains { $0.contains("000004") })
  }

  @Test("a picture of another camera frame is found out")
  func tampered() throws {
    let folder = try Self.recorded()
    let names = try folder.names("r/sources")
    #expect(
      names.count == 12
        && names.prefix(3) == ["000000.ink.pbm", "000000.primary.jpg", "000000.secondary.jpg"])
    let own = try folder.bytes("r/sources/000001.primary.jpg")
    // Two bytes more could be an end marker that the camera left out.
    let others = try [0, 2, 3].map { try folder.bytes("r/sources/00000\($0).primary.jpg") }
    let other = try #require(others.first { ![0, 2].contains($0.count - own.count) })
    try folder.put(other, "r/sources/000001.primary.jpg")
    let report = try RecordingVerifier(folder.file("r")).run()
    #expect(report.problems.count == 1)
    let problem = try #require(report.problems.first)
    #expect(
      problem.file == "sources/000001.primary.jpg" && problem.line == 2 && problem.what.contains("bytes"))
    // Of the size that its line says, and yet another: one that can be decoded, and one that can't.
    let frame = try folder.bytes("r/sources/000003.primary.jpg")
    for (back, file) in [(20, "000003.jpg"), (24, "sources/000003.primary.jpg")] {
      var changed = frame
      changed[frame.count - back] ^= 1
      try folder.put(changed, "r/sources/000003.primary.jpg")
      let files = try folder.problems("r").map(\.file)
      #expect(files == ["sources/000001.primary.jpg", file])
    }
  }

  @Test("without the map of the ink the proof fails where ink lies")
  func inkMatters() throws {
    let folder = try Self.recorded()
    var map = try folder.bytes("r/sources/000003.ink.pbm")
    let start = map.firstIndex(of: 10).flatMap { map[($0 + 1)...].firstIndex(of: 10) }.map { $0 + 1 } ?? 0
    for index in start..<map.count { map[index] = 0 }
    try folder.put(map, "r/sources/000003.ink.pbm")
    let report = try RecordingVerifier(folder.file("r")).run()
    #expect(report.problems.filter { $0.file == "000003.jpg" }.count == 2)
    #expect(report.problems.filter { $0.file == "sources/000003.ink.pbm" }.count == 2)
  }

  @Test("nothing is kept unless it was wished for, and nothing proven of the pixel composer's pictures")
  func optional() throws {
    let folder = try Self.recorded(keeps: false)
    #expect(!folder.exists("r/sources"))
    #expect(try RecordingVerifier(folder.file("r")).run().checked.count == 6)
    let other = try Self.recorded(composer: .pixel)
    #expect(other.exists("r/sources/000000.primary.jpg"))
    let report = try RecordingVerifier(other.file("r")).run()
    #expect(report.problems == [] && report.checked.count == 6)
  }

  @Test(
    "a viewfinder that leaves the canvas is told of, and nothing is reckoned with it",
    arguments: [
      ("\"x\" : 16", "\"x\" : -16"), ("\"y\" : 80", "\"y\" : -80"),
      ("\"x\" : 16", "\"x\" : 9223372036854775792"), ("\"width\" : 128", "\"width\" : 9223372036854775807"),
      ("\"height\" : 96", "\"height\" : -9223372036854775808"),
      ("\"camera\" : \"secondary\"", "\"camera\" : \"../secondary\""),
    ])
  func hostileLayout(old: String, new: String) throws {
    let folder = try Self.recorded()
    let session = try folder.text("r/session.json")
    try #require(session.contains(old))
    try folder.put(session.replacingOccurrences(of: old, with: new), "r/session.json")
    let problems = try folder.problems("r")
    #expect(problems.contains { $0.file == "session.json" })
  }

  @Test(
    "what was kept is all there, and excuses nothing that wasn't drawn",
    arguments: [
      ("a frame", "is missing"), ("an ink map", "is missing"), ("everything", "is missing"),
      ("ink in an inked MCU", "blocks, but its line says"), ("damage", "is whole, but its line says"),
      ("another camera's", "is of no camera"),
    ])
  func kept(what: String, word: String) throws {
    let folder = try Self.recorded()
    let sources = "r/sources/000002"
    switch what {
    case "a frame": try folder.remove("\(sources).secondary.jpg")
    case "an ink map": try folder.remove("\(sources).ink.pbm")
    case "everything": try folder.remove("r/sources")
    case "ink in an inked MCU":
      var map = try folder.bytes("\(sources).ink.pbm")
      // Two blocks of a 4:2:2 MCU are two bits.
      let start = map.count - 8
      let at = try #require(
        map.indices.reversed().first { $0 < start && [0x80, 0x40, 0xC0].contains(map[$0] & 0xC0) })
      map[at] ^= map[at] & 0xC0 == 0xC0 ? 0x40 : 0xC0
      try folder.put(map, "\(sources).ink.pbm")
    case "damage":
      let lines = try folder.text("r/frames.jsonl")
      try folder.put(
        lines.replacingOccurrences(of: "\"flags\":[]", with: "\"flags\":[\"damaged\"]"), "r/frames.jsonl")
    default: try folder.put(folder.bytes("\(sources).primary.jpg"), "\(sources).third.jpg")
    }
    let problems = try folder.problems("r")
    #expect(problems.contains { $0.what.contains(word) }, "\(problems)")
  }

  @Test("deleting a picture deletes what was kept of it")
  func deleted() throws {
    let folder = try Self.recorded()
    _ = try RecordingLibrary(folder.file("r")).delete(try FrameSelection(parsing: "1"))
    let names = try folder.names("r/sources")
    #expect(names.count == 9 && !names.contains { $0.hasPrefix("000001") })
    #expect(try folder.problems("r") == [])
  }
}
