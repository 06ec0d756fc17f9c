import Foundation
import GlassChrome
import Glibc
import HostResources
import PixelTypes
import TestSupport
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings
@testable import Screen

@Suite("Programs are told of files")
struct ToldFilesTests {
  private typealias Jobs = ControlledJobTests

  private struct Told: Decodable {
    var event: String
    var number: Int
    var path, photo: String?
    var pictures, bytes: Int?
  }

  /// - Parameter segment: a segment's length in milliseconds; `nil` for none.
  @Test(
    "that are complete, of each once, whatever the job writes",
    arguments: [nil, 100, 300, 100_000], [ShotPhotos.annotated, .both])
  func product(segment: Int?, photos: ShotPhotos) throws {
    let folder = try TestFolder()
    var settings = try Jobs.settings(
      [(200, .select("mode", value: "photo"))]
        + [300, 600].map { ($0, ChromeEvent.toggle("capture")) }
        + [(700, .select("layout", value: "stacked"))] + [(800, .toggle("capture"))],
      folder: folder.file("r"), of: 10)
    settings.segment = segment.map { .duration(.milliseconds($0)) }
    settings.stage.photos = photos
    settings.sinks = [.film(folder.file("a.mkv"), .mkv)]
    settings.eventPipe = folder.file("events")
    try #require(unsafe mkfifo(folder.file("events"), 0o600) == 0)
    let pipe = unsafe open(folder.file("events"), O_RDONLY | O_NONBLOCK)
    defer { close(pipe) }
    let summary = try Jobs.run(settings).summary
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(pipe, &bytes, bytes.count)
    let told = try bytes.prefix(max(count, 0)).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Told.self, from: Data($0))
    }
    #expect(told.map(\.number) == Array(1...told.count))
    #expect(told.first?.event == "began" && told.last?.event == "ended")
    #expect(told.last?.pictures == summary.progress.written)
    func paths(_ event: String) -> [String] { told.filter { $0.event == event }.compactMap(\.path) }
    // Each folder of pictures is told with what is in it.
    let segments = told.filter { $0.event == "segment" }
    #expect(segments.compactMap(\.pictures).reduce(0, +) == summary.progress.written)
    for one in segments {
      let files = try FileManager.default.contentsOfDirectory(atPath: try #require(one.path))
      #expect(files.count { $0.hasSuffix(".jpg") } == one.pictures)
      #expect(try RecordingVerifier(try #require(one.path)).run { _, _ in }.problems == [])
    }
    let folders =
      segment == nil
      ? [folder.file("r")] : try folder.names("r").filter { $0.count == 6 }.map { folder.file("r/\($0)") }
    #expect(paths("segment").sorted() == folders.sorted())
    // The canvas changed, so there are two films.
    #expect(paths("film") == [folder.file("a.mkv"), folder.file("a-2.mkv")])
    #expect(
      told.filter { $0.event == "film" }.compactMap(\.pictures).reduce(0, +) == summary.progress.written)
    // Three presses.
    #expect(paths("photo").count == 3)
    for one in told where one.event == "photo" {
      #expect(FileManager.default.fileExists(atPath: try #require(one.path)))
      #expect((one.photo != nil) == (photos == .both))
      if let photo = one.photo { #expect(FileManager.default.fileExists(atPath: photo)) }
    }
  }

  @Test("the oldest of many are forgotten, and numbers say so")
  func many() throws {
    let board = try EventBoard()
    for _ in 0..<EventBoard.most + 10 { board.tell(.photo, path: "relative") }
    #expect((board.first, board.next) == (11, EventBoard.most + 11))
    let oldest = try #require(board.line(from: 1))
    #expect(oldest.number == 11)
    let text = String(decoding: oldest.line, as: UTF8.self)
    #expect(text.contains("\"path\":\"\(FileManager.default.currentDirectoryPath)/relative\""), "\(text)")
    #expect(board.line(from: board.next) == nil)
    #expect(board.counts == [.photo: EventBoard.most + 10])
  }
}
