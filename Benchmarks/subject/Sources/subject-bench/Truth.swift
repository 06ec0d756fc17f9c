import HUDGeometry

/// Comparisons with an exact mask at the camera's size.
enum Truth {
  /// Of the truth, reduced to the mask's cells and cut at half, and the mask.
  static func iou(
    _ truth: [UInt8], _ width: Int, _ height: Int, _ mask: [UInt8], columns: Int, rows: Int
  ) -> Double {
    guard !mask.isEmpty else { return 0 }
    let cells = reduce(truth, width, height, to: columns, rows, x: 0, y: 0, gain: 1, about: 0)
    var (both, either) = (0, 0)
    for i in cells.indices {
      let (a, b) = (cells[i] >= 128, mask[i] >= 128)
      if a && b { both += 1 }
      if a || b { either += 1 }
    }
    return either == 0 ? 1 : Double(both) / Double(either)
  }

  /// From the truth's outline to the path and back, in pixels; what lies on the picture's edge is not counted.
  static func distances(_ truth: [UInt8], _ width: Int, _ height: Int, to path: Path) -> [Double] {
    var outline: [Point] = []
    for y in 0..<height {
      for x in 0..<width where truth[y * width + x] >= 128 {
        if x > 0, truth[y * width + x - 1] < 128 { outline.append(Point(Double(x), Double(y) + 0.5)) }
        if x + 1 < width, truth[y * width + x + 1] < 128 {
          outline.append(Point(Double(x + 1), Double(y) + 0.5))
        }
        if y > 0, truth[(y - 1) * width + x] < 128 { outline.append(Point(Double(x) + 0.5, Double(y))) }
        if y + 1 < height, truth[(y + 1) * width + x] < 128 {
          outline.append(Point(Double(x) + 0.5, Double(y + 1)))
        }
      }
    }
    var drawn: [Point] = []
    for line in path.transformed(by: .scale(Double(width), Double(height))).flattened(tolerance: 0.1) {
      for i in line.points.indices {
        let (a, b) = (line.points[i], line.points[(i + 1) % line.points.count])
        let count = max(1, Int(a.distance(to: b) / 2))
        for k in 0..<count { drawn.append(a.interpolated(to: b, Double(k) / Double(count))) }
      }
    }
    guard !outline.isEmpty, !drawn.isEmpty else { return [] }
    let inside = drawn.filter {
      $0.x > 2 && $0.y > 2 && $0.x < Double(width) - 2 && $0.y < Double(height) - 2
    }
    return nearest(from: stride(from: 0, to: outline.count, by: 3).map { outline[$0] }, to: drawn)
      + nearest(from: stride(from: 0, to: inside.count, by: 2).map { inside[$0] }, to: outline)
  }

  private static func nearest(from: [Point], to: [Point]) -> [Double] {
    from.map { p in
      var least = Double.infinity
      for q in to { least = min(least, (p - q).lengthSquared) }
      return least.squareRoot()
    }
  }
}
