import Geometry

/// A point on an integer grid: exact predicates are possible there.
///
/// Coordinates stay within ±2³⁸, so that the products of three differences fit into 128 bits.
struct GridPoint: Hashable {
  var x: Int64
  var y: Int64

  static func - (a: GridPoint, b: GridPoint) -> GridPoint { GridPoint(x: a.x - b.x, y: a.y - b.y) }

  /// The z component of the cross product, exactly.
  func cross(_ other: GridPoint) -> Int128 {
    Int128(x) * Int128(other.y) - Int128(y) * Int128(other.x)
  }

  /// Scalar product, exactly.
  func dot(_ other: GridPoint) -> Int128 { Int128(x) * Int128(other.x) + Int128(y) * Int128(other.y) }
}

/// A straight line between grid points.
struct GridSegment {
  let start: GridPoint
  let end: GridPoint

  var low: GridPoint { GridPoint(x: min(start.x, end.x), y: min(start.y, end.y)) }
  var high: GridPoint { GridPoint(x: max(start.x, end.x), y: max(start.y, end.y)) }

  /// The grid point in whose pixel two segments cross or touch; `nil` where they don't meet or are parallel.
  func crossing(_ other: GridSegment) -> GridPoint? {
    let (r, s, between) = (end - start, other.end - other.start, other.start - start)
    var whole = r.cross(s)
    guard whole != 0 else { return nil }
    var (along, across) = (between.cross(s), between.cross(r))
    if whole < 0 { (whole, along, across) = (-whole, -along, -across) }
    guard along >= 0, along <= whole, across >= 0, across <= whole else { return nil }
    return GridPoint(
      x: start.x + Self.rounded(Int128(r.x) * along, whole),
      y: start.y + Self.rounded(Int128(r.y) * along, whole)
    )
  }

  /// The quotient to the nearest whole number, halves up: as pixels are closed at their lower ends.
  private static func rounded(_ numerator: Int128, _ denominator: Int128) -> Int64 {
    let (quotient, rest) = (2 * numerator + denominator).quotientAndRemainder(dividingBy: 2 * denominator)
    return Int64(rest < 0 ? quotient - 1 : quotient)
  }

  /// Whether the segment meets the pixel [x − ½, x + ½) × [y − ½, y + ½), exactly.
  func meetsPixel(of point: GridPoint) -> Bool {
    var span = Span()
    // In half units everything is whole.
    return span.clip(from: 2 * start.x, to: 2 * end.x, low: 2 * point.x - 1)
      && span.clip(from: 2 * start.y, to: 2 * end.y, low: 2 * point.y - 1) && !span.isEmpty
  }

  /// The part of a segment's parameters 0 … 1 that lies in a pixel, as fractions.
  private struct Span {
    struct Bound {
      var numerator: Int64
      var denominator: Int64
      var isClosed: Bool

      /// −1, 0 or 1, as this lies below, at or above another.
      func compared(to other: Bound) -> Int {
        let (a, b) = (
          Int128(numerator) * Int128(other.denominator), Int128(other.numerator) * Int128(denominator)
        )
        return a < b ? -1 : a > b ? 1 : 0
      }
    }

    var lower = Bound(numerator: 0, denominator: 1, isClosed: true)
    var upper = Bound(numerator: 1, denominator: 1, isClosed: true)

    var isEmpty: Bool {
      let order = lower.compared(to: upper)
      return order > 0 || (order == 0 && !(lower.isClosed && upper.isClosed))
    }

    /// Keeps what lies in `low ..< low + 2` along one axis; false where nothing can.
    mutating func clip(from: Int64, to: Int64, low: Int64) -> Bool {
      let length = to - from
      if length == 0 { return from >= low && from < low + 2 }
      if length > 0 {
        raise(Bound(numerator: low - from, denominator: length, isClosed: true))
        drop(Bound(numerator: low + 2 - from, denominator: length, isClosed: false))
      } else {
        raise(Bound(numerator: from - low - 2, denominator: -length, isClosed: false))
        drop(Bound(numerator: from - low, denominator: -length, isClosed: true))
      }
      return true
    }

    private mutating func raise(_ bound: Bound) {
      let order = bound.compared(to: lower)
      if order > 0 || (order == 0 && !bound.isClosed) { lower = bound }
    }

    private mutating func drop(_ bound: Bound) {
      let order = bound.compared(to: upper)
      if order < 0 || (order == 0 && !bound.isClosed) { upper = bound }
    }
  }
}
