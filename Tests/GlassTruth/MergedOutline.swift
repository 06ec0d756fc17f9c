extension TrueOutline {
  /// Outlines that flow together as drops do: distances outside are folded, from the nearest outwards, by
  /// `min(a, b) − max(k − |a − b|, 0)² / 4k · (1 − ∇a·∇b) / 2` (after I. Quilez, "Smooth minimum"), and the fold's zero
  /// contour is traced.
  ///
  /// - Parameter spacing: k, in points.
  static func merged(_ outlines: [TrueOutline], spacing: Double) -> TrueOutline {
    guard outlines.count > 1, spacing > 0, let first = outlines.first else {
      return outlines.first ?? TrueOutline(loops: [])
    }
    let low = outlines.reduce(first.low) { pointwiseMin($0, $1.low) } - spacing / 2
    let high = outlines.reduce(first.high) { pointwiseMax($0, $1.high) } + spacing / 2
    let contour = Contour(low: low, high: high, step: 0.5) { folded(outlines, $0, spacing: spacing) }
    return TrueOutline(loops: contour.loops)
  }

  private static func folded(_ outlines: [TrueOutline], _ p: SIMD2<Double>, spacing k: Double) -> Double {
    let places = outlines.map { $0.place(of: p) }.sorted { $0.depth > $1.depth }
    var value = -places[0].depth
    var gradient = places[0].normal
    for place in places.dropFirst() where -place.depth < k {
      let overlap = max(k + -abs(value + place.depth), 0)
      let against = max((1 - (gradient * place.normal).sum()) / 2, 0)
      let isNearer = value <= -place.depth
      let (near, far) = isNearer ? (gradient, place.normal) : (place.normal, gradient)
      if overlap > 0, against > 0 {
        value = min(value, -place.depth) - overlap * overlap / (4 * k) * against
        gradient = near + (far - near) * (overlap / (2 * k))
      }
    }
    return value
  }
}

/// The zero contour of a function, followed from square to square of a grid; negative is inside.
private struct Contour {
  private(set) var loops: [[TrueOutline.Vertex]] = []
  private let low: SIMD2<Double>
  private let step: Double
  private let function: (SIMD2<Double>) -> Double

  /// A grid line between two neighbouring nodes where the sign changes.
  private struct Crossing: Hashable {
    var column: Int
    var row: Int
    var isAcross: Bool
  }

  init(
    low: SIMD2<Double>, high: SIMD2<Double>, step: Double, _ function: @escaping (SIMD2<Double>) -> Double
  ) {
    (self.low, self.step, self.function) = (low, step, function)
    let columns = Int(((high.x - low.x) / step).rounded(.up)) + 1
    let rows = Int(((high.y - low.y) / step).rounded(.up)) + 1
    var inside = [Bool]()
    inside.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns { inside.append(function(node(column, row)) < 0) }
    }
    // From each crossing to the next with the inside to the left of the way (y down).
    var successor: [Crossing: Crossing] = [:]
    for row in 0..<rows - 1 {
      for column in 0..<columns - 1 {
        let corners = [
          inside[row * columns + column], inside[row * columns + column + 1],
          inside[(row + 1) * columns + column + 1], inside[(row + 1) * columns + column],
        ]
        let sides = [
          Crossing(column: column, row: row, isAcross: true),
          Crossing(column: column + 1, row: row, isAcross: false),
          Crossing(column: column, row: row + 1, isAcross: true),
          Crossing(column: column, row: row, isAcross: false),
        ]
        // Around the square, a run of inside corners is entered at one side and left at another; two runs stay apart.
        for i in 0..<4 where !corners[i] && corners[(i + 1) % 4] {
          var j = (i + 1) % 4
          while corners[(j + 1) % 4] { j = (j + 1) % 4 }
          successor[sides[i]] = sides[j]
        }
      }
    }
    follow(&successor)
  }

  private func node(_ column: Int, _ row: Int) -> SIMD2<Double> {
    low + SIMD2(Double(column), Double(row)) * step
  }

  private mutating func follow(_ successor: inout [Crossing: Crossing]) {
    let starts = successor.keys.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
    for start in starts {
      var loop: [TrueOutline.Vertex] = []
      var at = start
      while let next = successor.removeValue(forKey: at) {
        loop.append(vertex(at))
        at = next
      }
      if loop.count > 2 { loops.append(loop) }
    }
  }

  /// The zero on a grid line by bisection, and the function's direction of growth there.
  private func vertex(_ crossing: Crossing) -> TrueOutline.Vertex {
    var a = node(crossing.column, crossing.row)
    var b = a + (crossing.isAcross ? SIMD2(step, 0) : SIMD2(0, step))
    let startsInside = function(a) < 0
    for _ in 0..<20 {
      let middle = (a + b) / 2
      if (function(middle) < 0) == startsInside { a = middle } else { b = middle }
    }
    let p = (a + b) / 2
    let e = 0.05
    let gradient = SIMD2(
      function(p + SIMD2(e, 0)) - function(p - SIMD2(e, 0)),
      function(p + SIMD2(0, e)) - function(p - SIMD2(0, e)))
    return TrueOutline.Vertex(position: p, normal: gradient / max(gradient.length, 1e-12))
  }
}
