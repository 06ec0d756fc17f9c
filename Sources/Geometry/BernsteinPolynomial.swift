// The nearest point of a curve: Schneider, "Solving the nearest-point-on-curve problem", Graphics Gems, 1990.

/// A polynomial on 0 … 1 given by its Bernstein coefficients, of degree 7 at most.
struct BernsteinPolynomial {
  private let coefficients: SIMD8<Double>
  private let degree: Int

  /// - Parameters:
  ///   - coefficients: those beyond the degree are ignored.
  ///   - degree: held to 7.
  init(_ coefficients: SIMD8<Double>, degree: Int) {
    self.coefficients = coefficients
    self.degree = min(7, degree)
  }

  /// Both halves, each on 0 … 1 again (de Casteljau).
  private var halves: (BernsteinPolynomial, BernsteinPolynomial) {
    var work = coefficients
    var left = SIMD8<Double>(repeating: 0)
    for i in 0...degree {
      left[i] = work[0]
      for k in 0..<(degree - i) { work[k] = (work[k] + work[k + 1]) / 2 }
    }
    // What remains at the end of `work` is the right half.
    return (BernsteinPolynomial(left, degree: degree), BernsteinPolynomial(work, degree: degree))
  }

  private func value(at t: Double) -> Double {
    var work = coefficients
    for i in 0..<degree {
      for k in 0..<(degree - i) { work[k] += (work[k + 1] - work[k]) * t }
    }
    return work[0]
  }

  /// The number of sign changes among the coefficients: the number of roots, or more by an even number.
  private var signChanges: Int {
    var (changes, last) = (0, 0.0)
    for i in 0...degree where coefficients[i] != 0 {
      if last != 0, (last < 0) != (coefficients[i] < 0) { changes += 1 }
      last = coefficients[i]
    }
    return changes
  }

  private var firstSign: Double {
    for i in 0...degree where coefficients[i] != 0 { return coefficients[i] }
    return 0
  }

  private var magnitude: Double {
    var largest = 0.0
    for i in 0...degree { largest = max(largest, coefficients[i].magnitude) }
    return largest
  }

  /// Calls `body` with every root inside (0, 1), in order.
  ///
  /// Descartes' rule: no sign change, no root; one change, one root, found by bisection; otherwise halve. If
  /// the polynomial is 0 up to rounding, the root is the middle.
  func forEachRoot(_ body: (Double) -> Void) {
    forEachRoot(from: 0, width: 1, noise: magnitude * 1e-15, body)
  }

  private func forEachRoot(from: Double, width: Double, noise: Double, _ body: (Double) -> Void) {
    if magnitude <= noise {
      body(from + width / 2)
      return
    }
    switch signChanges {
    case 0: return
    case 1:
      var (low, high) = (0.0, 1.0)
      // By the first nonzero coefficient, since the polynomial may be 0 at an end too.
      let isRising = firstSign < 0
      while true {
        let middle = (low + high) / 2
        if middle <= low || middle >= high || high - low < 1e-17 { break }
        if (value(at: middle) < 0) == isRising { low = middle } else { high = middle }
      }
      body(from + width * (low + high) / 2)
    default:
      if width < 1e-9 {
        body(from + width / 2)
        return
      }
      let (left, right) = halves
      left.forEachRoot(from: from, width: width / 2, noise: noise, body)
      if right.coefficients[0] == 0 { body(from + width / 2) }
      right.forEachRoot(from: from + width / 2, width: width / 2, noise: noise, body)
    }
  }
}

extension ParametricCurve {
  /// The nearest point, given the derivative of the squared distance: the best among its roots and both ends.
  func nearest(to p: Point, slope: BernsteinPolynomial) -> CurvePosition {
    var best = CurvePosition(parameter: 0, point: start, distance: start.distance(to: p))
    func consider(_ t: Double, _ q: Point) {
      let distance = q.distance(to: p)
      if distance < best.distance { best = CurvePosition(parameter: t, point: q, distance: distance) }
    }
    slope.forEachRoot { t in consider(t, point(at: t)) }
    consider(1, end)
    return best
  }
}
