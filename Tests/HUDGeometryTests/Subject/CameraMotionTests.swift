import RealModule
import TestSupport
import Testing

@testable import HUDGeometry

/// What tells that the camera moves, and where those who are followed are then.
struct CameraMotionTests {
  private static let (columns, rows) = (240, 135)

  /// A scene of blotches, seen from a place in cells, with a dark post from one column on.
  private func plane(at x: Double, gain: Float = 1, post: Int? = nil, seed: UInt64 = 1) -> CellPlane {
    var plane = CellPlane(columns: Self.columns, rows: Self.rows)
    let phase = Double(seed)
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let (u, v) = (Double(column) + x, Double(row))
        let level =
          120 + 40 * Double.sin(u / 9 + phase) + 30 * Double.sin(u / 23 + v / 11) + 20 * Double.sin(u / 4.7)
        let isPost = post.map { column >= $0 && column < $0 + 40 } ?? false
        plane[column, row] = isPost ? 30 : gain > 0 ? Float(level) * gain : 150
      }
    }
    plane.pad()
    return plane
  }

  private func pans(_ frames: Int, _ frame: (Int) -> CellPlane) -> [Bool] {
    var test = PanTest(columns: Self.columns)
    return (0..<frames).map { test.update(frame($0), seconds: 1.0 / 30) }
  }

  @Test("a camera that pans is told after a third of a second, to either side", arguments: [1.0, -2.5])
  func pan(speed: Double) {
    let found = pans(20) { plane(at: speed * Double($0)) }
    #expect(found[10...].allSatisfy { $0 })
  }

  @Test("one that stands doesn't pan, nor if it shivers, if its light changes, or if somebody walks by")
  func stands() {
    var random = Seeded(3)
    let steps = (0..<40).map { _ in 2 * random.unit() - 1 }
    #expect(!pans(40) { _ in plane(at: 0) }.contains(true))
    #expect(!pans(40) { plane(at: steps[$0]) }.contains(true))
    #expect(!pans(40) { plane(at: 0, gain: 1 + 0.04 * Float(steps[$0])) }.contains(true))
    #expect(!pans(40) { plane(at: 0, post: 5 * $0) }.contains(true))
    // Before a bare wall nothing else is seen to stand.
    #expect(!pans(40) { plane(at: 0, gain: 0, post: 5 * $0) }.contains(true))
  }

  @Test("a hand's sway is large within two seconds, and no longer when the camera stands; a shiver isn't")
  func sway() {
    var sway = CameraSway()
    for frame in 0..<60 {
      let time = Double(frame) / 30
      sway.update(
        place: Point(2.5 * Double.sin(2 * time), Double.sin(3 * time)), turn: .zero, seconds: 1.0 / 30)
    }
    #expect(sway.isLarge)
    for _ in 0..<90 { sway.update(place: .zero, turn: .zero, seconds: 1.0 / 30) }
    #expect(!sway.isLarge)
    for frame in 0..<90 {
      sway.update(place: Point(frame % 2 == 0 ? 1 : -1, 0.5), turn: .zero, seconds: 1.0 / 30)
      #expect(!sway.isLarge)
    }
    sway.move()
    #expect(sway.isLarge)
  }

  /// A picture of one pixel a cell.
  private func picture(at x: Int, seed: UInt64 = 1) -> CellPicture {
    var picture = CellPicture(width: Self.columns, height: Self.rows)
    let plane = plane(at: Double(x), seed: seed)
    let luma = (0..<Self.columns * Self.rows).map { UInt8(plane[$0 % Self.columns, $0 / Self.columns]) }
    picture.load(luma: luma.span, bytesPerRow: Self.columns)
    return picture
  }

  private func mask(from left: Int) -> [UInt8] {
    (0..<Self.columns * Self.rows).map {
      let (x, y) = ($0 % Self.columns, $0 / Self.columns)
      return x >= left && x < left + 60 && y >= 40 && y < 120 ? 1 : 0
    }
  }

  @Test("those who are followed are where they have moved, also while a later frame is looked at")
  func track() {
    var track = PeopleTrack(columns: Self.columns, rows: Self.rows)
    track.take(picture(at: 0))
    track.find(mask(from: 80), picture(at: 0))
    #expect(track.mask == mask(from: 80))
    for x in 1...6 { track.follow(picture(at: 2 * x)) }
    #expect(track.mask == mask(from: 68))
    track.take(picture(at: 12))
    for x in 7...9 { track.follow(picture(at: 2 * x)) }
    // The frame that was taken had them here.
    track.find(mask(from: 70), picture(at: 18))
    #expect(track.mask == mask(from: 64))
  }

  @Test("in another picture nobody is followed, nor once they are found no more")
  func lost() {
    var track = PeopleTrack(columns: Self.columns, rows: Self.rows)
    track.take(picture(at: 0))
    track.find(mask(from: 80), picture(at: 0))
    #expect(!track.isEmpty)
    var black = CellPicture(width: Self.columns, height: Self.rows)
    let none = [UInt8](repeating: 16, count: Self.columns * Self.rows)
    black.load(luma: none.span, bytesPerRow: Self.columns)
    track.follow(black)
    #expect(track.isEmpty && !track.mask.contains(1))
    track.take(picture(at: 0))
    track.find(mask(from: 80), picture(at: 0))
    track.take(picture(at: 0))
    track.find([UInt8](repeating: 0, count: Self.columns * Self.rows), picture(at: 0))
    #expect(track.isEmpty && !track.mask.contains(1))
  }
}
