import HostResources
import TestSupport
import Testing

@testable import Batch

struct InputFinderTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func put(_ names: String...) throws {
    for name in names { try folder.put("x", name) }
  }

  private func find(_ paths: String..., takesPictures: Bool = false) throws -> InputFinder {
    var finder = InputFinder(
      base: folder.path, takesPictures: takesPictures, excluded: [folder.file("in/result")])
    try finder.find(paths.map(folder.file))
    return finder
  }

  @Test func filmsFoldersAndNothingElse() throws {
    try put(
      "in/2026/a.avi", "in/2026/b.MJPEG", "in/c.y4m", "in/pictures/1.jpg", "in/pictures/2.jpeg",
      "in/shots/1.PNG", "in/notes.txt", "in/d.ts",
      "in/.hidden/e.avi", "in/result/f.avi")
    let found = try find("in")
    #expect(found.inputs.map(\.output) == ["2026/a.avi", "2026/b.MJPEG", "c.y4m", "pictures", "shots"])
    #expect(
      found.inputs.map(\.path) == ["in/2026/a.avi", "in/2026/b.MJPEG", "in/c.y4m", "in/pictures", "in/shots"])
    #expect(found.inputs.map(\.kind) == [.film, .film, .film, .folder, .folder])
    #expect(found.leftOut.map(\.leftOut) == ["in/d.ts"])
  }

  /// The order is that of the files' paths, byte by byte: SHA256SUMS is sorted without sorting.
  @Test func theOrderIsThatOfPaths() throws {
    try put("in/a.avi/1.jpg", "in/a.avi.y4m", "in/a/1.jpg", "in/B.avi")
    #expect(try find("in").inputs.map(\.output) == ["B.avi", "a.avi.y4m", "a.avi", "a"])
  }

  @Test func picturesBesideOtherInputsGetAFolder() throws {
    try put("in/x/1.jpg", "in/x/deep/1.jpg", "in/x/film.avi")
    #expect(try find("in").inputs.map(\.output) == ["x/deep", "x/film.avi", "x/pictures"])
    try put("only/1.jpg")
    #expect(try find("only").inputs.map(\.output) == ["only"])
    #expect(try find("in/x/film.avi").inputs.map(\.output) == ["film.avi"])
  }

  @Test func severalFoldersKeepTheirNames() throws {
    try put("one/a.avi", "two/a.avi")
    #expect(try find("one", "two").inputs.map(\.output) == ["one/a.avi", "two/a.avi"])
    try put("deep/one/a.avi")
    #expect(throws: BatchError.self) { try find("one", "deep/one") }
    #expect(throws: BatchError.self) { try find("nowhere") }
  }

  @Test func recordingsNeedTheirCamerasFrames() throws {
    try put("in/bare/000000.jpg", "in/bare/frames.jsonl")
    try put(
      "in/kept/000000.jpg", "in/kept/frames.jsonl", "in/kept/sources/000000.primary.jpg",
      "in/kept/sources/000000.secondary.jpg", "in/kept/sources/000000.ink.pbm")
    let found = try find("in")
    #expect(found.inputs.map(\.output) == ["kept"])
    #expect(found.inputs.first?.cameras == ["primary", "secondary"])
    #expect(found.leftOut.map(\.leftOut) == ["in/bare"])
    #expect(try find("in", takesPictures: true).inputs.map(\.kind) == [.folder, .recording])
  }

  @Test func namesThatTheResultOrALineCannotHave() throws {
    try put("in/SHA256SUMS/1.jpg", "in/two\nlines.avi")
    let found = try find("in")
    #expect(found.inputs.isEmpty)
    #expect(found.leftOut.count == 2)
  }
}
