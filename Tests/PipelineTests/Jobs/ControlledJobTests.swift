import CaptureKit
import Foundation
import GlassChrome
import Glibc
import HUDGeometry
import HostResources
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings
@testable import Screen

@Suite("Jobs that events control")
struct ControlledJobTests {
  /// Ten pictures a second, so that a few show a lot of time.
  static let sources = ["synth:coast?w=320&h=192&fps=10&roll=3", "synth:grey?w=192&h=112&fps=10"]
  /// With room for a sheet under the second.
  static let large = ["synth:coast?w=480&h=352&fps=10&roll=3", "synth:grey?w=256&h=144&fps=10"]

  static func settings(
    _ events: [(Int64, ChromeEvent)], _ sources: [String] = sources, folder: String?, frames: Int? = nil,
    of length: Int
  ) throws -> JobSettings {
    var settings = try JobSettings.test(
      .exact, [sources[0] + "&frames=\(length)", sources[1]], folder: folder, frames: frames)
    settings.script = EventTimeline(milliseconds: events)
    return settings
  }

  /// Runs a job; its warnings.
  @discardableResult
  static func run(_ settings: JobSettings) throws -> (summary: JobSummary, warnings: [String]) {
    var warnings: [String] = []
    let summary = try CameraJob(settings, stop: StopFlag()) {
      if case .warning(let text) = $0 { warnings.append(text) }
    }.run()
    return (summary, warnings)
  }

  @Test(
    "cameras that change and their settings in one picture",
    arguments: [
      ("front", ChromeEvent.select("cameras", value: "dual")), ("back", .select("layout", value: "stacked")),
    ],
    [
      ChromeEvent.toggle("secondary/level"), .set("secondary/zoom", value: 2), .toggle("primary/level"),
      .set("primary/zoom", value: 2), .toggle("swap"),
    ])
  func atOnce(change: (first: String, then: ChromeEvent), setting: ChromeEvent) throws {
    let folder = try TestFolder()
    let job = try Self.settings(
      [(100, .select("cameras", value: change.first)), (300, change.then), (300, setting)],
      folder: folder.file("r"), of: 5)
    #expect(try Self.run(job).summary.progress.written == 5)
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }

  @Test("a screen that breaks the rules of glass is told by its culprits, once, and the job goes on")
  func broken() throws {
    let folder = try TestFolder()
    var settings = try Self.settings(
      [(100, .toggle("settings")), (200, .toggle("capture"))], folder: folder.file("r"), of: 4)
    settings.stage.screenRules.maximumGroups = 0
    let (summary, warnings) = try Self.run(settings)
    #expect(summary.progress.written == 4)
    #expect(warnings.count { $0.contains("the screen is unchanged") } == 1, "\(warnings)")
    #expect(warnings.contains { $0.contains("groups of glass") && $0.contains("top") })
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }

  @Test(
    "this is level: taken from the picture, kept in a file, there again at the next start; off forgets it")
  func level() throws {
    let folder = try TestFolder()
    let file = folder.file("levels.json")
    func lines(_ name: String, _ events: [(Int64, ChromeEvent)]) throws -> [LineRecord<HorizonFields>] {
      var settings = try Self.settings(events, Array(Self.sources), folder: folder.file(name), of: 12)
      settings.levels = try CameraLevels(path: file)
      #expect(try Self.run(settings).warnings == [])
      return try folder.lines(name).compactMap { $0.hud[0].horizon }
    }
    func kept() throws -> [String: Double] {
      try JSONDecoder().decode([String: Double].self, from: Data(folder.bytes("levels.json")))
    }
    let first = try lines("a", [(600, .toggle("primary/level"))])
    let before = try #require(first[5].angleDegrees)
    let after = try #require(first[8].angleDegrees)
    let level = try #require(first[8].levelDegrees)
    #expect(first[5].levelDegrees == nil && abs(before - 3) < 0.5)
    #expect(abs(after) < 0.2 && abs(level - before) < 0.2 && first[8].state == "snapped")
    #expect(try kept().values.map { $0 } == [level] && kept().keys.allSatisfy { $0.contains("coast") })
    let second = try lines("b", [(600, .select("primary/level", value: "off"))])
    #expect(second[2].levelDegrees == level && abs(second[2].angleDegrees ?? 9) < 0.3)
    #expect(second[8].levelDegrees == nil && abs((second[8].angleDegrees ?? 0) - 3) < 0.5)
    #expect(try kept() == [:])
    // By number, and of a camera without a horizon, where nothing is taken.
    _ = try lines("c", [(300, .set("primary/level", value: -1.5)), (500, .toggle("secondary/level"))])
    #expect(try kept().values.map { $0 } == [-1.5])
    var settings = try Self.settings(
      [(300, .set("primary/level", value: 61)), (300, .select("primary/level", value: "up"))],
      folder: folder.file("d"), of: 12)
    settings.levels = try CameraLevels(path: file)
    #expect(try Self.run(settings).warnings.count { $0.contains("takes on, off, or up to 60°") } == 2)
    // In a mirror the camera rolls the other way; a reference view has a level of its own.
    settings.folder = folder.file("e")
    settings.script = nil
    settings.sources[0].turn.turn = PictureTurn(isMirrored: true)
    settings.levels = try CameraLevels(path: file)
    _ = try Self.run(settings)
    #expect(try folder.lines("e")[3].hud[0].horizon?.levelDegrees == 1.5)
    settings = try Self.settings([(300, .toggle("primary/level"))], folder: folder.file("f"), of: 12)
    settings.levels = try CameraLevels(path: file)
    settings.stage.levelReference = true
    #expect(try Self.run(settings).warnings.count { $0.contains("the first view is level") } == 1)
    #expect(try kept().values.map { $0 } == [-1.5])
  }

  @Test("the tally is on while the shutter films or shoots, and for a trigger while pictures are kept")
  func tally() throws {
    let folder = try TestFolder()
    func red(_ name: String, _ change: (inout JobSettings) -> Void = { _ in }) throws -> [Bool] {
      var settings = try Self.settings(
        [(400, .select("mode", value: "photo")), (700, .toggle("capture"))], folder: folder.file(name), of: 12
      )
      settings.stage.assists = [.tally]
      settings.stage.layout.scale = 1
      change(&settings)
      _ = try Self.run(settings)
      let session = try folder.session(name)
      let frame = try #require(session.layout.viewfinders.first)
      return try folder.names(name).filter { $0.hasSuffix(".jpg") }.map { file in
        let picture = try decoded(folder.bytes("\(name)/\(file)")).picture
        return (0..<6).contains { picture.cr[(frame.x + frame.width / 2) / 2, frame.y + $0] > 170 }
      }
    }
    // Filmed, then one picture in photo mode.
    #expect(try red("a") == [true, true, true, true, true])
    #expect(
      try red("b") {
        $0.script = nil
        $0.triggers = [.snapped]
        $0.stage.levelReference = true
        $0.after = .milliseconds(400)
      }.first == false)
  }

  @Test(
    "a file of levels that isn't one is refused by what is wrong with it",
    arguments: [
      ("[1]", "names and numbers"), (#"{"a":"x"}"#, "a has the wrong type"), (#"{"a":60.5}"#, "at most 60°"),
      ("{", "not JSON"), (#"{"a":1e999}"#, "levels.json"),
    ])
  func badLevels(text: String, reason: String) throws {
    let folder = try TestFolder()
    try folder.put(text, "levels.json")
    let error = #expect(throws: FileError.self) { try CameraLevels(path: folder.file("levels.json")) }
    #expect("\(try #require(error))".contains(reason), "\(String(describing: error))")
    #expect(throws: FileError.self) { try CameraLevels(path: folder.file("nowhere/levels.json")) }
  }

  @Test("a script sets template and grid from its picture on, and twice it gives the same bytes")
  func guides() throws {
    let folder = try TestFolder()
    let events: [(Int64, ChromeEvent)] = [
      (200, .toggle("template/portrait")), (300, .toggle("settings")),
      (400, .select("grid", value: "phi")), (500, .select("grid", value: "4x2")),
      (600, .toggle("template/portrait")),
      (700, .select("template", value: "bottle")), (800, .select("appearance", value: "light")),
    ]
    for name in ["a", "b"] {
      let warnings = try Self.run(try Self.settings(events, Self.large, folder: folder.file(name), of: 10))
        .warnings
      #expect(warnings == [])
    }
    let lines = try folder.lines("a")
    #expect(
      lines.map { $0.hud[0].silhouette?.template ?? "-" }
        == ["-", "-", "portrait", "portrait", "portrait", "portrait", "-", "bottle", "bottle", "bottle"])
    #expect(
      lines.map { $0.hud[0].grid ?? "-" }
        == Array(repeating: "thirds", count: 4) + ["phi"] + Array(repeating: "4x2", count: 5))
    for name in try folder.names("a") {
      #expect(try folder.bytes("a/\(name)") == folder.bytes("b/\(name)"), "\(name)")
    }
    #expect(try RecordingVerifier(folder.file("a")).run { _, _ in }.problems == [])
  }

  private static func guides(of camera: Int, _ lines: [PictureLine]) -> [String] {
    lines.map { "\($0.hud[camera].grid ?? "-") \($0.hud[camera].silhouette?.template ?? "-")" }
  }

  @Test(
    "the second viewfinder follows the first's guides, in picture-in-picture none, and otherwise what it was given",
    arguments: [LayoutMode.sideBySide, .stacked, .pip])
  func secondary(mode: LayoutMode) throws {
    let folder = try TestFolder()
    var settings = try Self.settings(
      [(200, .toggle("template/portrait"))], Self.large, folder: folder.file("usual"), of: 4)
    settings.stage.grid = .phi
    settings.stage.layout.mode = mode
    #expect(try Self.run(settings).warnings == [])
    let usual = try folder.lines("usual")
    let first = ["phi -", "phi -", "phi portrait", "phi portrait"]
    #expect(Self.guides(of: 0, usual) == first)
    #expect(Self.guides(of: 1, usual) == (mode == .pip ? Array(repeating: "none -", count: 4) : first))

    settings.folder = folder.file("own")
    settings.stage.choose(for: 1) {
      ($0.grid, $0.template) = (.diagonals, .chosen(SilhouetteTemplate.named("bottle")))
    }
    #expect(try Self.run(settings).warnings == [])
    let own = try folder.lines("own")
    #expect(Self.guides(of: 0, own) == first)
    #expect(Self.guides(of: 1, own) == Array(repeating: "diagonals bottle", count: 4))
    let session = try folder.session("own")
    #expect(
      session.settings["backdrop"] == .text("ambient") && session.settings["textSize"] == .text("large"))
    #expect(session.settings["language"] == .text("en") && session.settings["hand"] == .text("both"))
    #expect(session.sources[1].grid == "diagonals" && session.sources[1].template == "bottle")
    for name in ["usual", "own"] {
      #expect(try RecordingVerifier(folder.file(name)).run { _, _ in }.problems == [])
    }
  }

  /// When the shutter is pressed, in milliseconds, and which frames are recorded.
  struct Shutter: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isPhoto = false
    let presses: [Int64]
    var frames: Int?
    var burst = 1
    let recorded: [Int?]
    let paused: Int
  }

  @Test(
    "the shutter says which frames are recorded; what it leaves out is counted",
    arguments: [
      Shutter(
        testDescription: "halts a film and lets it go on", presses: [300, 700],
        recorded: [0, 1, 2, 7, 8, 9], paused: 4),
      Shutter(
        testDescription: "a limit counts what is recorded, not what passes by", presses: [100, 400],
        frames: 3, recorded: [0, 4, 5], paused: 3),
      Shutter(
        testDescription: "each press is a single picture", isPhoto: true, presses: [200, 600],
        recorded: [2, 6], paused: 8),
      Shutter(
        testDescription: "each press is a burst", isPhoto: true, presses: [200, 600], burst: 2,
        recorded: [2, 3, 6, 7], paused: 6),
    ])
  func shutter(_ shutter: Shutter) throws {
    let folder = try TestFolder()
    let mode: [(Int64, ChromeEvent)] = shutter.isPhoto ? [(0, .select("mode", value: "photo"))] : []
    var settings = try Self.settings(
      mode + shutter.presses.map { ($0, .toggle("capture")) }, folder: folder.file("r"),
      frames: shutter.frames, of: 10)
    settings.burst = shutter.burst
    let (summary, warnings) = try Self.run(settings)
    #expect(warnings == [] && summary.progress.written == shutter.recorded.count)
    #expect(try folder.lines("r").map(\.cameras[0].sequence) == shutter.recorded)
    let totals = try #require(try folder.session("r").totals)
    #expect(totals.frames == shutter.recorded.count && totals.paused == shutter.paused)
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }

  /// What leaves pictures out of a recording, and which of ten it has.
  struct Sparse: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let recorded: [Int?]
    let change: @Sendable (inout JobSettings) -> Void
  }

  @Test(
    "who watches sees every picture, whichever are recorded",
    arguments: [
      Sparse(testDescription: "paused", recorded: [0, 1]) { _ in },
      Sparse(testDescription: "time lapse", recorded: [0]) { $0.every = .milliseconds(500) },
      Sparse(testDescription: "no trigger yet", recorded: []) { $0.triggers = [.event] },
      Sparse(testDescription: "a trigger, and before", recorded: [3, 4, 5, 6, 7, 8]) {
        $0.script = EventTimeline(milliseconds: [(700, .toggle("trigger"))])
        ($0.triggers, $0.before, $0.after) = ([.event], .milliseconds(300), .milliseconds(100))
      },
    ])
  func watched(_ sparse: Sparse) throws {
    let folder = try TestFolder()
    var settings = try Self.settings([(200, .toggle("capture"))], folder: folder.file("r"), of: 10)
    sparse.change(&settings)
    settings.sinks = [.lines]
    let lines = unsafe open(folder.file("lines"), O_CREAT | O_WRONLY, 0o600)
    defer { close(lines) }
    settings.standardOutput = lines
    try Self.run(settings)
    #expect(try folder.lines("r").map(\.cameras[0].sequence) == sparse.recorded)
    let shown = try folder.text("lines").split(separator: "\n").map {
      try #require(
        $0.firstMatch(of: /"id":"primary","state":"live","sequence":([0-9]+),"gap":0/).map { Int($0.1) })
    }
    #expect(shown == Array(0..<10))
  }

  @Test("programs are told when a trigger begins and when it ends, at the latest with the job")
  func triggerEvents() throws {
    let folder = try TestFolder()
    var settings = try Self.settings(
      [(200, .toggle("trigger")), (300, .toggle("trigger")), (900, .toggle("trigger"))],
      folder: folder.file("r"), of: 10)
    (settings.triggers, settings.eventPipe) = ([.event], folder.file("events"))
    try #require(unsafe mkfifo(folder.file("events"), 0o600) == 0)
    let pipe = unsafe open(folder.file("events"), O_RDONLY | O_NONBLOCK)
    defer { close(pipe) }
    try Self.run(settings)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(pipe, &bytes, bytes.count)
    let told = try String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").map {
      try #require($0.firstMatch(of: /"event":"([a-z-]+)"/)).1
    }
    #expect(
      told == ["began", "triggered", "trigger-ended", "triggered", "trigger-ended", "segment", "ended"])
  }

  @Test("an event for something that isn't there is told by its name, and the job goes on")
  func unknown() throws {
    let folder = try TestFolder()
    let (summary, warnings) = try Self.run(
      try Self.settings(
        [
          (0, .toggle("flux-capacitor")), (0, .select("page", value: "phi")), (0, .set("volume", value: 2)),
          (0, .select("template", value: "nobody")), (0, .press(.points(.init(-1e5, 1e5)))),
          (0, .release(nil)),
          (100, .toggle("settings")), (100, .select("grid", value: "hexagons")),
        ], Self.large, folder: folder.file("r"), of: 3))
    #expect(summary.progress.written == 3)
    #expect(warnings.count == 5, "\(warnings)")
    for name in ["flux-capacitor", "page", "volume", "nobody", "hexagons"] {
      #expect(warnings.contains { $0.contains(name) }, "\(name) in \(warnings)")
    }
  }

  @Test("more nonsense in a picture than anybody reads isn't told")
  func flood() throws {
    let warnings = try Self.run(
      try Self.settings(
        (0..<100).map { (0, .toggle(ElementID("x\($0)"))) }, folder: nil, of: 1)
    ).warnings
    #expect(warnings.count == ScreenController.mostWarnings)
  }

  @Test("the screen is written down when it changes, under the number of the frame that shows it first")
  func screens() throws {
    let folder = try TestFolder()
    // Two runs go on in one file, past what a killed one left.
    for run in 0..<2 {
      var settings = try Self.settings(
        [(100, .toggle("settings")), (200, .toggle("capture")), (300, .toggle("capture"))], Self.large,
        folder: folder.file("r"), of: 5)
      settings.describesScreen = true
      #expect(try Self.run(settings).warnings == [])
      if run == 0 {
        let text = try folder.text("r/screen.jsonl")
        #expect(text.hasSuffix("}\n"))
        try folder.put(text + "{\"index\":9,\"wid", "r/screen.jsonl")
      }
    }
    let screens = try WrittenScreen.all(folder)
    // The picture at 200 ms isn't recorded.
    #expect(screens.map(\.index) == [0, 1, 2, 4, 5, 6])
    #expect(
      screens.map { $0.elements.contains { $0.id == "settings-sheet" } } == [
        false, true, true, false, true, true,
      ])
    #expect(screens[0].elements.contains { $0.role == "timer" && $0.label == "Recording" })
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }

  @Test("without chrome there is nothing to press")
  func noChrome() throws {
    var settings = try Self.settings([], folder: nil, of: 2)
    settings.stage.drawsChrome = false
    let error = #expect(throws: PipelineError.self) { try Self.run(settings) }
    #expect(error?.exitCode == 64 && "\(error, default: "")".contains("--no-chrome"))
  }

  @Test(
    "other cameras and layouts begin a segment in their own canvas; every frame is accounted for, and the state stays"
  )
  func arrangements() throws {
    let folder = try TestFolder()
    var settings = try Self.settings(
      [
        (200, .select("layout", value: "pip")), (400, .toggle("swap")), (500, .set("zoom", value: 2)),
        (600, .select("cameras", value: "back")),
        (800, .select("cameras", value: "dual")), (900, .select("layout", value: "hexagons")),
      ], Self.large, folder: folder.file("r"), of: 12)
    let (summary, warnings) = try Self.run(settings)
    // Frames that were prepared for another stage, or not at all, leave no trace.
    (settings.stage.threads, settings.folder) = (.one, folder.file("one"))
    try Self.run(settings)
    for name in try folder.names("r") {
      #expect(try folder.bytes("r/\(name)") == folder.bytes("one/\(name)"), "\(name)")
    }
    #expect(summary.progress.written == 12 && summary.progress.cameras.map(\.id) == ["primary", "secondary"])
    #expect(summary.progress.cameras.allSatisfy { $0.frames.taken >= 12 && $0.drops == 0 })
    #expect(warnings.count == 1 && warnings[0].contains("hexagons"), "\(warnings)")
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
    let lines = try folder.lines("r")
    let cameras = lines.map { $0.cameras.map(\.id).joined(separator: "+") }
    let (both, swapped) = ("primary+secondary", "secondary+primary")
    #expect(
      cameras == [
        both, both, both, both, swapped, swapped, "secondary", "secondary", swapped, swapped, swapped,
        swapped,
      ])
    // The zoom goes with its camera: the main one's.
    #expect(lines[5].cameras[0].zoom == 2 && lines[7].cameras[0].zoom == 2 && lines[4].cameras[0].zoom == nil)
    let session = try folder.session("r")
    let layouts = ((session.previous ?? []) + [session]).map(\.layout)
    #expect(layouts.map(\.mode) == ["side-by-side", "pip", "pip", "single", "pip"])
    #expect(
      layouts.map { $0.viewfinders.map(\.camera) } == [
        ["primary", "secondary"], ["primary", "secondary"], ["secondary", "primary"], ["secondary"],
        ["secondary", "primary"],
      ])
  }

  @Test("one camera has nothing to switch to, and a canvas without room keeps the layout")
  func noArrangement() throws {
    var settings = try Self.settings(
      [(100, .toggle("swap")), (200, .select("layout", value: "stacked"))], folder: nil, of: 4)
    settings.sources.removeLast()
    let warnings = try Self.run(settings).warnings
    #expect(warnings.count == 2 && warnings.allSatisfy { $0.contains("only one camera") }, "\(warnings)")
  }
}
