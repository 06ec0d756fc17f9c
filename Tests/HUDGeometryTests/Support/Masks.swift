import Testing

@testable import HUDGeometry

/// Intersection over union of the cells that are set and those whose middle is inside by the truth.
func iou(
  _ cells: [UInt8], columns: Int, rows: Int, _ isInside: (_ middle: Point) -> Bool
) -> Double {
  var (both, either) = (0, 0)
  for y in 0..<rows {
    for x in 0..<columns {
      let truth = isInside(Point(Double(x) + 0.5, Double(y) + 0.5))
      let found = cells[y * columns + x] != 0
      both += truth && found ? 1 : 0
      either += truth || found ? 1 : 0
    }
  }
  return Double(both) / Double(max(1, either))
}

/// A traced outline as curves, in shares of a mask's size.
func curves(of tracer: ContourTracer, columns: Int, rows: Int) -> Path {
  var fitter = CurveFitter(capacity: 2000)
  var path = Path()
  fitter.append(
    tracer.points, isCorner: tracer.isCorner, tolerance: 0.25, limit: 64,
    scale: Point(1 / Double(columns), 1 / Double(rows)), to: &path)
  return path
}

extension Path {
  /// Lines from point to point.
  init(_ points: [Point]) {
    self.init()
    for (i, p) in points.enumerated() { if i == 0 { move(to: p) } else { line(to: p) } }
  }
}
