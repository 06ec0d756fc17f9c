import RealModule

/// The bevel's surface and its effect on light, as a table over the distance to the edge.
///
/// A slab with a rounded edge: height w·(1 − uᵖ)^(1/p) above its floor with u = 1 − x / w, refracted by Snell's law and
/// mirrored by Schlick's approximation ("An Inexpensive BRDF Model", 1994). The surface's slope depends on u alone, so
/// one table serves bevels of any width w: the shift is (floor + w · height(u)) · bend(u).
///
/// Entries are evenly spaced in √(1 − u), because most of the change is at the edge.
struct BevelTable {
  /// Width of the widest bevel, in points.
  static let widestBevel = 20.0

  private static let last = 512
  private static let exponent = 3.0
  /// tan δ, height over width, and the mirrored share.
  private var entries: [SIMD4<Float>] = []

  /// - Parameters:
  ///   - index: refractive index; 1 bends nothing.
  ///   - edgeGather: share of the surrounding scene gathered at the very edge, 0...1.
  init(index: Double, edgeGather: Double) {
    for i in 0...Self.last {
      let v = Double(i) / Double(Self.last)
      let u = 1 - max(v * v, 1e-4)
      let slope = Self.slope(u)
      let theta = Double.atan(slope)
      let bend = Double.tan(theta - Double.asin(Double.sin(theta) / index))
      let height = Double.pow(1 - Double.pow(u, Self.exponent), 1 / Self.exponent)
      let mirrored = index > 1 ? min(Self.mirrored(slope, index) + edgeGather * u * u * u, 0.6) : 0
      entries.append(SIMD4(Float(bend), Float(height), Float(mirrored), 0))
    }
  }

  /// Rise of the surface.
  private static func slope(_ u: Double) -> Double {
    let u = min(u, 0.9999)
    return Double.pow(u, exponent - 1) * Double.pow(1 - Double.pow(u, exponent), 1 / exponent - 1)
  }

  /// Share of the environment that the surface mirrors, 0...1, beyond the 4 % (for glass) that it
  /// mirrors everywhere, which the wash accounts for. It falls to 0 at the bevel's foot.
  private static func mirrored(_ slope: Double, _ index: Double) -> Double {
    let r = (index - 1) / (index + 1)
    let f0 = r * r
    let cosine = Double.cos(Double.atan(slope))
    return (1 - f0) * Double.pow(1 - cosine, 5)
  }

  /// The bevel at one distance from the edge.
  struct Reading {
    fileprivate var entry: SIMD4<Float>

    /// How far inwards a point looks, in the units of `width` and `floor`.
    func shift(width: Float, floor: Float) -> Float { (floor + width * entry.y) * entry.x }

    /// Share of the surrounding scene that a point shows.
    var mirrored: Float { entry.z }
  }

  /// The bevel at x / w = `t`.
  func at(_ t: Float) -> Reading {
    let position = max(min(t, 1), 0).squareRoot() * Float(Self.last)
    let i = min(Int(position), Self.last - 1)
    let f = position - Float(i)
    return Reading(entry: entries[i] * (1 - f) + entries[i + 1] * f)
  }
}

/// The tables made so far: a screen needs two or three.
final class BevelTableCache {
  private var tables: [(index: Double, edgeGather: Double, table: BevelTable)] = []

  /// The bevel of a material; opaque plates bend nothing.
  func table(of material: GlassMaterial) -> BevelTable {
    let (index, edgeGather) = (material.isOpaque ? 1 : material.refractiveIndex, material.edgeGather)
    if let known = tables.first(where: { $0.index == index && $0.edgeGather == edgeGather }) {
      return known.table
    }
    let table = BevelTable(index: index, edgeGather: edgeGather)
    tables.append((index, edgeGather, table))
    return table
  }
}
