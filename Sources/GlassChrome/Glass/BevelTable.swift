import RealModule

/// `GlassOptics` as a table over u = 1 − x / w, for bevels of any width w: the surface's slope depends on u alone, so
/// the shift is (floor + w · height(u)) · bend(u).
///
/// Entries are evenly spaced in √(1 − u), because most of the change is at the edge.
struct BevelTable {
  private static let last = 512
  /// tan δ, height over width, and the mirrored share.
  private var entries: [SIMD4<Float>] = []

  /// - Parameters:
  ///   - index: refractive index; 1 bends nothing.
  ///   - edgeGather: share of the surrounding scene gathered at the very edge, 0...1.
  init(index: Double, edgeGather: Double) {
    let optics = GlassOptics(bevel: 1, floor: 0, index: index, longestShift: .infinity)
    for i in 0...Self.last {
      let v = Double(i) / Double(Self.last)
      let x = max(v * v, 1e-4)
      let theta = Double.atan(optics.slope(at: x))
      let bend = Double.tan(theta - Double.asin(Double.sin(theta) / index))
      let u = max(1 - x, 0)
      let mirrored = min(optics.mirrored(at: x) + (index > 1 ? edgeGather * u * u * u : 0), 0.6)
      entries.append(SIMD4(Float(bend), Float(optics.height(at: x)), Float(mirrored), 0))
    }
  }

  /// The bevel of a material; opaque plates bend nothing.
  init(_ material: GlassMaterial) {
    self.init(index: material.isOpaque ? 1 : material.refractiveIndex, edgeGather: material.edgeGather)
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

  func table(index: Double, edgeGather: Double) -> BevelTable {
    if let known = tables.first(where: { $0.index == index && $0.edgeGather == edgeGather }) {
      return known.table
    }
    let table = BevelTable(index: index, edgeGather: edgeGather)
    tables.append((index, edgeGather, table))
    return table
  }
}
