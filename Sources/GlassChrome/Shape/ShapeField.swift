import Geometry
import PixelTypes
import RealModule

/// For each pixel of an area, how far inside an outline it lies and which way the nearest edge faces.
///
/// Distances are exact: to the outline's sides, not in a norm whose gradient falls to .81 in
/// corners. They are positive inside, in pixels, at pixel centres, and clamped to ±`reach`.
struct ShapeField {
  private(set) var area: PixelRect
  let reach: Float
  /// `area.height × area.width`, row by row.
  private(set) var distance: [Float]
  /// Outward unit normals, shorter at softened ridges; (0, 0) if the edge is farther away than `reach`.
  private(set) var normalX: [Float]
  private(set) var normalY: [Float]

  init(area: PixelRect, reach: Double) {
    self.area = area
    self.reach = Float(reach)
    let count = area.width * area.height
    distance = Array(repeating: -Float(reach), count: count)
    normalX = Array(repeating: 0, count: count)
    normalY = Array(repeating: 0, count: count)
  }

  init(_ outline: ShapeOutline, area: PixelRect, reach: Double) {
    self.init(area: area, reach: reach)
    guard !area.isEmpty else { return }
    let sides = Self.sides(outline)
    var nearest = [Int32](repeating: -1, count: distance.count)
    var squared = [Float](repeating: self.reach * self.reach, count: distance.count)
    for (index, side) in sides.enumerated() { scatter(side, Int32(index), &nearest, &squared) }
    settle(sides, nearest, squared)
  }

  private struct Side {
    var a: SIMD2<Float>
    /// The next side's `a`, bit for bit: otherwise a row through it could be crossed twice or not at all.
    var b: SIMD2<Float>
    var along: SIMD2<Float>
    /// 1 / length²; 0 for a side too short to be nearest to anything.
    var inverse: Float
    var normalA: SIMD2<Float>
    var normalB: SIMD2<Float>
    /// Sine of the turn to the next side; 1 for right angles and beyond.
    var turn: Float
  }

  private static func sides(_ outline: ShapeOutline) -> [Side] {
    var sides: [Side] = []
    for loop in outline.loops {
      let first = sides.count
      for i in loop.indices {
        let (from, to) = (loop[i], loop[(i + 1) % loop.count])
        let along = to.position - from.position
        let isShort = along.lengthSquared <= 1e-12
        sides.append(
          Side(
            a: SIMD2(Float(from.position.x), Float(from.position.y)),
            b: SIMD2(Float(to.position.x), Float(to.position.y)),
            along: SIMD2(Float(along.x), Float(along.y)),
            inverse: isShort ? 0 : Float(1 / along.lengthSquared),
            normalA: SIMD2(Float(from.normal.x), Float(from.normal.y)),
            normalB: SIMD2(Float(to.normal.x), Float(to.normal.y)), turn: 1))
      }
      guard var next = sides[first...].firstIndex(where: { $0.inverse > 0 }) else { continue }
      for i in (first..<sides.count).reversed() where sides[i].inverse > 0 {
        let (u, v) = (sides[i].along, sides[next].along)
        let sine = abs(u.x * v.y - u.y * v.x) * (sides[i].inverse * sides[next].inverse).squareRoot()
        if (u * v).sum() > 0 { sides[i].turn = min(sine, 1) }
        next = i
      }
    }
    return sides
  }

  /// Offers one side to all pixels that may be nearest to it: those beside it within reach and,
  /// past its end, the wedge that the outline's turn opens there.
  private func scatter(_ side: Side, _ index: Int32, _ nearest: inout [Int32], _ squared: inout [Float]) {
    guard side.inverse > 0 else { return }
    let top = max(Int((min(side.a.y, side.b.y) - reach).rounded(.down)) - area.y, 0)
    let bottom = min(Int((max(side.a.y, side.b.y) + reach).rounded(.up)) - area.y, area.height)
    let inverseLength = side.inverse.squareRoot()
    let (ux, uy) = (side.along.x * inverseLength, side.along.y * inverseLength)
    let ahead = 1 / inverseLength + reach * side.turn + 0.05
    guard top < bottom else { return }
    // SAFETY: rows and columns are clamped to the area, which both arrays cover row by row.
    unsafe nearest.withUnsafeMutableBufferPointer { nearest in
      unsafe squared.withUnsafeMutableBufferPointer { squared in
        guard let nearest = nearest.baseAddress, let squared = squared.baseAddress else {
          return
        }
        let offset = Float(area.x) + 0.5 - side.a.x
        for y in top..<bottom {
          let py = Float(area.y + y) + 0.5 - side.a.y
          // −.05 ≤ px·ux + py·uy ≤ ahead, and |py·ux − px·uy| ≤ reach.
          let beside = Self.interval(ux, from: -0.05 - py * uy, to: ahead - py * uy)
          let within = Self.interval(uy, from: py * ux - reach, to: py * ux + reach)
          let left = max(beside.lowerBound, within.lowerBound, 0 + offset) - offset
          let right = min(beside.upperBound, within.upperBound, Float(area.width) + offset) - offset
          guard left <= right else { continue }
          let (near, best) = unsafe (nearest + y * area.width, squared + y * area.width)
          for x in Int(left)..<min(Int(right) + 1, area.width) {
            let px = Float(x) + offset
            let t = min(max((px * side.along.x + py * side.along.y) * side.inverse, 0), 1)
            let (dx, dy) = (px - t * side.along.x, py - t * side.along.y)
            let d = dx * dx + dy * dy
            let isNearer = unsafe d < best[x]
            unsafe best[x] = isNearer ? d : best[x]
            unsafe near[x] = isNearer ? index : near[x]
          }
        }
      }
    }
  }

  /// The numbers whose product with `factor` lies in a range.
  private static func interval(_ factor: Float, from: Float, to: Float) -> ClosedRange<Float> {
    guard abs(factor) > 1e-6 else { return from <= 0 && to >= 0 ? -1e6...1e6 : 1e6...1e6 }
    let (a, b) = (from / factor, to / factor)
    return min(a, b)...max(a, b)
  }

  /// Sets signs by the winding number (non-zero) at pixel centres, row by row, and normals from the nearest sides.
  private mutating func settle(_ sides: [Side], _ nearest: [Int32], _ squared: [Float]) {
    var crossings: [(x: Float, step: Int)] = []
    for y in 0..<area.height {
      let py = Float(area.y + y) + 0.5
      crossings.removeAll(keepingCapacity: true)
      for side in sides {
        let (y0, y1) = (side.a.y, side.b.y)
        guard (y0 <= py) != (y1 <= py) else { continue }
        crossings.append((side.a.x + (side.b.x - side.a.x) * (py - y0) / (y1 - y0), y1 > y0 ? 1 : -1))
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      var next = 0
      for x in 0..<area.width {
        let px = Float(area.x + x) + 0.5
        while next < crossings.count, crossings[next].x <= px {
          winding += crossings[next].step
          next += 1
        }
        let i = y * area.width + x
        let isInside = winding != 0
        guard nearest[i] >= 0 else {
          if isInside { distance[i] = reach }
          continue
        }
        let away = squared[i].squareRoot()
        distance[i] = isInside ? away : -away
        let side = sides[Int(nearest[i])]
        let p = SIMD2(px, py)
        let t = min(max(((p - side.a) * side.along).sum() * side.inverse, 0), 1)
        var normal = side.normalA + (side.normalB - side.normalA) * t
        let outwards = (side.a + side.along * t - p) * (isInside ? 1 : -1)
        // At a sharp corner seen from outside, or if the drawn side winds the other way, the foot of the perpendicular decides.
        let length = (normal * normal).sum().squareRoot()
        let away2 = (outwards * outwards).sum().squareRoot()
        if away2 > 0.05, length < 0.5 || (normal * outwards).sum() < 0.7 * length * away2 {
          normal = outwards / away2
        } else if length > 0 {
          normal /= length
        }
        normalX[i] = normal.x
        normalY[i] = normal.y
      }
    }
  }

  /// Shortens normals that turn within a few pixels: along the ridges of necks and sharp corners,
  /// where light from both sides would meet in a seam.
  ///
  /// - Parameter radius: pixels from a ridge to full normals.
  mutating func softenRidges(radius: Int) {
    let (meanX, meanY) = (boxMean(normalX, radius), boxMean(normalY, radius))
    for i in normalX.indices {
      let length = (meanX[i] * meanX[i] + meanY[i] * meanY[i]).squareRoot()
      // Ordinary curves keep over nine tenths.
      let kept = min(length / 0.9, 1)
      normalX[i] *= kept
      normalY[i] *= kept
    }
  }

  /// The mean of the values within `radius`, along rows, then columns; edge values repeat.
  private func boxMean(_ values: [Float], _ radius: Int) -> [Float] {
    let (width, height) = (area.width, area.height)
    var rows = values
    var means = values
    let share = 1 / Float(2 * radius + 1)
    for y in 0..<height {
      let start = y * width
      var sum: Float = 0
      for x in -radius...radius { sum += values[start + min(max(x, 0), width - 1)] }
      for x in 0..<width {
        rows[start + x] = sum * share
        sum += values[start + min(x + radius + 1, width - 1)] - values[start + max(x - radius, 0)]
      }
    }
    for x in 0..<width {
      var sum: Float = 0
      for y in -radius...radius { sum += rows[min(max(y, 0), height - 1) * width + x] }
      for y in 0..<height {
        means[y * width + x] = sum * share
        sum += rows[min(y + radius + 1, height - 1) * width + x] - rows[max(y - radius, 0) * width + x]
      }
    }
    return means
  }

  /// Takes the deeper of two fields at each pixel: their union, without merging.
  mutating func formUnion(_ other: ShapeField) {
    for i in distance.indices where other.distance[i] > distance[i] {
      distance[i] = other.distance[i]
      normalX[i] = other.normalX[i]
      normalY[i] = other.normalY[i]
    }
  }

  /// The same field for a shape moved by whole pixels.
  func moved(to x: Int, _ y: Int) -> ShapeField {
    var moved = self
    (moved.area.x, moved.area.y) = (x, y)
    return moved
  }
}
