import Testing

@testable import HUDGeometry

struct GridTests {
  static let sizes = [
    (1920.0, 1080.0), (1080, 1920), (641, 479), (100, 100), (4001, 37), (37, 4001), (3, 4),
  ]

  @Test("lines lie within a pixel of their fraction and mirror each other", arguments: sizes)
  func symmetric(_ size: (Double, Double)) {
    for grid in [Grid.thirds, .phi] {
      let xs = grid.path(width: size.0, height: size.1, hairline: 1).flattened(tolerance: 1)
        .filter { $0.points[0].x == $0.points[1].x }.map { $0.points[0].x }
      #expect(xs.count == 2 && xs[0] + xs[1] == size.0)
      #expect(abs(xs[0] - grid.powerPoints[0].x * size.0) <= 1)
    }
  }

  @Test("where cells are given a line lies in one of them, two pixels aside at most", arguments: [1.0, 2])
  func cells(_ hairline: Double) {
    let (w, h) = (1920.0, 1080.0)
    for grid in [Grid.thirds, .phi, .fourByTwo, .crosshair] {
      let plain = grid.path(width: w, height: h, hairline: hairline).flattened(tolerance: 1)
      let moved = grid.path(width: w, height: h, hairline: hairline, cells: (16, 8)).flattened(tolerance: 1)
      #expect(plain.count == moved.count)
      for (before, after) in zip(plain, moved) {
        let isColumn = after.points[0].x == after.points[1].x
        let (was, place) =
          isColumn
          ? (before.points[0].x, after.points[0].x) : (before.points[0].y, after.points[0].y)
        #expect(abs(was - place) <= 2)
        if abs(was * 2 - (isColumn ? w : h)) <= 1 {
          #expect(place == was, "a middle line moved")
          continue
        }
        let (start, end) = (place - hairline / 2 - 1, place + hairline / 2 + 1)
        let cell = isColumn ? 16.0 : 8
        #expect((start / cell).rounded(.down) == (end / cell).rounded(.up) - 1, "\(grid) at \(place)")
      }
      let columns = moved.filter { $0.points[0].x == $0.points[1].x }.map { $0.points[0].x }.sorted()
      for (left, right) in zip(columns, columns.reversed()) where left != right { #expect(left + right == w) }
    }
  }

  @Test("every grid stays inside the viewfinder, its power points too", arguments: Grid.allCases)
  func inside(_ grid: Grid) {
    for (w, h) in Self.sizes {
      let bounds = grid.path(width: w, height: h, hairline: 1).bounds
      #expect(bounds.x >= -1e-9 && bounds.y >= -1e-9 && bounds.maxX <= w + 1e-9 && bounds.maxY <= h + 1e-9)
      for p in grid.powerPoints(aspect: w / h) { #expect(Rect.unit.contains(p)) }
    }
    #expect(grid.powerPoints.isEmpty == (grid == .none))
    #expect(Grid(rawValue: grid.rawValue) == grid)
  }

  @Test("the four spirals are mirror images, and wind around their eye in portrait and landscape")
  func spirals() {
    for (w, h) in Self.sizes {
      let path = Grid.goldenSpiralTopLeft.path(width: w, height: h, hairline: 1)
      let mirrored = Grid.goldenSpiralBottomRight.path(width: w, height: h, hairline: 1)
      let turned = path.transformed(by: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h))
      #expect(turned.svg(decimals: 3) == mirrored.svg(decimals: 3))
      let eye = Grid.goldenSpiralTopLeft.powerPoints(aspect: w / h)[0]
      #expect(eye.x < 0.5 && eye.y < 0.5)
      #expect(path.currentPoint.distance(to: Point(eye.x * w, eye.y * h)) < 0.03 * max(w, h))
    }
  }

  @Test("the golden triangles meet their diagonal at right angles", arguments: sizes)
  func triangles(_ size: (Double, Double)) {
    for grid in [Grid.goldenTriangles, .goldenTrianglesMirrored] {
      let lines = grid.path(width: size.0, height: size.1, hairline: 1).flattened(tolerance: 1)
      let diagonal = lines[0].points[1] - lines[0].points[0]
      for line in lines.dropFirst() {
        let leg = line.points[1] - line.points[0]
        #expect(abs(leg.dot(diagonal)) < 1e-6 * diagonal.lengthSquared)
        #expect(abs((line.points[1] - lines[0].points[0]).cross(diagonal)) < 1e-6 * diagonal.lengthSquared)
      }
    }
  }

  @Test("the spiral follows its quarter circles to 4.3 millionths, and turns into each without a kink")
  func spiralCurves() {
    let phi = (1 + 5.0.squareRoot()) / 2
    let curves = GoldenSpiral.path.transformed(by: .scale(phi, 1)).segments
    #expect(curves.count == 2 * GoldenSpiral.quarterCount)
    for i in stride(from: 0, to: curves.count, by: 2) {
      let (first, second) = (curves[i], curves[i + 1])
      // The ends' tangents are square to each other: the centre is where the radii meet.
      let (from, to) = (first.start, second.end)
      let along = first.derivative(at: 0)
      let center = along.x.magnitude > along.y.magnitude ? Point(from.x, to.y) : Point(to.x, from.y)
      let radius = from.distance(to: center)
      #expect(abs(to.distance(to: center) / radius - 1) < 1e-12)
      for curve in [first, second] {
        for k in 0...50 {
          let error = abs(curve.point(at: Double(k) / 50).distance(to: center) / radius - 1)
          #expect(error < 4.3e-6)
        }
      }
      for (a, b) in [(first, second)] + (i + 2 < curves.count ? [(second, curves[i + 2])] : []) {
        let (end, start) = (a.derivative(at: 1), b.derivative(at: 0))
        #expect(a.end == b.start && abs(end.cross(start)) < 1e-9 * end.length * start.length)
        #expect(end.dot(start) > 0)
      }
      // Each quarter is smaller by φ.
      if i >= 2 {
        #expect(
          abs(radius * phi / curves[i - 2].start.distance(to: curves[i - 1].end) * 2.0.squareRoot() - 1)
            < 1e-9)
      }
    }
  }
}
