import Foundation
import HostResources
import PixelTypes
import TestPictures
import Testing

@testable import Compositor
@testable import Pipeline
@testable import Recordings

@Suite("Pictures from before a trigger")
struct PreRollTests {
  private let second: Int64 = 1_000_000_000
  private let arranged = Arranged(0, TestRecording.session())

  /// A picture of cameras by their numbers, of each of which so many frames were lost before it in all; those that are gone have
  /// no frame.
  private func picture(_ lost: [Int: Int] = [:], gone: Set<Int> = []) -> Picture {
    let picture = Picture(capacity: 64)
    picture.facts.cameras = lost.sorted { $0.key < $1.key }.map { number, lost in
      var camera = PictureFacts.Camera()
      camera.id = number == 0 ? "primary" : "secondary"
      (camera.number, camera.lost) = (number, lost)
      if !gone.contains(number) {
        camera.frame = PictureFacts.Frame(
          sequence: 0, time: FrameTime(nanoseconds: 0, clock: .monotonic), byteCount: 1)
      }
      return camera
    }
    return picture
  }

  /// The losses that a picture's line tells of, by camera.
  private func gaps(_ issue: Recordings.Issue) throws -> [String: Int] {
    var line = JSONBytes(capacity: 4096)
    LineFacts(issue.picture.facts, issue.news, index: 0, file: FileName()).write(to: &line)
    let read = try JSONDecoder().decode(PictureLine.self, from: Data(line.bytes))
    return Dictionary(uniqueKeysWithValues: read.cameras.compactMap { own in own.gap.map { (own.id, $0) } })
  }

  private func candidate(_ picture: Picture, _ nanoseconds: Int64) -> Candidate {
    Candidate(
      issue: Issue(picture), nanoseconds: nanoseconds, arranged: arranged, counts: RecordedCounts())
  }

  private func drained(_ preRoll: PreRoll, room: Int = .max) -> [Int64] {
    var times: [Int64] = []
    preRoll.drain(hasRoom: { times.count < room }) { times.append($0.nanoseconds) }
    return times
  }

  @Test("only what is recent enough is recorded; the rest is given back to be used again")
  func span() {
    let preRoll = PreRoll(.seconds(2), framesPerSecond: 10)
    let pictures = (0..<50).map { _ in picture() }
    for (number, picture) in pictures.enumerated() {
      preRoll.hold(candidate(picture, Int64(number) * second / 10), isDue: false)
      #expect(drained(preRoll) == [])
    }
    #expect(pictures.prefix(29).allSatisfy(\.isFree) && pictures.suffix(21).allSatisfy { !$0.isFree })
    let trigger = picture()
    preRoll.hold(candidate(trigger, 5 * second), isDue: true)
    #expect(drained(preRoll) == (29...50).map { Int64($0) * second / 10 })
    #expect(pictures.allSatisfy(\.isFree) && trigger.isFree)
  }

  @Test("a disk that is behind gets them in order, later; nothing that is due is given up meanwhile")
  func slow() {
    let preRoll = PreRoll(.seconds(1), framesPerSecond: 10)
    for number in 0..<10 { preRoll.hold(candidate(picture(), Int64(number)), isDue: number == 9) }
    #expect(drained(preRoll, room: 3) == [0, 1, 2])
    preRoll.hold(candidate(picture(), 100 * second), isDue: false)
    #expect(preRoll.isDraining && drained(preRoll, room: 4) == [3, 4, 5, 6])
    #expect(drained(preRoll) == [7, 8, 9])
    #expect(!preRoll.isDraining && drained(preRoll) == [])
  }

  @Test("memory is bounded: beyond it a due picture is handed on though there is no room")
  func bounded() {
    let preRoll = PreRoll(.seconds(1), framesPerSecond: 10)
    var handed = 0
    for number in 0..<100 {
      preRoll.hold(candidate(picture(), Int64(number)), isDue: true)
      preRoll.drain(hasRoom: { false }) { _ in handed += 1 }
    }
    #expect(handed == 100 - preRoll.most)
  }

  @Test(
    "frames lost before pictures that are given up or not taken stand in the camera's next line, even without a frame of it",
    arguments: [[], [0], [1], [0, 1]] as [Set<Int>])
  func losses(gone: Set<Int>) {
    let preRoll = PreRoll(.milliseconds(250), framesPerSecond: 10)
    // Before each picture the one camera lost as many frames as its number says, the other ten times as many; the sixth and
    // the seventh picture show only one of them.
    for number in 0..<9 {
      let sum = number * (number + 1) / 2
      var lost = [0: sum, 1: 10 * sum]
      if number == 6 { lost[0] = nil }
      if number == 7 { lost[1] = nil }
      preRoll.hold(candidate(picture(lost, gone: gone), Int64(number) * second / 10), isDue: number == 8)
    }
    var told = ToldFacts(cameras: 2)
    var lines: [[String: Int]] = []
    preRoll.drain(hasRoom: { true }) { candidate in
      lines.append((try? gaps(told.recorded(candidate.issue))) ?? [:])
      // The first is refused.
      if lines.count > 1 { told.tell(candidate) }
    }
    // 0 to 4 were given up.
    #expect(
      lines == [
        ["primary": 15, "secondary": 150], ["secondary": 210], ["primary": 28],
        ["primary": 8, "secondary": 150],
      ])
    #expect(told.lost(by: 0) == 36 && told.lost(by: 1) == 360)
  }

  @Test("its memory is told, and refused if the machine has less")
  func memory() throws {
    // 30 pictures of 3 s, and 10 + 1 more.
    let preRoll = PreRoll(.seconds(3), framesPerSecond: 10)
    #expect(preRoll.most == 41)
    for available in [nil, 41_000_000] {
      #expect(
        try preRoll.demand(first: 1_000_000, largest: 4_000_000, available: available).hasSuffix(
          "41.0 MB if they are as large as the first, 164.0 MB at most"))
    }
    #expect(
      try preRoll.demand(first: 0, largest: 4_000_000, available: 1).hasSuffix("disk: 164.0 MB at most"))
    let refusal = #expect(throws: ResourceShortage.self) {
      try preRoll.demand(first: 1_000_000, largest: 4_000_000, available: 40_999_999)
    }
    #expect(refusal?.what.contains("holds 41.0 MB of pictures in memory, and only 41.0 MB is free") == true)
  }

  @Test("what is dropped is told oldest first, by time and at the end")
  func order() throws {
    let preRoll = PreRoll(.seconds(1), framesPerSecond: 10)
    var dropped: [Int64] = []
    for number in 0..<3 {
      preRoll.hold(candidate(picture(), Int64(number)), isDue: false) { dropped.append($0.nanoseconds) }
    }
    preRoll.hold(candidate(picture(), 50 * second), isDue: false) { dropped.append($0.nanoseconds) }
    #expect(dropped == [0, 1, 2])
    preRoll.hold(candidate(picture(), 50 * second + 1), isDue: false) { dropped.append($0.nanoseconds) }
    preRoll.close { dropped.append($0.nanoseconds) }
    #expect(dropped == [0, 1, 2, 50 * second, 50 * second + 1])
  }

  @Test("at the end, what isn't due is given back")
  func end() {
    let preRoll = PreRoll(.seconds(1), framesPerSecond: 10)
    let (due, other) = (picture(), picture())
    preRoll.hold(candidate(due, 0), isDue: true)
    preRoll.hold(candidate(other, 1), isDue: false)
    preRoll.close()
    #expect(other.isFree && !due.isFree && drained(preRoll) == [0] && due.isFree)
  }
}
