import CaptureKit
import Compositor
import HostResources
import Testing

@testable import Pipeline

@Suite("Pictures from before a trigger")
struct PreRollTests {
  private let second: Int64 = 1_000_000_000

  /// A picture whose line says that so many frames were lost before it.
  private func picture(_ gap: Int = 0) -> OutputFrame {
    let picture = OutputFrame(capacity: 64)
    let format = StreamFormat(
      pixelFormat: .grey, size: .init(clampingWidth: 8, height: 8), bytesPerRow: 8, framesPerSecond: 10,
      encoding: .jpeg)
    picture.note(gaps: [CameraInput(slot: FrameSlot(capacity: 64, format: format), gap: gap)])
    picture.line.key("gap")
    picture.line.value(gap)
    return picture
  }

  private func drained(_ preRoll: PreRoll, room: Int = .max) -> [Int64] {
    var times: [Int64] = []
    preRoll.drain(hasRoom: { times.count < room }) { times.append($1) }
    return times
  }

  @Test("only what is recent enough is recorded; the rest is given back to be used again")
  func span() {
    let preRoll = PreRoll(.seconds(2), framesPerSecond: 10)
    let pictures = (0..<50).map { _ in picture() }
    for (number, picture) in pictures.enumerated() {
      preRoll.hold(picture, nanoseconds: Int64(number) * second / 10, isDue: false)
      #expect(drained(preRoll) == [])
    }
    #expect(pictures.prefix(29).allSatisfy(\.isFree) && pictures.suffix(21).allSatisfy { !$0.isFree })
    let trigger = picture()
    preRoll.hold(trigger, nanoseconds: 5 * second, isDue: true)
    #expect(drained(preRoll) == (29...50).map { Int64($0) * second / 10 })
    #expect(pictures.allSatisfy(\.isFree) && trigger.isFree)
  }

  @Test("a disk that is behind gets them in order, later; nothing that is due is given up meanwhile")
  func slow() {
    let preRoll = PreRoll(.seconds(1), framesPerSecond: 10)
    for number in 0..<10 { preRoll.hold(picture(), nanoseconds: Int64(number), isDue: number == 9) }
    #expect(drained(preRoll, room: 3) == [0, 1, 2])
    preRoll.hold(picture(), nanoseconds: 100 * second, isDue: false)
    #expect(preRoll.isDraining && drained(preRoll, room: 4) == [3, 4, 5, 6])
    #expect(drained(preRoll) == [7, 8, 9])
    #expect(!preRoll.isDraining && drained(preRoll) == [])
  }

  @Test("memory is bounded: beyond it a due picture is handed on though there is no room")
  func bounded() {
    let preRoll = PreRoll(.seconds(1), framesPerSecond: 10)
    var handed = 0
    for number in 0..<100 {
      preRoll.hold(picture(), nanoseconds: Int64(number), isDue: true)
      preRoll.drain(hasRoom: { false }) { _, _ in handed += 1 }
    }
    #expect(handed == 100 - preRoll.most)
  }

  @Test("frames lost before pictures that are given up stand in the next line")
  func losses() {
    let preRoll = PreRoll(.milliseconds(250), framesPerSecond: 10)
    for number in 0..<8 {
      preRoll.hold(picture(number), nanoseconds: Int64(number) * second / 10, isDue: number == 7)
    }
    var lines: [String] = []
    preRoll.drain(hasRoom: { true }) { picture, _ in
      lines.append(String(decoding: picture.line.bytes, as: UTF8.self))
    }
    // 0 to 3 were given up: their six losses are the next one's, beside its own four.
    #expect(lines.map { $0.filter { !", \"".contains($0) } } == ["gap:10", "gap:5", "gap:6", "gap:7"])
  }

  @Test("at the end, what isn't due is given back")
  func end() {
    let preRoll = PreRoll(.seconds(1), framesPerSecond: 10)
    let (due, other) = (picture(), picture())
    preRoll.hold(due, nanoseconds: 0, isDue: true)
    preRoll.hold(other, nanoseconds: 1, isDue: false)
    preRoll.close()
    #expect(other.isFree && !due.isFree && drained(preRoll) == [0] && due.isFree)
  }
}
