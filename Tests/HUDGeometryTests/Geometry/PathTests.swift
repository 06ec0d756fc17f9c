import Testing

@testable import Geometry

struct PathTests {
  @Test("bounds follow the curve, not its control points")
  func curveBounds() {
    var path = Path()
    path.move(to: .zero)
    path.quad(control: Point(5, 10), to: Point(10, 0))
    #expect(path.bounds == Rect(x: 0, y: 0, width: 10, height: 5))
    var cubic = Path()
    cubic.move(to: .zero)
    cubic.cubic(Point(0, 4), Point(10, 4), to: Point(10, 0))
    #expect(abs(cubic.bounds.height - 3) < 1e-9)
    #expect(Path().bounds == .zero)
  }

  @Test("flattening stays within its tolerance", arguments: [1.0, 0.1, 0.001])
  func tolerance(_ tolerance: Double) {
    let circle = Path.circle(center: Point(3, 4), radius: 100)
    for line in circle.flattened(tolerance: tolerance) {
      #expect(line.isClosed)
      for (a, b) in zip(line.points, line.points.dropFirst()) {
        let middle = a.interpolated(to: b, 0.5)
        // The cubics themselves are within 0.03 % of the circle.
        #expect(abs(middle.distance(to: Point(3, 4)) - 100) < tolerance + 0.03)
      }
    }
  }

  @Test("a rounded rectangle's limits are a rectangle and a pill")
  func roundedRect() {
    let r = Rect(x: 1, y: 2, width: 8, height: 4)
    #expect(Path.roundedRect(r, radius: 0) == Path.rect(r))
    #expect(Path.roundedRect(r, radius: -1) == Path.rect(r))
    for radius in [1.0, 2, 50] {
      let bounds = Path.roundedRect(r, radius: radius).bounds
      #expect(abs(bounds.width - 8) < 1e-9 && abs(bounds.height - 4) < 1e-9)
    }
  }

  @Test("a path takes over another's commands and place; an empty one changes nothing")
  func appending() {
    var path = Path()
    path.move(to: Point(1, 1))
    path.line(to: Point(2, 1))
    path.append(Path())
    #expect(path.currentPoint == Point(2, 1))
    path.line(to: Point(2, 2))
    path.append(Path())
    path.close()
    #expect(
      path.elements == [.move(Point(1, 1)), .line(Point(2, 1)), .line(Point(2, 2)), .close])
    path.append(Path.rect(Rect(x: 5, y: 6, width: 1, height: 1)))
    #expect(path.currentPoint == Point(5, 6) && path.elements.count == 9)
  }
}
