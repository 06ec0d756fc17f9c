import CGuides
import TestSupport
import Testing

@testable import HUDGeometry

@Suite("What stands still on a moving picture")
struct StillPartsTests {
  private static let width = 240
  private static let height = 135

  /// A texture that has moved to the right by so many pixels, and strokes of text at the top left that haven't.
  private func picture(movedBy shift: Int, hasText: Bool, isStriped: Bool = false) -> [UInt8] {
    var random = Seeded(3)
    let texture = (0..<Self.height).map { _ in
      (0..<2 * Self.width).map { _ in UInt8(random.next() % 90 + 60) }
    }
    return (0..<Self.width * Self.height).map { i in
      let (x, y) = (i % Self.width, i / Self.width)
      if hasText, x < 60, (8..<20).contains(y) { return (x / 3 + y / 4) % 2 == 0 ? 240 : 10 }
      if isStriped { return y % 8 < 4 ? 60 : 180 }
      let row = texture[y]
      // Three samples blended, so that edges are as soft as a camera's.
      let at = x - shift + Self.width / 2
      return UInt8((Int(row[at]) + 2 * Int(row[at + 1]) + Int(row[at + 2])) / 4)
    }
  }

  /// What is hidden after so many pictures, each moved by so many pixels more than the last, and told to be, or by others.
  private func hidden(
    steps: Int, by step: Int, hasText: Bool = true, isStriped: Bool = false, told: Int? = nil
  ) -> (share: Double, outside: Int) {
    var estimator = HorizonEstimator(
      width: Self.width, height: Self.height, viewfinderAspect: Double(Self.width) / Double(Self.height))
    for number in 0..<steps {
      let pixels = picture(movedBy: number * step, hasText: hasText, isStriped: isStriped)
      if number > 0 {
        estimator.fixed.follow(Point(Double(told ?? step) / Double(Self.width), 0), turnedBy: 0)
      }
      estimator.readEdges(pixels.span, bytesPerRow: Self.width)
    }
    let still = estimator.fixed
    var (inside, all, outside) = (0, 0, 0)
    for (x, y) in Places(8..<Self.width - 8, 8..<Self.height - 8) {
      let isText = x < 60 && y < 20
      if isText {
        all += 1
        inside += still.hides(x: x, y: y) ? 1 : 0
      } else if still.hides(x: x, y: y), x >= 68 || y >= 28 {
        outside += 1
      }
    }
    return (Double(inside) / Double(all), outside)
  }

  @Test("text is hidden after three comparisons, and nothing beyond a cell from it")
  func text() {
    let hidden = hidden(steps: 4, by: 5)
    #expect(hidden.share > 0.9 && hidden.outside == 0)
  }

  @Test("nothing is hidden of a scene alone, before a standing camera, or if the camera hardly moves")
  func nothing() {
    #expect(hidden(steps: 8, by: 5, hasText: false).share == 0)
    #expect(hidden(steps: 8, by: 0).share == 0)
    #expect(hidden(steps: 3, by: 1).share == 0)
  }

  @Test("edges along the movement look the same, but are the scene's")
  func along() { #expect(hidden(steps: 8, by: 5, hasText: false, isStriped: true).share == 0) }

  @Test("if most stands still, the camera does")
  func wrong() { #expect(hidden(steps: 8, by: 0, told: 5) == (0, 0)) }

  @Test("comparisons are the same with and without wide vectors")
  func kernel() {
    let (now, before) = (picture(movedBy: 7, hasText: true), picture(movedBy: 0, hasText: true))
    var random = Seeded(5)
    let gradients = (0..<2).map { _ in
      now.map { _ in Int16(truncatingIfNeeded: Int(random.next() % 16_000) - 8_000) }
    }
    let (cell, columns, rows) = (5, 47, 26)
    var motion = cguides_motion(x: 5, y: -3, turn: 0.04, middle_x: 120, middle_y: 67.5)
    let empty = [cguides_fixed_cell](repeating: cguides_fixed_cell(), count: columns * rows)
    var (fast, plain) = (empty, empty)
    unsafe cguides_fixed(
      now, Self.width, before, gradients[0], gradients[1], 240, CInt(cell), CInt(columns), CInt(rows),
      &motion,
      &fast)
    unsafe cguides_fixed_plain(
      now, Self.width, before, gradients[0], gradients[1], 240, CInt(cell), CInt(columns), CInt(rows),
      &motion,
      &plain)
    #expect(
      zip(fast, plain).allSatisfy {
        $0.count == $1.count && $0.expected == $1.expected && $0.change == $1.change && $0.moved == $1.moved
      })
    #expect(fast.contains { $0.count > 0 && $0.change > 0 })
  }
}
