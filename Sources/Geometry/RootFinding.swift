/// Roots of functions of one variable.
enum RootFinding {
  /// A root of a function that changes sign between `from` and `to`; if it doesn't, the end at which it is
  /// nearer to 0.
  ///
  /// Newton's method inside a bracket, with bisection whenever Newton's step leaves the bracket or converges
  /// slowly ("rtsafe": Press et al., Numerical Recipes, 3rd ed., §9.4). Exact to the last digit or so.
  ///
  /// - Parameters:
  ///   - from: one end of the bracket.
  ///   - to: the other end.
  ///   - function: gives value and derivative.
  static func root(from: Double, to: Double, _ function: (Double) -> (value: Double, slope: Double)) -> Double
  {
    let atFrom = function(from).value
    if atFrom == 0 { return from }
    let atTo = function(to).value
    if atTo == 0 { return to }
    guard (atFrom < 0) != (atTo < 0) else { return atFrom.magnitude < atTo.magnitude ? from : to }
    // `negative` is the end where the function is < 0.
    var (negative, positive) = atFrom < 0 ? (from, to) : (to, from)
    var t = (from + to) / 2
    var lastStep = (to - from).magnitude
    var step = lastStep
    for _ in 0..<100 {
      let (value, slope) = function(t)
      if value == 0 { return t }
      if value < 0 { negative = t } else { positive = t }
      let newton = t - value / slope
      let isInside = newton > min(negative, positive) && newton < max(negative, positive)
      let next = isInside && (newton - t).magnitude < lastStep / 2 ? newton : (negative + positive) / 2
      (lastStep, step) = (step, (next - t).magnitude)
      if next == t || step <= t.magnitude.ulp { return next }
      t = next
    }
    return t
  }
}
