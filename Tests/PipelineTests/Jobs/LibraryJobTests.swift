import Foundation
import GlassChrome
import HUDGeometry
import HostResources
import Screen
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

@Suite("Shots and the library, as events control them")
struct LibraryJobTests {
  private typealias Jobs = ControlledJobTests

  /// Settings of a job with room for sheets; ten pictures a second.
  private func settings(
    _ events: [(Int64, ChromeEvent)], in folder: TestFolder, library: String? = nil, of length: Int = 20,
    primary: String = Jobs.large[0]
  ) throws -> JobSettings {
    var settings = try Jobs.settings(events, [primary, Jobs.large[1]], folder: folder.file("r"), of: length)
    settings.library = library
    settings.describesScreen = true
    return settings
  }

  /// The screen's elements with the picture of an index, or the latest before it.
  private func labels(_ folder: TestFolder, at index: Int) throws -> [String] {
    let screens = try WrittenScreen.all(folder)
    return screens.last { $0.index <= index }?.elements.map { "\($0.id): \($0.label)" } ?? []
  }

  @Test("a shot is kept, another is deleted after a question, and the recording says so")
  func marks() throws {
    let folder = try TestFolder()
    let events: [(Int64, ChromeEvent)] = [
      (0, .select("mode", value: "photo")), (100, .toggle("capture")), (300, .toggle("keep")),
      (600, .toggle("capture")), (800, .toggle("delete")), (900, .toggle("cancel")),
      (1000, .toggle("delete")), (1100, .toggle("confirm")), (1400, .toggle("capture")),
    ]
    #expect(try Jobs.run(settings(events, in: folder)).warnings == [])
    let lines = try folder.lines("r")
    #expect(lines.map { $0.deleted ?? false } == [false, true, false])
    #expect(try RecordingIndex(FolderHandle(folder.file("r"))).work.decoded == 0)
    #expect(try FrameList.kept.read(FolderHandle(folder.file("r"))) == [0])
    #expect(!folder.exists("r/000001.jpg") && folder.exists("r/000002.jpg"))
    #expect(try RecordingVerifier(folder.file("r")).run().problems == [])
  }

  @Test("the library shows what is recorded, by filter and picture, and twice the same bytes")
  func browse() throws {
    let events: [(Int64, ChromeEvent)] = [
      (500, .toggle("library")), (800, .toggle("000002.jpg")), (1000, .toggle("keep")),
      (1200, .toggle("close")),
      (1300, .select("filter", value: "kept")), (1600, .toggle("library")),
    ]
    var folders: [TestFolder] = []
    for _ in 0..<2 {
      let folder = try TestFolder()
      #expect(try Jobs.run(settings(events, in: folder)).warnings == [])
      folders.append(folder)
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folders[0].file("r"))
    where name != ".kept.lock" {
      #expect(try folders[0].bytes("r/\(name)") == folders[1].bytes("r/\(name)"), "\(name)")
    }
    func items(at index: Int) throws -> [String] {
      try labels(folders[0], at: index).compactMap { label in
        label.range(of: #"[0-9]{6}\.jpg"#, options: .regularExpression).map { String(label[$0]) }
      }
    }
    #expect(try items(at: 4).isEmpty)
    let all = try items(at: 7)
    // What was recorded when it was opened.
    #expect(all.first == "000004.jpg" && Set(all) == Set((0...4).map { String(format: "%06d.jpg", $0) }))
    #expect(try labels(folders[0], at: 9).contains { $0.hasPrefix("post-shot") && $0.contains("Picture 2") })
    #expect(try items(at: 9).isEmpty)
    #expect(try Set(items(at: 15)) == ["000002.jpg"])
    #expect(try items(at: 18).isEmpty)
    #expect(try RecordingVerifier(folders[0].file("r")).run().problems == [])
  }

  @Test("a folder of recordings is gone through, and a picture of one deleted")
  func recordings() throws {
    let folder = try TestFolder()
    try TestRecording.record(3, into: folder.file("lib/first"))
    try TestRecording.record(2, into: folder.file("lib/second"))
    try folder.put("no folder", "lib/notes.txt")
    let events: [(Int64, ChromeEvent)] = [
      (100, .toggle("library")), (400, .toggle("recording-first")), (700, .toggle("000001.jpg")),
      (900, .toggle("delete")), (1000, .toggle("confirm")), (1300, .toggle("back")),
      (1600, .select("tab", value: "capture")),
    ]
    #expect(try Jobs.run(settings(events, in: folder, library: folder.file("lib"))).warnings == [])
    let all = try labels(folder, at: 3)
    #expect(
      all.contains { $0.contains("recording-first: ") } && all.contains { $0.contains("recording-second: ") })
    #expect(try labels(folder, at: 6).filter { $0.contains(".jpg: ") }.count == 3)
    #expect(try labels(folder, at: 12).filter { $0.contains(".jpg: ") }.count == 2)
    #expect(try labels(folder, at: 15).contains { $0.contains("recording-first: ") })
    #expect(try !labels(folder, at: 18).contains { $0.contains("library-sheet") })
    #expect(!folder.exists("lib/first/000001.jpg"))
    #expect(try RecordingVerifier(folder.file("lib/first")).run().problems == [])
  }

  @Test("a shot's outline is the template to take it again")
  func retake() throws {
    let folder = try TestFolder()
    let events: [(Int64, ChromeEvent)] = [
      (5000, .select("mode", value: "photo")), (5100, .toggle("capture")), (5300, .toggle("retake")),
      (5500, .select("mode", value: "video")), (5600, .toggle("capture")), (5900, .focus(nil)),
    ]
    let walker = "synth:walker?w=480&h=352&fps=10"
    #expect(try Jobs.run(settings(events, in: folder, of: 65, primary: walker)).warnings == [])
    let lines = try folder.lines("r")
    #expect(lines[40].hud[0].silhouette?.template == nil)
    let last = try #require(lines.last?.hud[0].silhouette)
    #expect(last.template == "retake" && last.iou != nil)
    #expect(try folder.text("r/screen.jsonl").contains(#"template/retake","role":"button","label":"Retake""#))
  }

  @Test("without a recording and a folder there is no library, and its tab says so")
  func none() throws {
    let folder = try TestFolder()
    var settings = try settings([(100, .toggle("library"))], in: folder, of: 4)
    settings.folder = nil
    settings.describesScreen = false
    let warnings = try Jobs.run(settings).warnings
    #expect(warnings.contains { $0.contains("--library") })
  }
}
