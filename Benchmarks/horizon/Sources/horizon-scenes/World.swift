import Foundation

typealias Vector = SIMD3<Double>

func dot(_ a: Vector, _ b: Vector) -> Double { (a * b).sum() }
func unit(_ a: Vector) -> Vector { a / dot(a, a).squareRoot() }

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func between(_ low: Double, _ high: Double) -> Double { .random(in: low...high, using: &self) }
}

/// Value noise on a lattice, 0...1, and sums of octaves of it.
struct Lattice {
  var seed: UInt64

  func value(_ x: Double, _ y: Double) -> Double {
    let (i, j) = (x.rounded(.down), y.rounded(.down))
    func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }
    let (u, v) = (smooth(x - i), smooth(y - j))
    let (a, b) = (Int64(i), Int64(j))
    let above = corner(a, b) * (1 - u) + corner(a + 1, b) * u
    let below = corner(a, b + 1) * (1 - u) + corner(a + 1, b + 1) * u
    return above * (1 - v) + below * v
  }

  /// Octaves halve in size and strength; those near `finest` and smaller fade, so that the far distance doesn't flicker.
  func sum(_ x: Double, _ y: Double, octaves: Int, finest: Double = 0) -> Double {
    var (sum, weight, scale) = (0.0, 0.5, 1.0)
    for octave in 0..<octaves {
      let share = finest > 0 ? min(1, 1 / (scale * finest) - 1) : 1
      guard share > 0 else { break }
      sum +=
        share * weight * (value(x * scale + Double(octave) * 17.3, y * scale - Double(octave) * 9.1) - 0.5)
      weight /= 2
      scale *= 2
    }
    return sum + 0.5
  }

  private func corner(_ i: Int64, _ j: Int64) -> Double {
    var z =
      UInt64(bitPattern: i) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: j) &* 0xC2B2_AE3D_27D4_EB4F ^ seed
    z = (z ^ (z >> 29)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 32)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) / Double(1 << 53)
  }
}

/// A box that stands upright, turned about the vertical.
struct Box {
  enum Surface { case facade, plaster, wood, crate }

  var center: Vector
  var half: Vector
  var yaw: Double
  var surface: Surface
  var brightness: Double
  var seed: UInt64

  private var turn: (cosine: Double, sine: Double) { (cos(yaw), sin(yaw)) }

  private func local(_ v: Vector) -> Vector {
    let (c, s) = turn
    return Vector(c * v.x - s * v.z, v.y, s * v.x + c * v.z)
  }

  private func world(_ v: Vector) -> Vector {
    let (c, s) = turn
    return Vector(c * v.x + s * v.z, v.y, -s * v.x + c * v.z)
  }

  /// The distance to the surface, its normal, and the place on it; `nil` if the ray misses. From inside, the far surface.
  func hit(_ origin: Vector, _ way: Vector) -> (distance: Double, normal: Vector, place: Vector)? {
    let (o, d) = (local(origin - center), local(way))
    var (near, far, nearAxis, farAxis) = (-Double.infinity, Double.infinity, 0, 0)
    for axis in 0..<3 {
      let inverse = 1 / d[axis]
      let (a, b) = ((-half[axis] - o[axis]) * inverse, (half[axis] - o[axis]) * inverse)
      if min(a, b) > near { (near, nearAxis) = (min(a, b), axis) }
      if max(a, b) < far { (far, farAxis) = (max(a, b), axis) }
    }
    guard near <= far, far > 1e-6 else { return nil }
    let isOutside = near > 1e-6
    let (distance, axis) = isOutside ? (near, nearAxis) : (far, farAxis)
    var normal = Vector.zero
    normal[axis] = (d[axis] < 0) ? 1 : -1
    return (distance, world(normal), o + d * distance)
  }
}

/// An upright cylinder without ends: a tree's trunk or a post, leaning a little.
struct Trunk {
  var foot: Vector
  var lean: SIMD2<Double>
  var radius: Double
  var height: Double
  var brightness: Double

  func hit(_ origin: Vector, _ way: Vector) -> (distance: Double, normal: Vector, place: Vector)? {
    // In coordinates that follow the lean, the cylinder is upright.
    let o = origin - foot
    let (ox, oz) = (o.x - lean.x * o.y, o.z - lean.y * o.y)
    let (dx, dz) = (way.x - lean.x * way.y, way.z - lean.y * way.y)
    let (a, b, c) = (dx * dx + dz * dz, ox * dx + oz * dz, ox * ox + oz * oz - radius * radius)
    let inside = b * b - a * c
    guard inside > 0, a > 1e-12 else { return nil }
    let distance = (-b - inside.squareRoot()) / a
    let y = o.y + way.y * distance
    guard distance > 1e-6, y > 0, y < height else { return nil }
    let normal = unit(Vector(ox + dx * distance, 0, oz + dz * distance))
    return (distance, normal, Vector(atan2(normal.x, normal.z) * radius, y, 0))
  }
}
