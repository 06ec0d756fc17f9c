import Foundation
import HostResources
import TestSupport
import Testing
import Values

@testable import Recordings

@Suite("Finding pictures by values")
struct ValueSearchTests {
  /// Ten pictures; the depth is their number, and every third was silent too long.
  private func recording() throws -> TestFolder {
    let folder = try snappingRecording(10)
    let lines = try folder.text("frames.jsonl").split(separator: "\n").enumerated().map { number, line in
      let depth = number % 3 == 2 ? "" : #","number":\#(number)"#
      let state = number < 5 ? "idle" : "d\\u00e9j\\u00e0"
      return line.replacingOccurrences(
        of: #""hint":null"#,
        with:
          #""hint":null,"values":[{"name":"depth"\#(depth),"unit":"m","ageMs":1},{"name":"state","text":"\#(state)","ageMs":1.5}]"#
      ) + "\n"
    }
    #expect(lines.allSatisfy { $0.contains("depth") })
    try folder.put(lines.joined(), "frames.jsonl")
    return folder
  }

  private func matches(_ folder: TestFolder, _ text: String) throws -> ValueMatches? {
    try RecordingLibrary(folder.path).list(where: ValueCondition.list(text)).recordings.first?.matches
  }

  @Test(
    "pictures count in which all conditions hold, in any unit; what is too old is neither",
    arguments: [
      ("depth>=3", 5, 3), ("depth<3", 2, 0), ("depth>=9.8ft and depth<7", 3, 3), ("state=idle", 5, 0),
      ("state=déjà", 5, 5), ("state!=idle and depth!=6", 2, 7),
    ])
  func counts(text: String, frames: Int, first: Int) throws {
    let found = try #require(try matches(recording(), text))
    #expect(found.frames == frames && found.first == first, "\(found)")
  }

  @Test(
    "a recording without such pictures isn't listed, and its values are named",
    arguments: ["depth>9m", "speed=1"])
  func none(text: String) throws {
    let folder = try recording()
    let (list, names) = try RecordingLibrary(folder.path).list(where: ValueCondition.list(text))
    #expect(list.isEmpty && names == ["depth in m", "state"])
    #expect(try RecordingLibrary(folder.path).list().count == 1)
  }

  @Test("deleted pictures don't count, and lines as another program wrote them do")
  func changed() throws {
    let folder = try recording()
    _ = try RecordingLibrary(folder.path).delete(FrameSelection(frames: [3, 4]))
    var lines = try folder.text("frames.jsonl").split(separator: "\n").map(String.init)
    lines[6] = lines[6].replacingOccurrences(of: "\"values\":[", with: " \"values\" : [ ")
    lines[7] = "nonsense"
    try folder.put(lines.joined(separator: "\n") + "\n", "frames.jsonl")
    let found = try #require(try matches(folder, "depth>=3"))
    #expect(found.frames == 2 && found.first == 6)
  }
}
