import Foundation
import GlassChrome
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

@Suite("Recordings of other cameras than they began with")
struct ArrangedRecordingTests {
  private static func cameras(_ value: String) -> ChromeEvent { .select("cameras", value: value) }

  private static func settings(
    _ folder: TestFolder, _ events: [(Int64, ChromeEvent)], of length: Int = 12
  ) throws -> JobSettings {
    var settings = try ControlledJobTests.settings(events, folder: folder.file("r"), of: length)
    settings.stage.keptSources = .beside
    return settings
  }

  /// The viewfinders that each run describes.
  private static func views(_ folder: TestFolder, _ name: String = "r") throws -> [[String]] {
    try folder.session(name).runs.map { $0.layout.viewfinders.map(\.camera) }
  }

  private static func problems(_ folder: TestFolder, _ name: String = "r") throws -> [RecordingProblem] {
    try RecordingVerifier(folder.file(name)).run { _, _ in }.problems
  }

  @Test("the kept frames are those of the cameras that a picture shows, each under its own name")
  func kept() throws {
    let folder = try TestFolder()
    let events: [(Int64, ChromeEvent)] = [
      (200, Self.cameras("front")), (400, Self.cameras("dual")), (600, .toggle("swap")),
      (800, Self.cameras("back")), (1000, Self.cameras("dual")),
    ]
    #expect(try ControlledJobTests.run(try Self.settings(folder, events, of: 24)).warnings == [])
    let both = ["primary", "secondary"]
    #expect(try Self.views(folder).prefix(5) == [both, ["primary"], both, both.reversed(), ["secondary"]])
    for line in try folder.lines("r") {
      let stem = line.file.dropLast(3)
      let own = line.cameras.map { "\(stem)\($0.id).jpg" } + ["\(stem)ink.pbm"]
      #expect(try Set(folder.names("r/sources").filter { $0.hasPrefix(stem) }) == Set(own))
    }
    #expect(try Self.problems(folder) == [])
  }

  @Test("the first run is described as its first picture is", arguments: [nil, SegmentLength.bytes(1 << 30)])
  func first(segment: SegmentLength?) throws {
    let folder = try TestFolder()
    var settings = try Self.settings(folder, [(100, Self.cameras("back")), (600, Self.cameras("front"))])
    settings.skip = 4
    settings.segment = segment
    #expect(try ControlledJobTests.run(settings).warnings == [])
    let parts = segment == nil ? ["r"] : ["r/000000", "r/000001"]
    #expect(try parts.flatMap { try Self.views(folder, $0) } == [["secondary"], ["primary"]])
    #expect(try folder.lines(parts[0]).first?.cameras.map(\.id) == ["secondary"])
    for part in parts { #expect(try Self.problems(folder, part) == []) }
  }

  @Test("pictures from before a trigger keep their own cameras, and segments go by their own times")
  func held() throws {
    let folder = try TestFolder()
    let events: [(Int64, ChromeEvent)] = [
      (300, Self.cameras("back")), (500, Self.cameras("dual")), (700, .toggle("trigger")),
    ]
    var settings = try Self.settings(folder, events, of: 9)
    settings.triggers = [.event]
    settings.before = .milliseconds(550)
    #expect(try ControlledJobTests.run(settings).warnings == [])
    let both = ["primary", "secondary"]
    #expect(try Self.views(folder) == [both, ["secondary"], both])
    #expect(try folder.session("r").runs.map(\.totals?.frames) == [2, 2, 3])
    #expect(try folder.lines("r").map(\.cameras[0].sequence) == [1, 2, 3, 4, 5, 6, 7])
    #expect(try Self.problems(folder) == [])

    (settings.folder, settings.segment) = (folder.file("s"), .duration(.milliseconds(200)))
    settings.script = EventTimeline(milliseconds: [(700, .toggle("trigger"))])
    #expect(try ControlledJobTests.run(settings).warnings == [])
    let segments = try folder.names("s").filter { $0.allSatisfy(\.isNumber) }
    #expect(
      try segments.map { try folder.lines("s/\($0)").map(\.cameras[0].sequence) } == [
        [1, 2], [3, 4], [5, 6], [7],
      ])
    for segment in segments { #expect(try Self.problems(folder, "s/\(segment)") == []) }
  }

  @Test(
    "what a pause or a wait for a shot left out stands in the totals of the segment that goes on after it")
  func paused() throws {
    let folder = try TestFolder()
    var settings = try Self.settings(folder, [(300, .toggle("capture")), (700, .toggle("capture"))], of: 10)
    settings.segment = .bytes(1)
    #expect(try ControlledJobTests.run(settings).warnings == [])
    let segments = try folder.names("r").filter { $0.allSatisfy(\.isNumber) }
    let totals = try segments.map { try #require(try folder.session("r/\($0)").totals) }
    #expect(totals.map(\.paused) == [0, 0, 0, 4, 0, 0])
  }

  @Test("a picture that doesn't fit the budget is in no total, and leaves no file", arguments: [false, true])
  func budget(inSegments: Bool) throws {
    let folder = try TestFolder()
    var settings = try Self.settings(folder, [])
    (settings.budgetBytes, settings.whenFull) = (200_000, .stop)
    settings.segment = inSegments ? .bytes(1) : nil
    _ = try ControlledJobTests.run(settings)
    let names = try folder.names("r").filter { $0.allSatisfy(\.isNumber) }
    let parts = inSegments ? names.map { "r/\($0)" } : ["r"]
    let pictures = try parts.reduce(0) { try $0 + folder.lines($1).count }
    #expect((1..<12).contains(pictures) && (!inSegments || parts.count == pictures))
    for part in parts {
      let lines = try folder.lines(part)
      let totals = try #require(try folder.session(part).totals)
      #expect(totals.mcus?.coded == lines.reduce(0) { $0 + ($1.mcus?["coded"] ?? 0) })
      #expect(try folder.names("\(part)/sources").count == 3 * lines.count && totals.frames == lines.count)
      #expect(try Self.problems(folder, part) == [])
    }
  }

  @Test("a picture without the first camera has the time of the next")
  func time() throws {
    let folder = try TestFolder()
    let settings = try JobSettings.test(
      .live, ["synth:grey?w=96&h=96&fps=60&frames=2", "synth:grey?w=64&h=64&fps=60"],
      folder: folder.file("r"), frames: 30)
    _ = try CameraJob(settings, stop: StopFlag()) { _ in }.run()
    let lines = try folder.lines("r")
    #expect(lines.contains { $0.cameras[0].sequence == nil && $0.cameras[1].sequence != nil })
    for line in lines {
      let head = try folder.bytes("r/\(line.file)").prefix(1000)
      #expect(String(decoding: head, as: UTF8.self).contains("+00:00"), "\(line.file)")
    }
  }
}
