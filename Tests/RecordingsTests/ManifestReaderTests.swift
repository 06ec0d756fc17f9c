import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Recordings

@Suite("Reading the manifest")
struct ManifestReaderTests {
  private static let minimal = "\"cameras\":[],\"hud\":[]"

  private static func line(_ index: Int) -> String {
    "{\"index\":\(index),\"file\":\"\(index)\",\(minimal)}\n"
  }

  @Test("the line of the file format's description is read in full")
  func documentedLine() throws {
    let folder = try TestFolder()
    try folder.put(
      #"""
      {"index":0,"file":"000000.jpg","composer":"splice","skewUs":812,"cameras":[{"id":"primary","state":"live","sequence":41,"gap":0,"timestampNs":1,"clock":"monotonic","bytes":454120,"flags":["damaged"]}],"hud":[{"camera":"primary","grid":"thirds","horizon":{"angleDegrees":-1.42,"confidence":0.93,"state":"near"},"silhouette":{"template":"portrait","path":"M…Z","iou":0.81,"state":"near"},"subject":{"x":0.61,"y":0.34,"width":0.2,"height":0.5,"powerPoint":2,"distance":0.03,"state":"snapped"}}],"hint":"Tilt left a little","stagesMs":{"pair":0.01,"hud":0.9}}

      """#, "frames.jsonl")
    let line = try #require(try folder.lines().first)
    #expect(line.skewUs == 812)
    #expect(line.cameras[0].flags == ["damaged"])
    #expect(line.guideStates == ["near", "near", "snapped"])
    #expect(line.hud[0].subject?.powerPoint == 2)
    #expect(line.hint == "Tilt left a little")
    #expect(line.stagesMs == ["pair": 0.01, "hud": 0.9])
    #expect(try RecordingIndex(FolderHandle(folder.path)).entries[0].isSnapped)
  }

  @Test(
    "a bad line is told by its number, and the lines around it are read",
    arguments: [
      "not json", "", "{\"index\":1}", "{\"index\":\"1\",\"file\":\"a\",\(minimal)}",
      "{\"index\":-1,\"file\":\"a\",\(minimal)}", "{\"index\":1,\"file\":\"../../etc/passwd\",\(minimal)}",
      "{\"index\":1,\"file\":\"..\",\(minimal)}", "{\"index\":1,\"file\":\"\",\(minimal)}",
      "{\"index\":99999999999999999999,\"file\":\"a\",\(minimal)}",
      "{\"index\":1000000000000000000,\"file\":\"a\",\(minimal)}",
      "{\"index\":1,\"file\":\"a\",\"cameras\":[{\"id\":\"p\",\"state\":\"live\",\"gap\":-1}],\"hud\":[]}",
      "{\"index\":1,\"file\":\"a\",\"cameras\":[{\"id\":\"p\",\"state\":\"live\",\"timestampNs\":\(Int64.max)}],\"hud\":[]}",
      "{\"index\":1,\"file\":\"000001.jpg\",\"cameras\":["
        + (0..<9).map { "{\"id\":\"c\($0)\",\"state\":\"live\"}" }.joined(separator: ",") + "],\"hud\":[]}",
      "{\"index\":1,\"file\":\"a\",\"cameras\":[],\"hud\":[{\"camera\":\"p\",\"horizon\":{\"confidence\":1e300,\"state\":\"idle\"}}]}",
    ])
  func badLines(bad: String) throws {
    let folder = try TestFolder()
    try folder.put("\(Self.line(0))\(bad)\n\(Self.line(2))", "frames.jsonl")
    let index = try RecordingIndex(FolderHandle(folder.path))
    #expect(index.entries.map(\.index) == [0, 2])
    #expect(index.problems.map(\.line) == [2])
  }

  @Test("a line without an end is not taken into memory")
  func tooLong() throws {
    let folder = try TestFolder()
    try folder.put(String(repeating: "x", count: 2 << 20) + "\n" + Self.line(2), "frames.jsonl")
    let index = try RecordingIndex(FolderHandle(folder.path))
    #expect(index.entries.map(\.line) == [2])
    #expect(index.problems.map(\.line) == [1])
    #expect(index.problems[0].what.contains("longer"))
  }

  @Test("a half last line is passed over")
  func halfLine() throws {
    let folder = try TestFolder()
    try folder.put(Self.line(0) + Self.line(1).dropLast(), "frames.jsonl")
    let index = try RecordingIndex(FolderHandle(folder.path))
    #expect(index.entries.map(\.index) == [0])
    #expect(index.problems.isEmpty)
  }

  @Test(
    "lines of any length come whole across the reader's buffer",
    arguments: [65_530, 65_535, 65_536, 65_537, 131_072, 300_000])
  func longLines(length: Int) throws {
    let folder = try TestFolder()
    let text = String(repeating: "y", count: length)
    try folder.put("\(text)\n\(text)\n\nz", "frames.jsonl")
    var lines = try ManifestLines(FolderHandle(folder.path))
    var seen: [(Int, Bool, Int)] = []
    while let line = try lines.next() { seen.append((line.bytes.count, line.isWhole, line.end)) }
    #expect(seen.map(\.0) == [length, length, 0, 1])
    #expect(seen.map(\.1) == [true, true, true, false])
    #expect(seen.map(\.2) == [length + 1, 2 * length + 2, 2 * length + 3, 2 * length + 4])
  }
}
