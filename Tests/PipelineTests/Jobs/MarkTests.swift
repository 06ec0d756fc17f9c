import GlassChrome
import HostResources
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings
@testable import Screen

@Suite("What lines tell of programs and triggers")
struct MarkTests {
  private typealias Jobs = ControlledJobTests

  @Test("a mark stands in the next recorded picture's line, once, and waits through a pause")
  func marks() throws {
    let folder = try TestFolder()
    let settings = try Jobs.settings(
      [
        (100, .select("mark", value: "grasp 1")), (100, .select("mark", value: "“grasp” 2")),
        (300, .toggle("capture")), (400, .select("mark", value: "while paused")), (600, .toggle("capture")),
      ], folder: folder.file("r"), of: 10)
    try Jobs.run(settings)
    let lines = try folder.lines("r")
    let marked = lines.filter { $0.marks != nil }
    #expect(marked.map(\.marks) == [["grasp 1", "“grasp” 2"], ["while paused"]])
    #expect(marked.map { $0.cameras[0].timestampNs } == [100_000_000, 600_000_000])
    // Lists find them without decoding a line.
    let chosen = try FrameSelection(parsing: "marked")
    let found = try RecordingIndex(FolderHandle(folder.file("r"))).entries.filter {
      chosen.contains($0) { nil }
    }
    #expect(found.map(\.index) == marked.map(\.index))
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }

  @Test(
    "marks of pictures that waited for a trigger in vain stand in the next recorded one, none is lost unsaid")
  func waiting() throws {
    let folder = try TestFolder()
    var settings = try Jobs.settings(
      [
        // Long before, within what is held, after the burst, and so late that nothing follows.
        (100, .select("mark", value: "early")), (200, .select("mark", value: "soon")),
        (700, .select("mark", value: "held")), (800, .toggle("trigger")),
        (1000, .select("mark", value: "late")), (1100, .select("mark", value: "last")),
      ], folder: folder.file("r"), of: 13)
    (settings.triggers, settings.before) = ([.event], .milliseconds(250))
    let warnings = try Jobs.run(settings).warnings
    let lines = try folder.lines("r")
    // Each is in the first picture that is recorded after it: the oldest of those that waited.
    #expect(lines.flatMap { $0.marks ?? [] } == ["early", "soon", "held"], "\(lines.map(\.marks))")
    #expect(lines.last?.marks == nil || lines.last?.marks == ["held"])
    #expect(
      warnings.contains("no picture was recorded after 2 marks: “late”, “last”"))
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }

  @Test("a triggered picture says by what, and those before it that they came before")
  func triggers() throws {
    let folder = try TestFolder()
    var settings = try Jobs.settings([(500, .toggle("trigger"))], folder: folder.file("r"), of: 10)
    (settings.triggers, settings.before, settings.burst) = ([.event], .milliseconds(250), 2)
    try Jobs.run(settings)
    let lines = try folder.lines("r")
    #expect(lines.map { $0.beforeTrigger ?? false } == [true, true, true, false, false])
    #expect(lines.map(\.triggers) == [nil, nil, nil, ["event"], nil])
    let session = try #require(try SessionFile.read(FolderHandle(folder.file("r"))))
    #expect(session.settings["burst"] == .integer(2) && session.settings["beforeSeconds"] == .number(0.25))
    #expect(try RecordingVerifier(folder.file("r")).run { _, _ in }.problems == [])
  }
}
