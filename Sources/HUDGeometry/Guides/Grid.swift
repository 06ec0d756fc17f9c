/// The composition lines over a viewfinder.
public enum Grid: String, CaseIterable, Sendable {
  /// The rule of thirds: lines at ⅓ and ⅔ of both sides.
  case thirds
  /// The golden section: lines at .382 and .618.
  case phi
  /// Four columns, two rows.
  case fourByTwo = "4x2"
  /// One vertical and one horizontal line through the middle.
  case crosshair
  /// The lines from corner to corner.
  case diagonals
  /// The golden spiral with its eye towards the top left. Each name gives the eye's corner.
  case goldenSpiralTopLeft = "golden-spiral-top-left"
  /// The golden spiral with its eye towards the top right.
  case goldenSpiralTopRight = "golden-spiral-top-right"
  /// The golden spiral with its eye towards the bottom left.
  case goldenSpiralBottomLeft = "golden-spiral-bottom-left"
  /// The golden spiral with its eye towards the bottom right.
  case goldenSpiralBottomRight = "golden-spiral-bottom-right"
  /// The diagonal that rises to the right, and the perpendiculars to it from the other two corners.
  case goldenTriangles = "golden-triangles"
  /// The same with the diagonal that falls to the right.
  case goldenTrianglesMirrored = "golden-triangles-mirrored"
  /// No lines, and no power points.
  case none

  /// 1/φ² = 0.382 of a side.
  static let goldenSection = 2 - (1 + 5.0.squareRoot()) / 2

  /// Where upright and level lines lie, as fractions of the sides; `nil` for grids of other lines, or none.
  private var places: (columns: [Double], rows: [Double])? {
    let near = Self.goldenSection
    return switch self {
    case .thirds: ([1 / 3.0, 2 / 3.0], [1 / 3.0, 2 / 3.0])
    case .phi: ([near, 1 - near], [near, 1 - near])
    case .fourByTwo: ([0.25, 0.5, 0.75], [0.5])
    case .crosshair: ([0.5], [0.5])
    default: nil
    }
  }

  /// Whether its lines are neither level nor upright.
  package var isSlanted: Bool { self != .none && places == nil }

  /// The lines, in pixels of a viewfinder of `width` × `height` (pixel edges at whole numbers, y down).
  ///
  /// A stroke of `hairline` whole pixels fills whole pixels along axis-parallel lines, which mirror
  /// each other left and right, top and bottom. Curves and slanted lines stay exact.
  ///
  /// - Parameters:
  ///   - width: of the viewfinder, in pixels.
  ///   - height: of the viewfinder, in pixels.
  ///   - hairline: the width of the stroke, in whole pixels.
  ///   - cells: if given, a line that would straddle two cells of this size moves in or out by at
  ///     most two pixels, so that one cell holds it and its casing, a pixel on each side. The
  ///     middle line stays.
  public func path(
    width: Double, height: Double, hairline: Double, cells: (width: Double, height: Double)? = nil
  ) -> Path {
    var path = Path()
    let size = Point(width, height)
    if let (columns, rows) = places {
      path.addLines(
        columns: columns, rows: rows, size, hairline, Point(cells?.width ?? 0, cells?.height ?? 0))
    }
    switch self {
    case .thirds, .phi, .fourByTwo, .crosshair, .none: break
    case .diagonals:
      path.line(from: Point(0, 0), to: size)
      path.line(from: Point(0, height), to: Point(width, 0))
    case .goldenSpiralTopLeft, .goldenSpiralTopRight, .goldenSpiralBottomLeft, .goldenSpiralBottomRight:
      let place = spiralPlacement(isPortrait: height > width)
      path = GoldenSpiral.path.transformed(by: place.then(.scale(width, height)))
    case .goldenTriangles, .goldenTrianglesMirrored:
      let feet = powerPoints(aspect: width / height).map { Point($0.x * width, $0.y * height) }
      let isMirrored = self == .goldenTrianglesMirrored
      path.line(from: Point(0, isMirrored ? 0 : height), to: Point(width, isMirrored ? height : 0))
      path.line(from: Point(isMirrored ? width : 0, 0), to: feet[0])
      path.line(from: Point(isMirrored ? 0 : width, height), to: feet[1])
    }
    return path
  }

  /// Where a subject sits well, as fractions of a 16:9 viewfinder from its top left. Only the golden
  /// triangles depend on the aspect.
  public var powerPoints: [Point] { powerPoints(aspect: 16.0 / 9) }

  /// Where a subject sits well, as fractions of a viewfinder of `aspect` (width over height) from its top
  /// left, in rows from the top; empty for ``none``.
  public func powerPoints(aspect: Double) -> [Point] {
    switch self {
    case .thirds, .phi, .fourByTwo, .crosshair:
      places.map { columns, rows in rows.flatMap { y in columns.map { Point($0, y) } } } ?? []
    case .diagonals: [Point(0.5, 0.5)]
    case .goldenSpiralTopLeft, .goldenSpiralTopRight, .goldenSpiralBottomLeft, .goldenSpiralBottomRight:
      [spiralPlacement(isPortrait: aspect < 1).apply(GoldenSpiral.eye)]
    case .goldenTriangles, .goldenTrianglesMirrored:
      Self.triangleFeet(aspect: aspect, isMirrored: self == .goldenTrianglesMirrored)
    case .none: []
    }
  }

  /// Maps the spiral (landscape, eye at the top left, unit square) to this grid's corner.
  private func spiralPlacement(isPortrait: Bool) -> AffineTransform {
    let isRight = self == .goldenSpiralTopRight || self == .goldenSpiralBottomRight
    let isBottom = self == .goldenSpiralBottomLeft || self == .goldenSpiralBottomRight
    let transposed = AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    return (isPortrait ? transposed : .identity).then(
      AffineTransform(
        a: isRight ? -1 : 1, b: 0, c: 0, d: isBottom ? -1 : 1, tx: isRight ? 1 : 0, ty: isBottom ? 1 : 0))
  }

  /// The feet of the perpendiculars, computed without distorting angles: in a picture `aspect` wide and 1
  /// high.
  private static func triangleFeet(aspect: Double, isMirrored: Bool) -> [Point] {
    // For the diagonal from (0, 1) to (aspect, 0), from the corner (0, 0): t along (aspect, -1).
    let t = 1 / (aspect * aspect + 1)
    let foot = Point(t, 1 - t)
    // Rows from the top: the foot for the upper corner first.
    return isMirrored
      ? [Point(1 - foot.x, foot.y), Point(foot.x, 1 - foot.y)]
      : [foot, Point(1 - foot.x, 1 - foot.y)]
  }
}

extension Path {
  fileprivate mutating func addLines(
    columns: [Double], rows: [Double], _ size: Point, _ hairline: Double, _ cells: Point
  ) {
    for fraction in columns {
      let x = Self.crisp(fraction, size.x, hairline, cells.x)
      line(from: Point(x, 0), to: Point(x, size.y))
    }
    for fraction in rows {
      let y = Self.crisp(fraction, size.y, hairline, cells.y)
      line(from: Point(0, y), to: Point(size.x, y))
    }
  }

  /// The middle of a stroke whose edge lies on the pixel grid. The far half mirrors the near half, so that
  /// rounding never makes a grid lopsided.
  private static func crisp(_ fraction: Double, _ length: Double, _ hairline: Double, _ cell: Double)
    -> Double
  {
    if fraction > 0.5 { return length - crisp(1 - fraction, length, hairline, cell) }
    // Keeps lines inside a viewfinder hardly wider than they are.
    let edge = min((fraction * length - hairline / 2).rounded(), (length - hairline).rounded(.down))
    // A line in the middle mirrors itself, so it stays.
    let detour = fraction == 0.5 ? 0 : detour(from: edge, hairline, cell)
    return max(0, edge + detour) + hairline / 2
  }

  /// How far a stroke must move for one cell to hold it and its casing; 0 if that is more than two pixels.
  private static func detour(from edge: Double, _ hairline: Double, _ cell: Double) -> Double {
    guard cell > 0 else { return 0 }
    let (start, end) = (edge - 1, edge + hairline + 1)
    let border = (end / cell).rounded(.up) * cell - cell
    guard border > start else { return 0 }
    let detour = end - border <= border - start ? border - end : border - start
    return detour.magnitude <= 2 ? detour : 0
  }
}
