import CAllocationCounter
import TestSupport
import Testing

@testable import HUDGeometry

/// Bodies that cross, touch, leave and come back, on masks drawn for it.
@Suite("Several bodies")
struct BodyTests {
  private static let (columns, rows) = (240, 135)

  /// Somebody with a head, upright.
  private struct Person {
    var x: Double
    var bottom = 110
    var height = 80
    var luma: UInt8

    func covers(_ column: Int, _ row: Int) -> Bool {
      let rise = Double(bottom - row) / Double(height)
      guard rise > 0, rise <= 1 else { return false }
      let half = Double(height) * (rise > 0.84 ? 0.07 : rise > 0.45 ? 0.15 : 0.1)
      return abs(Double(column) + 0.5 - x) < half
    }
  }

  private struct Scene {
    var tracker = BodyTracker(columns: columns, rows: rows)
    var components = MaskComponents(columns: columns, rows: rows)
    var picture = CellPicture(width: columns, height: rows)

    /// A frame in which the last of the people is nearest.
    mutating func show(_ people: [Person], seconds: Double = 1.0 / 30) {
      var luma = [UInt8](repeating: 120, count: columns * rows)
      var mask = [UInt8](repeating: 0, count: columns * rows)
      for person in people {
        for y in 0..<rows {
          for x in 0..<columns where person.covers(x, y) {
            (luma[y * columns + x], mask[y * columns + x]) = (person.luma, 1)
          }
        }
      }
      picture.load(luma: luma.span, bytesPerRow: columns)
      guard components.read(mask, leastArea: 130) else { return tracker.loseAll(seconds: seconds) }
      if tracker.mayBeSeveral(components) {
        tracker.follow(components, picture: picture, leastArea: 130, seconds: seconds)
      } else {
        let box = components.components[0].box
        let area = components.subjectArea
        tracker.followOne(box, area: area, mask: mask, picture: picture, seconds: seconds, isConfirmed: true)
      }
    }

    /// The identity of whoever is seen at a cell; 0 for nobody.
    func id(at x: Double, _ row: Int) -> Int {
      let label = Int(tracker.labels[row * columns + Int(x)])
      return label > 0 ? tracker.bodies[label - 1].id : 0
    }

    var seen: [Body] { tracker.bodies.filter { $0.isSeen && $0.id > 0 } }

    /// What must always hold.
    func check(_ people: Int) {
      let ids = tracker.bodies.map(\.id).filter { $0 > 0 }
      #expect(Set(ids).count == ids.count)
      #expect(seen.count <= people)
      for body in seen where tracker.areSeveral {
        #expect(body.bounds.left >= 0 && body.bounds.top >= 0)
        #expect(body.bounds.right <= columns && body.bounds.bottom <= rows)
        #expect(body.area > 0)
      }
    }
  }

  @Test(
    "two who cross keep their identities, and the subject stays the same", arguments: [(50, 200), (120, 120)])
  func crossing(lumas: (UInt8, UInt8)) {
    var scene = Scene()
    var (first, second, main) = (0, 0, 0)
    for frame in 0..<150 {
      let (a, b) = (30 + 1.2 * Double(frame), 210 - 1.2 * Double(frame))
      // Those of one luma still differ from the scene's.
      scene.show([
        Person(x: b, bottom: 106, luma: lumas.1 == 120 ? 60 : lumas.1),
        Person(x: a, luma: lumas.0 == 120 ? 60 : lumas.0),
      ])
      scene.check(2)
      if frame == 30 {
        (first, second, main) = (scene.id(at: a, 70), scene.id(at: b, 70), scene.tracker.mainID)
        #expect(first > 0 && second > 0 && first != second && (main == first || main == second))
      }
      if frame == 130 {
        #expect(scene.id(at: a, 70) == first && scene.id(at: b, 70) == second)
      }
      if frame > 30 { #expect(scene.tracker.mainID == main, "frame \(frame)") }
    }
  }

  @Test("two who touch and part again are two all the time")
  func touching() {
    var scene = Scene()
    var ids: [Int] = []
    for frame in 0..<160 {
      let apart = frame < 60 ? 75 - Double(frame) : frame < 110 ? 15 : Double(frame) - 95
      let (a, b) = (120 - apart, 120 + apart - 4)
      scene.show([Person(x: a, luma: 60), Person(x: b, height: 76, luma: 190)])
      scene.check(2)
      if frame == 30 { ids = [scene.id(at: a, 70), scene.id(at: b, 70)] }
      if frame > 30 {
        #expect(scene.seen.count == 2, "frame \(frame)")
        #expect([scene.id(at: a, 70), scene.id(at: b, 70)] == ids, "frame \(frame)")
      }
    }
  }

  @Test("two who come touching are told apart by the valley between them; one alone stays one")
  func together() {
    var scene = Scene()
    for frame in 0..<60 {
      let x = 80 + Double(frame)
      scene.show([Person(x: x, luma: 60), Person(x: x + 22, height: 74, luma: 190)])
      if frame > 40 {
        #expect(scene.seen.count == 2, "frame \(frame)")
        #expect(scene.id(at: x, 70) != scene.id(at: x + 22, 70))
      }
    }
    var alone = Scene()
    for frame in 0..<60 {
      alone.show([Person(x: 80 + Double(frame), luma: 60)])
      #expect(alone.tracker.bodies.count == 1 && alone.tracker.mainID == 1)
    }
  }

  @Test("one who is lost for less than a second is the same, later another")
  func lost() {
    for (gap, isSame) in [(20, true), (60, false)] {
      var scene = Scene()
      var id = 0
      for frame in 0..<(80 + gap) {
        let isThere = frame < 40 || frame >= 40 + gap
        let standing = Person(x: 60, height: 90, luma: 60)
        let other = Person(x: 170, luma: 200)
        scene.show(isThere ? [standing, other] : [standing])
        scene.check(2)
        if frame == 39 { id = scene.id(at: 170, 70) }
      }
      #expect(id > 0 && (scene.id(at: 170, 70) == id) == isSame)
    }
  }

  @Test("of two of like size the subject stays the one of before; a much larger one takes over")
  func subject() {
    var scene = Scene()
    for frame in 0..<120 {
      // In turn a little larger.
      let grows = frame / 10 % 2 * 6
      scene.show([
        Person(x: 60, height: 78 + grows, luma: 60), Person(x: 170, height: 84 - grows, luma: 200),
      ])
      if frame > 20 { #expect(scene.tracker.mainID == scene.id(at: 170, 70), "frame \(frame)") }
    }
    for _ in 0..<30 {
      scene.show([Person(x: 60, bottom: 130, height: 125, luma: 60), Person(x: 170, luma: 200)])
    }
    #expect(scene.tracker.mainID == scene.id(at: 60, 70))
  }

  @Test(
    "an analyzer outlines two who walk past each other, each within its box, and allocates nothing",
    .countsAllocations)
  func outlines() {
    var analyzer = HUDAnalyzer(
      settings: HUDSettings(detectsHorizon: false), lumaWidth: Self.columns, lumaHeight: Self.rows)
    var seen = 0
    var ids = Set<Int>()
    var allocations: UInt64 = 0
    for frame in 0..<120 {
      let people =
        frame < 15
        ? []
        : [Person(x: 20 + 1.5 * Double(frame), luma: 40), Person(x: 220 - 1.5 * Double(frame), luma: 210)]
      var random = Seeded(UInt64(frame))
      var luma = [UInt8](repeating: 0, count: Self.columns * Self.rows)
      for y in 0..<Self.rows {
        for x in 0..<Self.columns {
          let own = people.last { $0.covers(x, y) }?.luma ?? UInt8(100 + (x / 6 + y / 6) % 3 * 14)
          luma[y * Self.columns + x] = own + UInt8.random(in: 0...3, using: &random)
        }
      }
      let before = callocation_count_thread()
      analyzer.update(luma: luma.span, bytesPerRow: Self.columns, nanoseconds: Int64(frame) * 33_333_333)
      // Once both outlines have had their longest.
      if frame >= 50 { allocations += callocation_count_thread() - before }
      let subjects = analyzer.reading.subjects
      #expect(subjects.isEmpty || subjects.count == 2)
      #expect(Set(subjects.map(\.id)).count == subjects.count)
      if !subjects.isEmpty { seen += 1 }
      for one in subjects {
        ids.insert(one.id)
        #expect(one.box.x >= 0 && one.box.y >= 0 && one.box.maxX <= 1 && one.box.maxY <= 1)
        let bounds = one.contour.bounds
        #expect(abs(bounds.x - one.box.x) * Double(Self.columns) < 1)
        #expect(abs(bounds.maxY - one.box.maxY) * Double(Self.rows) < 1)
      }
      if let first = subjects.first { #expect(first.id == analyzer.reading.subject.id) }
    }
    #expect(allocations == 0)
    #expect(seen > 60 && ids == [1, 2], "\(seen) frames, \(ids)")
  }

  @Test("whoever leaves is no longer seen, and isn't known after a second")
  func leaving() {
    var scene = Scene()
    for frame in 0..<100 {
      scene.show(
        frame < 40 ? [Person(x: 60, luma: 60), Person(x: 170, luma: 200)] : [Person(x: 60, luma: 60)])
      if frame == 45 { #expect(scene.seen.count == 1) }
    }
    #expect(scene.tracker.bodies.count == 1 && !scene.tracker.areSeveral)
  }
}
