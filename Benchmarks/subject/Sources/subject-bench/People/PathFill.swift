import Foundation
import HUDGeometry

/// 1 for cells whose centres lie inside a path in fractions of the picture (nonzero winding).
func filled(_ path: Path, columns: Int, rows: Int) -> [UInt8] {
  var mask = [UInt8](repeating: 0, count: columns * rows)
  let lines = path.transformed(by: .scale(Double(columns), Double(rows))).flattened(tolerance: 0.1)
  for row in 0..<rows {
    let y = Double(row) + 0.5
    var crossings: [(x: Double, winding: Int)] = []
    for line in lines {
      for i in line.points.indices {
        let (a, b) = (line.points[i], line.points[(i + 1) % line.points.count])
        guard (a.y <= y) != (b.y <= y) else { continue }
        crossings.append((a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), b.y > a.y ? 1 : -1))
      }
    }
    crossings.sort { $0.x < $1.x }
    var winding = 0
    for i in crossings.indices.dropLast() {
      winding += crossings[i].winding
      guard winding != 0 else { continue }
      let from = max(0, Int((crossings[i].x - 0.5).rounded(.up)))
      for x in from..<max(from, min(columns, Int((crossings[i + 1].x - 0.5).rounded(.up)))) {
        mask[row * columns + x] = 1
      }
    }
  }
  return mask
}

/// Calls with each pixel that a path in fractions of the picture passes.
func trace(_ path: Path, width: Int, height: Int, _ draw: (_ x: Int, _ y: Int) -> Void) {
  for line in path.transformed(by: .scale(Double(width), Double(height))).flattened(tolerance: 0.2) {
    for i in line.points.indices {
      let (a, b) = (line.points[i], line.points[(i + 1) % line.points.count])
      let steps = max(1, Int(a.distance(to: b) * 2))
      for k in 0..<steps {
        let p = a.interpolated(to: b, Double(k) / Double(steps))
        draw(Int(p.x), Int(p.y))
      }
    }
  }
}
