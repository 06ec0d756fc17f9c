import Foundation
import HostResources
import TestPictures
import TestSupport
import Testing

@testable import Pipeline
@testable import Recordings

@Suite("A recording in segments")
struct SegmentTests {
  private func names(_ folder: TestFolder) throws -> [String] {
    try folder.names().filter { !$0.hasPrefix(".") }
  }

  @Test("each segment is a recording of its own, and the whole verifies and lists")
  func whole() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, segment: .bytes(1))
    try test.write(3)
    try test.begin()
    try test.begin(andWrite: 1)
    try test.finish()
    #expect(try names(folder) == ["000000", "000001", "000002"])
    #expect(try (0..<3).map { try folder.pictures("00000\($0)") } == [[0, 1, 2], [0], [0, 1]])
    #expect(test.sink.frames == 6)
    let report = try RecordingVerifier(folder.path).run()
    #expect(report.problems == [] && report.frames == 6)
    for number in 0..<3 {
      #expect(try folder.problems("00000\(number)") == [])
      let session = try SessionFile.read(FolderHandle(folder.file("00000\(number)")))
      #expect(session?.totals?.frames == [3, 1, 2][number])
    }
    #expect(try RecordingLibrary(folder.path).list().map(\.frames) == [3, 1, 2])
  }

  @Test(
    "a folder that is renamed meanwhile is recorded into all the same, and nothing is made where it was",
    arguments: [nil, 4])
  func renamed(budget: Int?) throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.file("a"), budget: budget, segment: .bytes(1))
    try test.write(2)
    try test.begin()
    try FileManager.default.moveItem(atPath: folder.file("a"), toPath: folder.file("b"))
    try test.write(1)
    for _ in 0..<3 { try test.begin(andWrite: 1) }
    try test.finish()
    #expect(try folder.names() == ["b"])
    let segments = try folder.names("b").compactMap { SegmentFolder.number(of: $0) }
    #expect(segments.sorted() == (budget == nil ? [0, 1, 2, 3, 4] : [2, 3, 4]))
    let report = try RecordingVerifier(folder.file("b")).run()
    #expect(report.problems == [] && report.frames == (budget == nil ? 10 : 4))
  }

  @Test("a folder without segments that is renamed meanwhile is recorded into, and freed in, all the same")
  func renamedWhole() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.file("a"), budget: 3)
    try test.write(2)
    try FileManager.default.moveItem(atPath: folder.file("a"), toPath: folder.file("b"))
    try test.write(4)
    try test.finish()
    #expect(try folder.names() == ["b"])
    #expect(try folder.pictures("b") == [3, 4, 5])
    #expect(try folder.problems("b") == [])
  }

  @Test("a restart goes on with the next segment, or with one that has no picture as yet")
  func restart() throws {
    let folder = try TestFolder()
    for run in 0..<3 {
      let test = try TestSink(folder.path, segment: .bytes(1))
      if run == 1 { continue }
      try test.write(2)
      try test.finish()
    }
    #expect(try names(folder) == ["000000", "000001"])
    #expect(try folder.problems() == [])
  }

  @Test("a segment that a killed run left is repaired by the next one")
  func repair() throws {
    let folder = try TestFolder()
    do {
      let test = try TestSink(folder.path, segment: .bytes(1))
      try test.write(2)
    }
    try folder.put("half", "000000/.000002.jpg.tmp")
    try folder.put(try folder.text("000000/frames.jsonl") + "{\"in", "000000/frames.jsonl")
    // What a kill leaves half isn't wrong, only unchecked.
    #expect(try folder.problems() == [])
    #expect(try RecordingVerifier(folder.path).run().notChecked.isEmpty == false)
    let test = try TestSink(folder.path, segment: .bytes(1))
    #expect(test.sink.notices.take().count == 2)
    try test.write(1)
    try test.finish()
    #expect(try folder.problems() == [])
    #expect(try names(folder) == ["000000", "000001"])
  }

  @Test("a missing segment, a missing picture in one and one half removed are found")
  func faults() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, segment: .bytes(1))
    try test.write(2)
    for _ in 0..<3 { try test.begin() }
    try test.finish()
    try folder.remove("000001")
    try folder.remove("000002/000000.jpg")
    try folder.make(".000000.tmp")
    #expect(try folder.problems().map(\.file) == ["000001", ".000000.tmp", "000002/000000.jpg"])
  }

  @Test("however many are missing, they are one problem; after the last number there is none")
  func hole() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, segment: .bytes(1))
    try test.write(1)
    try test.finish()
    let last = SegmentFolder.name(PictureNumber.range.upperBound)
    try FileManager.default.copyItem(atPath: folder.file("000000"), toPath: folder.file(last))
    let problems = try folder.problems()
    #expect(problems.map(\.file) == ["000001"])
    #expect(problems.first?.what == "is missing, as are all up to 999999999999999998")
    #expect(throws: FileError.self) { try TestSink(folder.path, segment: .bytes(1)) }
  }

  @Test("a budget goes over all segments, and those that are empty go whole")
  func budget() throws {
    let folder = try TestFolder()
    do {
      let test = try TestSink(folder.path, budget: 5, segment: .bytes(1))
      try test.write(3)
      for _ in 0..<3 { try test.begin(andWrite: 2) }
      #expect(try names(folder) == ["000002", "000003", "freed.json"])
      #expect(try folder.pictures("000002") == [1, 2])
      #expect(try folder.pictures("000003") == [0, 1, 2])
      try test.finish()
      #expect(test.sink.freed == 7)
    }
    #expect(try folder.problems() == [])
    #expect(try FreedMark.read(FolderHandle(folder.path)) == FreedMark(before: 2, pictures: 6))
    // After a restart what is there counts.
    let next = try TestSink(folder.path, budget: 5, segment: .bytes(1))
    try next.write(3)
    try next.finish()
    #expect(try names(folder) == ["000003", "000004", "freed.json"])
    #expect(try folder.problems() == [])
  }

  @Test("a freed segment that a power cut brought back in part is removed by the next start")
  func doomed() throws {
    let folder = try TestFolder()
    do {
      let test = try TestSink(folder.path, budget: 3, durability: .file, segment: .bytes(1))
      try test.write(2)
      try test.begin(andWrite: 2)
      try test.finish()
    }
    for name in ["000001.jpg", "frames.jsonl", "session.json"] {
      try folder.put("back", ".000000.tmp/\(name)")
    }
    #expect(try folder.problems().map(\.file) == [".000000.tmp"])
    try TestSink(folder.path, budget: 3, segment: .bytes(1)).write()
    #expect(!folder.exists(".000000.tmp"))
    #expect(try folder.problems() == [])
  }

  @Test(
    "a list that was being written when a run was killed is removed by the next start, whichever segment it is in"
  )
  func unfinishedLists() throws {
    let folder = try TestFolder()
    do {
      let test = try TestSink(folder.path, segment: .bytes(1))
      try test.write(1)
      for _ in 0..<2 { try test.begin(andWrite: 1) }
      try test.finish()
    }
    let left = [
      ".freed.json.tmp", "000000/.freed.json.tmp", "000001/.kept.json.tmp", "000002/.deleted.json.tmp",
    ]
    for name in left { try folder.put("{", name) }
    #expect(try folder.problems().map(\.file) == Array(left.dropFirst()))
    let next = try TestSink(folder.path, segment: .bytes(1))
    #expect(next.sink.notices.take().count == 4)
    try next.finish()
    #expect(!left.contains(where: folder.exists))
    #expect(try folder.problems() == [])
  }

  @Test("a segment with a kept picture stays with it")
  func kept() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path, budget: 4, segment: .bytes(1))
    try test.write(3)
    _ = try RecordingLibrary(folder.file("000000")).keep(FrameSelection(frames: [1]))
    for _ in 0..<4 { try test.begin(andWrite: 1) }
    try test.finish()
    #expect(try folder.pictures("000000") == [1])
    #expect(try folder.problems() == [])
  }

  @Test("when all segments were freed but the last, numbers still rise")
  func numbers() throws {
    let folder = try TestFolder()
    for _ in 0..<4 {
      let test = try TestSink(folder.path, budget: 2, segment: .bytes(1))
      try test.write(2)
      try test.finish()
      #expect(try folder.problems() == [])
    }
    #expect(
      try names(folder) == ["000003", "freed.json"] || names(folder) == ["000002", "000003", "freed.json"])
  }

  @Test("a folder has segments or a recording, not both, and the message says what to do")
  func notBoth() throws {
    let folder = try TestFolder()
    try TestRecording.record(1, into: folder.file("plain"))
    try TestSink(folder.file("parts"), segment: .bytes(1)).write()
    for (name, segment) in [("plain", SegmentLength.bytes(1)), ("parts", nil)] {
      let error = #expect(throws: FileError.self) { try TestSink(folder.file(name), segment: segment) }
      #expect(error?.exitCode == 64 && "\(error, default: "")".contains("--segment"))
    }
    for action in [
      { _ = try RecordingLibrary(folder.file("parts")).keep(.all) },
      { _ = try ContactSheet(folder: folder.file("parts")) },
    ] {
      let error = #expect(throws: FileError.self) { try action() }
      #expect(error.map { "\($0)".contains("parts/000000") } == true)
    }
  }

  @Test("without segments a new run begins in the same folder")
  func newRun() throws {
    let folder = try TestFolder()
    let test = try TestSink(folder.path)
    try test.write(2)
    try test.begin(andWrite: 3)
    try test.finish()
    let session = try #require(try SessionFile.read(FolderHandle(folder.path)))
    #expect(session.runs.map(\.firstIndex) == [0, 2])
    #expect(session.runs.map(\.totals?.frames) == [2, 4])
    #expect(try folder.problems() == [])
  }

  @Test("segments by time begin at whole lengths from the first picture, whatever the pictures' jitter")
  func clock() {
    var random = Seeded(3)
    var clock = SegmentClock(.duration(.seconds(10)))
    var begun: [Int64] = []
    let origin: Int64 = 123_456_789
    for number in 0..<50_000 {
      let time = origin + Int64(number) * 33_333_333 + Int64.random(in: 0..<15_000_000, using: &random)
      let isFirst = clock.isDue(nanoseconds: time, bytes: 1000)
      if isFirst { begun.append((time - origin) / 10_000_000_000) }
      clock.took(nanoseconds: time, bytes: 1000, isFirst: isFirst)
    }
    #expect(begun == Array(1...Int64(50_000 * 33_333_333 / 10_000_000_000)))
  }

  @Test("segments by size, on request, and after a gap of several lengths")
  func clockOther() {
    var bySize = SegmentClock(.bytes(2500))
    var first: [Int] = []
    for number in 0..<10 {
      let isFirst = bySize.isDue(nanoseconds: 0, bytes: 1000)
      if isFirst { first.append(number) }
      bySize.took(nanoseconds: 0, bytes: 1000, isFirst: isFirst)
    }
    #expect(first == [2, 4, 6, 8])

    // By the arrangement, even for the first picture: the description has another.
    var plain = SegmentClock(nil)
    #expect(!plain.isDue(nanoseconds: 0, bytes: 1) && plain.isDue(nanoseconds: 0, bytes: 1, arrangement: 1))
    plain.took(nanoseconds: 0, bytes: 1, isFirst: true, arrangement: 1)
    #expect(!plain.isDue(nanoseconds: 1, bytes: 1, arrangement: 1))
    #expect(plain.isDue(nanoseconds: 2, bytes: 1, arrangement: 2))
    plain.took(nanoseconds: 2, bytes: 1, isFirst: true, arrangement: 2)
    #expect(!plain.isDue(nanoseconds: 3, bytes: 1, arrangement: 2))

    var byTime = SegmentClock(.duration(.seconds(1)))
    byTime.took(nanoseconds: 0, bytes: 1, isFirst: false)
    #expect(byTime.isDue(nanoseconds: 5_500_000_000, bytes: 1))
    byTime.took(nanoseconds: 5_500_000_000, bytes: 1, isFirst: true)
    #expect(!byTime.isDue(nanoseconds: 5_900_000_000, bytes: 1))
    #expect(byTime.isDue(nanoseconds: 6_000_000_000, bytes: 1))
  }
}
