import Foundation
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Recordings

@Suite("Reading many lines")
struct ManifestScannerTests {
  /// A line as this tool writes it.
  private static func line(
    _ index: Int, state: String = "near", eyes: String = "", after: String = "", device: Bool = false
  )
    -> String
  {
    let second = String(format: "%02d", index % 60)
    return
      #"{"index":\#(index),"file":"\#(FileName.frame(index))","composer":"splice","mcus":{"copied":13728,"recoded":0},"#
      + #""skewUs":-30503,\#(device ? "\"deviceSkewUs\":41," : "")"utcErrorUs":null,"cameras":[{"id":"primary","state":"lost","flags":[]},"#
      + #"{"id":"secondary","state":"live","sequence":2,"gap":0,"timestampNs":\#(index * 33),"clock":"monotonic","#
      + #""utc":"2026-11-25T01:49:\#(second).062190Z",\#(device ? "\"deviceTimestampNs\":71,\"deviceErrorUs\":9," : "")"bytes":132752,"zoom":1.25,"flags":["damaged"],"rowsKept":3,"rows":9}],"#
      + #""hud":[{"camera":"secondary","grid":"thirds","horizon":{"angleDegrees":-0.066,"interval90":[-1.03,0.9],"#
      + #""confidence":0.944,"state":"\#(state)"},"silhouette":{"template":null,"path":"M0.1 0.2Z","iou":null,"state":"idle"},"#
      + #""subject":{"x":0.61,"y":0.34,"width":0.2,"height":0.5,\#(eyes)"powerPoint":2,"distance":0.03,"state":"unknown"}\#(after)}],"#
      + #""hint":"Kippe links ein wenig – „so“","stagesMs":{"pair":0.088,"write":3.392},"latencyMs":20.439}"#
  }

  private static let seeds = [
    line(7), line(13, device: true), line(14).replacing("secondary", with: "wrist_left"),
    line(15).replacing("primary", with: "head"), line(16).replacing("secondary", with: "fifth"),
    line(8, eyes: #""eyes":null,"#),
    line(9, eyes: #""eyes":{"x":0.69,"y":0.4121},"#),
    line(
      10, after: #","composition":{"headroom":null,"leadRoom":null,"leads":null,"axis":0.5,"symmetry":0.031}"#
    ),
    line(
      11, after: #","composition":{"headroom":0.12,"leadRoom":0.4,"leads":"left","axis":0.475,"symmetry":1}"#),
    line(
      12,
      after: #","subjects":[{"id":1,"x":0.1,"y":0.2,"width":0.3,"height":0.4,"path":"M0.1 0.2Z"},"#
        + #"{"id":12,"x":0,"y":0.25,"width":1,"height":0.5,"path":"M0 0.25L1 0.75Z"}]"#),
    line(1_234_567, state: "snapped").dropLast() + #","deleted":true,"lost":true}"#,
    #"{"index":0,"file":"000000.jpg","cameras":[],"hud":[],"recovered":true}"#,
    #"{"index":3,"file":"000003.jpg","composer":"pixel","cameras":[{"id":"primary","state":"live","timestampNs":9}],"hud":[{"camera":"primary","horizon":{"angleDegrees":null,"state":"idle"},"subject":null}]}"#,
  ]

  @Test("lines in this tool's own form aren't decoded, and read as if they were")
  func ownForm() throws {
    let folder = try TestFolder()
    try folder.put(Self.seeds.joined(separator: "\n") + "\n", "frames.jsonl")
    let index = try RecordingIndex(FolderHandle(folder.path))
    #expect(index.work.decoded == 0 && index.entries.count == Self.seeds.count)
    try Self.compare(folder)
  }

  @Test(
    "changed in any way, lines read as a decoder reads them, in one part or in many",
    arguments: Campaign.seed..<Campaign.seed + UInt64(Campaign.count(2000) / 1000))
  func mutated(seed: UInt64) throws {
    var random = Seeded(seed)
    let folder = try TestFolder()
    let pieces = [
      "null", "-", "1e3", ".5", "\\u0041", "\"", ",", "{}", "[]", "\u{FF}", " ", "true", ",\"index\":5", "\n",
    ]
    var text: [UInt8] = []
    for _ in 0..<60 {
      var line = Array((Self.seeds.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let from = Int.random(in: 0..<line.count, using: &random)
        let to = min(line.count, from + Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: line[from] = UInt8.random(in: 0...255, using: &random)
        case 1: line.removeSubrange(from..<to)
        case 2: line.insert(contentsOf: line[from..<to], at: to)
        case 3: line.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: from)
        default: line[from] = UInt8(ascii: "0123456789".randomElement(using: &random) == "0" ? "0" : "9")
        }
        if line.isEmpty { line = [32] }
      }
      text += line + [10]
    }
    if seed % 2 == 1 { text.removeLast(5) }
    try folder.put(text, "frames.jsonl")
    try Self.compare(folder)
  }

  /// Compares an index with what a decoder reads.
  private static func compare(_ folder: TestFolder) throws {
    let handle = try FolderHandle(folder.path)
    let whole = try RecordingIndex(handle)
    var briefs: [(line: Int, brief: LineBrief)] = []
    var problems: [RecordingProblem] = []
    try ManifestReader.forEachLine(in: handle) { number, result in
      switch result {
      case .success(let line): briefs.append((number, LineBrief(line)))
      case .failure(let problem): problems.append(problem)
      }
    }
    #expect(whole.entries.map(\.line) == briefs.map(\.line))
    #expect(whole.entries.map(\.file) == briefs.map { $0.brief.otherFile ?? FileName.frame($0.brief.index) })
    #expect(whole.entries.map(\.isDeleted) == briefs.map(\.brief.isDeleted))
    #expect(whole.entries.map(\.isSnapped) == briefs.map(\.brief.states.isSnapped))
    #expect(whole.entries.map(\.nanoseconds) == briefs.map(\.brief.nanoseconds))
    #expect(whole.entries.map(\.stamp) == briefs.map(\.brief.stamp))
    #expect(whole.problems == problems)
    for share in [97, 1000] {
      let parts = try RecordingIndex(handle, share: share)
      #expect(
        parts.entries == whole.entries && parts.problems == problems && parts.endsHalf == whole.endsHalf)
      #expect(parts.guideStates == whole.guideStates && parts.cameraStates == whole.cameraStates)
      #expect(parts.cameras == whole.cameras)
    }
  }

  @Test("a single frame of a long recording takes a few blocks of its manifest, and no decoding")
  func single() throws {
    let folder = try TestFolder()
    let text = (0..<4000).map { Self.line(2 * $0) + "\n" }.joined()
    try folder.put(text, "frames.jsonl")
    let handle = try FolderHandle(folder.path)
    for index in [0, 2, 3998, 4000, 7998] {
      let found = try #require(try RecordingIndex.find([index...index], in: handle))
      #expect(found.entries.map(\.index) == [index])
      #expect(found.work.decoded == 0 && found.work.bytes < text.utf8.count / 16)
      let line = text.utf8.dropFirst(found.entries[0].offset).prefix(30)
      #expect(String(decoding: line, as: UTF8.self).hasPrefix("{\"index\":\(index),"))
    }
    #expect(try RecordingIndex.find([4...4, 2...2, 4...4], in: handle)?.entries.map(\.index) == [2, 4])
    for absent in [[3...3], [2...4], [0...0, 8000...8000], [0...Int.max]] {
      #expect(try RecordingIndex.find(absent, in: handle) == nil)
    }
  }

  @Test(
    "what a search can't tell for certain is left to all lines",
    arguments: [
      "{\"index\": 2}", line(2).dropLast() + ",\"deleted\":true}", line(9), String(line(2).dropFirst()),
      line(1),
    ] as [String])
  func uncertain(line: String) throws {
    let folder = try TestFolder()
    try folder.put(
      [Self.line(0), Self.line(1), line, Self.line(3)].joined(separator: "\n") + "\n", "frames.jsonl")
    #expect(try RecordingIndex.find([2...2], in: FolderHandle(folder.path)) == nil)
  }

  @Test(
    "pictures are found by asking for each or by reading the folder: files only", arguments: [0, 1 << 20])
  func names(count: Int) throws {
    let folder = try TestFolder()
    try folder.put("x", "000001.jpg")
    try folder.put("x", "other.jpg")
    try folder.make("000002.jpg")
    try folder.link("000003.jpg", to: "000001.jpg")
    let handle = try FolderHandle(folder.path)
    let names = try PictureNames(handle, toAsk: count)
    #expect((0...4).map { names.contains($0, nil, handle) } == [false, true, false, false, false])
    #expect(names.contains(0, "other.jpg", handle) && !names.contains(1, "none.jpg", handle))
  }
}
