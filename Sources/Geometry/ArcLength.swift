import RealModule

// The length of a cubic has no closed form. Gauss–Legendre quadrature of |c′| converges exponentially unless a cusp is
// near; halving takes care of the rest.

/// A quadrature rule on −1 … 1, exact for polynomials up to degree 2·count − 1.
struct GaussLegendre: Sendable {
  let nodes: [Double]
  let weights: [Double]

  static let ten = GaussLegendre(count: 10)

  /// Roots of the Legendre polynomial by Newton's method from Tricomi's guess (Press et al., Numerical Recipes,
  /// 3rd ed., §4.6).
  init(count: Int) {
    var pairs: [(node: Double, weight: Double)] = []
    for i in 0..<count {
      var x = Double.cos(.pi * (Double(i) + 0.75) / (Double(count) + 0.5))
      var slope = 1.0
      for _ in 0..<100 {
        var (p, previous) = (1.0, 0.0)
        for k in 1...count {
          let next = (Double(2 * k - 1) * x * p - Double(k - 1) * previous) / Double(k)
          (previous, p) = (p, next)
        }
        slope = Double(count) * (x * p - previous) / (x * x - 1)
        let step = p / slope
        x -= step
        if step.magnitude < 1e-16 { break }
      }
      pairs.append((x, 2 / ((1 - x * x) * slope * slope)))
    }
    nodes = pairs.map(\.node)
    weights = pairs.map(\.weight)
  }
}

extension ParametricCurve {
  /// The length of the curve, in the caller's units.
  ///
  /// Ten-point Gauss–Legendre, halved until the whole and its halves agree to `tolerance`, which then bounds the error
  /// of the coarser of the two. The result is clamped between the chord and the control polygon, where the true length
  /// lies (Gravesen, "Adaptive subdivision and the length and energy of Bézier curves", Computational Geometry 8,
  /// 1997).
  public func arcLength(tolerance: Double = 1e-9) -> Double {
    let length = arcLength(from: 0, to: 1, tolerance: tolerance)
    return max(start.distance(to: end), min(controlLength, length))
  }

  /// The length between two parameters; negative if `to` < `from`.
  public func arcLength(from: Double, to: Double, tolerance: Double = 1e-9) -> Double {
    refinedLength(from, to, quadrature(from, to), tolerance, depth: 0)
  }

  private func quadrature(_ from: Double, _ to: Double) -> Double {
    let rule = GaussLegendre.ten
    let (middle, half) = ((from + to) / 2, (to - from) / 2)
    var sum = 0.0
    for i in rule.nodes.indices {
      sum += rule.weights[i] * derivative(at: middle + half * rule.nodes[i]).length
    }
    return sum * half
  }

  private func refinedLength(
    _ from: Double, _ to: Double, _ whole: Double, _ tolerance: Double, depth: Int
  ) -> Double {
    let middle = (from + to) / 2
    let (left, right) = (quadrature(from, middle), quadrature(middle, to))
    let both = left + right
    let error = (both - whole).magnitude
    // At depth 26 a cusp is confined to a 67-millionth of the parameter, and rounding ends the rest sooner.
    guard error > max(tolerance, 4e-15 * both.magnitude), depth < 26, both.isFinite else { return both }
    return refinedLength(from, middle, left, tolerance / 2, depth: depth + 1)
      + refinedLength(middle, to, right, tolerance / 2, depth: depth + 1)
  }

  /// The parameter at `length` along the curve, clamped to 0 … 1.
  public func parameter(atLength length: Double, tolerance: Double = 1e-9) -> Double {
    guard length > 0 else { return 0 }
    guard length < arcLength(tolerance: tolerance) else { return 1 }
    return RootFinding.root(from: 0, to: 1) { t in
      (arcLength(from: 0, to: t, tolerance: tolerance) - length, derivative(at: t).length)
    }
  }
}
