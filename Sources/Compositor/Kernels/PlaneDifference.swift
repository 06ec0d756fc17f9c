import PixelTypes

/// Compares planes.
package enum PlaneDifference {
  /// Whether the means of 16×16 squares of two planes of one size differ by more than this many
  /// levels on average: chrome shows what lies behind it no finer.
  package static func exceeds(_ levels: Int, _ a: PixelPlane, _ b: PixelPlane) -> Bool {
    precondition(a.width == b.width && a.height == b.height)
    let side = 16
    var sum = 0
    // Outside the loops: a plane is retained for each.
    let (first, second) = unsafe (PlaneRegion(a), PlaneRegion(b))
    for top in stride(from: 0, to: a.height, by: side) {
      for left in stride(from: 0, to: a.width, by: side) {
        var cell = 0
        for y in top..<min(top + side, a.height) {
          // SAFETY: both planes have one size, and columns end at their width.
          let (p, q) = unsafe (first.row(y), second.row(y))
          for x in left..<min(left + side, a.width) { unsafe cell &+= Int(p[x]) &- Int(q[x]) }
        }
        sum += abs(cell)
      }
    }
    return sum > levels * a.width * a.height
  }
}
