import RealModule

/// Follows light through a slab of glass with a rounded edge, from above, to the scene at its foot.
///
/// The surface is z = floor + height(distance to the edge), its normal is taken by numeric differences, refraction by
/// the vector form of Snell's law, reflection by Fresnel's equations for unpolarised light (Born and Wolf, "Principles
/// of Optics", 1.5). It knows none of the product's formulas but the profile of the surface.
struct RayTracer {
  let shape: TrueShape
  /// Pixels.
  let bevel: Double
  let floor: Double
  let index: Double
  /// The longest way that light is moved sideways.
  let longest: Double

  private func surface(_ x: Double, _ y: Double) -> Double {
    let inside = shape.distance(x, y)
    let u = min(max((bevel - inside) / bevel, 0), 1)
    return floor + bevel * Double.root(1 - u * u * u, 3)
  }

  /// Where a ray that comes straight down at a point meets the scene, and the share of light mirrored there.
  func trace(_ x: Double, _ y: Double) -> (x: Double, y: Double, mirrored: Double) {
    let e = 0.01
    let gx = (surface(x + e, y) - surface(x - e, y)) / (2 * e)
    let gy = (surface(x, y + e) - surface(x, y - e)) / (2 * e)
    let length = (gx * gx + gy * gy + 1).squareRoot()
    let normal = SIMD3(-gx, -gy, 1) / length
    // Snell: t = r·d + (r·cosᵢ − cosₜ)·n, with d = (0, 0, −1) and r = 1 / index.
    let r = 1 / index
    let cosI = normal.z
    let cosT = (1 - r * r * (1 - cosI * cosI)).squareRoot()
    let ray = SIMD3(0, 0, -r) + normal * (r * cosI - cosT)
    // March down to z = 0 in small steps of depth, as one who can't divide would.
    let depth = surface(x, y)
    let steps = 8
    var at = SIMD3(x, y, depth)
    for _ in 0..<steps { at += ray * (depth / Double(steps) / -ray.z) }
    var (dx, dy) = (at.x - x, at.y - y)
    let way = (dx * dx + dy * dy).squareRoot()
    if way > longest { (dx, dy) = (dx * longest / way, dy * longest / way) }
    let s = (cosI - index * cosT) / (cosI + index * cosT)
    let p = (index * cosI - cosT) / (index * cosI + cosT)
    let straight = (index - 1) / (index + 1)
    return (x + dx, y + dy, (s * s + p * p) / 2 - straight * straight)
  }
}
