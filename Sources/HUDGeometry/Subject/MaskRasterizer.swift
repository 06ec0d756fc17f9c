/// Fills a path into a mask: a cell is 1 if its centre lies inside, by the nonzero winding rule.
enum MaskRasterizer {
  /// `path` is in fractions of the picture.
  static func mask(of path: Path, columns: Int, rows: Int) -> [UInt8] {
    var mask = [UInt8](repeating: 0, count: columns * rows)
    let lines = path.transformed(by: .scale(Double(columns), Double(rows))).flattened(tolerance: 0.1)
    var crossings: [(x: Double, winding: Int)] = []
    for row in 0..<rows {
      let y = Double(row) + 0.5
      crossings.removeAll(keepingCapacity: true)
      for line in lines {
        for i in line.points.indices {
          let a = line.points[i]
          let b = line.points[(i + 1) % line.points.count]
          guard (a.y <= y) != (b.y <= y) else { continue }
          crossings.append((a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), b.y > a.y ? 1 : -1))
        }
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      for i in crossings.indices.dropLast() {
        winding += crossings[i].winding
        guard winding != 0 else { continue }
        // Centres from crossing i to the next.
        let from = firstCell(at: crossings[i].x, columns: columns)
        let to = max(from, firstCell(at: crossings[i + 1].x, columns: columns))
        for x in from..<to { mask[row * columns + x] = 1 }
      }
    }
    return mask
  }

  /// Intersection over union of two masks of one size, 0 … 1; 0 if both are empty.
  static func overlap(_ a: [UInt8], _ b: [UInt8]) -> Double {
    var (both, either) = (0, 0)
    for i in a.indices {
      both &+= Int(a[i] & b[i])
      either &+= Int(a[i] | b[i])
    }
    return Double(both) / Double(max(either, 1))
  }

  /// The first cell whose centre is not left of `x`, clamped to 0 … `columns`, since a drawing may
  /// reach far outside.
  private static func firstCell(at x: Double, columns: Int) -> Int {
    guard x > 0 else { return 0 }
    return x < Double(columns) ? Int((x - 0.5).rounded(.up)) : columns
  }
}
