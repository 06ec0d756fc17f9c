import Geometry
import RealModule

/// Widens one spine; collects the outline.
struct Stroker {
  private(set) var outline = Path()
  private let pen: StrokePen
  private let radius: Double
  /// A round corner's lines turn at most this far, so that they stay within the tolerance.
  private let widestTurn: Double
  private var left: [Point] = []
  private var right: [Point] = []

  init(pen: StrokePen, tolerance: Double) {
    self.pen = pen
    radius = pen.width / 2
    // A pen so wide that the tolerance is nothing beside it would ask for endless work.
    widestTurn = tolerance < radius ? max(2e-3, 2 * Double.acos(1 - tolerance / radius)) : 2
  }

  mutating func stroke(_ spine: StrokeSpine) {
    let vertices = spine.vertices
    guard vertices.count > 1 else { return dot(spine.origin) }
    let count = vertices.count
    let lineCount = spine.isClosed ? count : count - 1
    let directions = (0..<lineCount).map { i -> Point in
      let d = vertices[(i + 1) % count].point - vertices[i].point
      return d / d.length
    }
    let lengths = (0..<lineCount).map { vertices[$0].point.distance(to: vertices[($0 + 1) % count].point) }
    if spine.isClosed {
      for i in 0..<count {
        let before = (i + count - 1) % count
        join(
          vertices[i], directions[before], directions[i], shortest: min(lengths[before], lengths[i]))
      }
      emit(left)
      emit(right.reversed())
    } else {
      let (first, last) = (vertices[0].point, vertices[count - 1].point)
      cap(first, -directions[0])
      for i in 1..<count - 1 {
        join(
          vertices[i], directions[i - 1], directions[i], shortest: min(lengths[i - 1], lengths[i]))
      }
      left.append(last + radius * Self.leftNormal(directions[lineCount - 1]))
      right.append(last - radius * Self.leftNormal(directions[lineCount - 1]))
      let side = left
      left.removeAll(keepingCapacity: true)
      cap(last, directions[lineCount - 1])
      emit(side + left.dropFirst() + right.reversed())
    }
  }

  /// A quarter turn to the left on the screen, y down.
  private static func leftNormal(_ direction: Point) -> Point { Point(direction.y, -direction.x) }

  private mutating func emit(_ points: some Sequence<Point>) {
    var isFirst = true
    for p in points {
      if isFirst { outline.move(to: p) } else if p != outline.currentPoint { outline.line(to: p) }
      isFirst = false
    }
    outline.close()
  }

  /// Appends to the left side what leads from the left of `direction`, the way out of the line at `p`, around its
  /// end to the right.
  private mutating func cap(_ p: Point, _ direction: Point) {
    let n = radius * Self.leftNormal(direction)
    left.append(p + n)
    switch pen.cap {
    case .butt: break
    case .square:
      left.append(p + n + radius * direction)
      left.append(p - n + radius * direction)
    case .round: Self.appendArc(p, from: n, turn: .pi, widestTurn, to: &left)
    }
    left.append(p - n)
  }

  private mutating func dot(_ p: Point) {
    guard p.isFinite, pen.cap != .butt else { return }
    cap(p, Point(1, 0))
    cap(p, Point(-1, 0))
    emit(left)
  }

  private mutating func join(_ vertex: StrokeSpine.Vertex, _ before: Point, _ after: Point, shortest: Double)
  {
    let p = vertex.point
    let turn = Double.atan2(y: before.cross(after), x: before.dot(after))
    let (n0, n1) = (radius * Self.leftNormal(before), radius * Self.leftNormal(after))
    // A turn to the right (clockwise) has its outer side on the left.
    if turn >= 0 {
      outer(p, n0, n1, turn, vertex.isCorner, to: &left)
      Self.inner(p, -1 * n0, -1 * n1, turn, shortest, radius, to: &right)
    } else {
      outer(p, -1 * n0, -1 * n1, turn, vertex.isCorner, to: &right)
      Self.inner(p, n0, n1, turn, shortest, radius, to: &left)
    }
  }

  private func outer(
    _ p: Point, _ n0: Point, _ n1: Point, _ turn: Double, _ isCorner: Bool, to side: inout [Point]
  ) {
    side.append(p + n0)
    switch isCorner ? pen.join : .round {
    case .round: Self.appendArc(p, from: n0, turn: turn, widestTurn, to: &side)
    case .miter:
      // 1 / cos(turn / 2) is the miter's length over the width.
      let half = Double.cos(turn / 2)
      if half > 0, 1 / half <= pen.miterLimit, turn.magnitude > 1e-9 {
        side.append(p + (n0 + n1) / (2 * half * half))
      }
    case .bevel: break
    }
    side.append(p + n1)
  }

  /// Both offset lines end where they meet, if that is on both; else the outline passes through the vertex, which
  /// keeps the sum of the pieces whole.
  private static func inner(
    _ p: Point, _ n0: Point, _ n1: Point, _ turn: Double, _ shortest: Double, _ radius: Double,
    to side: inout [Point]
  ) {
    let half = Double.cos(turn / 2)
    if half > 0.1, radius * Double.tan(turn.magnitude / 2) <= shortest / 2 {
      side.append(p + (n0 + n1) / (2 * half * half))
    } else {
      side.append(p + n0)
      side.append(p)
      side.append(p + n1)
    }
  }

  /// The points strictly between both ends of an arc about `p`.
  private static func appendArc(
    _ p: Point, from n: Point, turn: Double, _ widest: Double, to side: inout [Point]
  ) {
    let count = turn.isFinite ? max(1, Int((turn.magnitude / widest).rounded(.up))) : 1
    for i in 1..<count {
      side.append(p + AffineTransform.rotation(radians: turn * Double(i) / Double(count)).apply(n))
    }
  }
}
