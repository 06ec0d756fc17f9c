import RealModule

/// `GlassOptics` as tables over u = 1 − x / w, for bevels of any width w: the surface's slope depends on u alone, so
/// that the shift is (floor + w · height(u)) · bend(u).
///
/// Entries lie evenly in √(1 − u), as everything happens at the edge.
struct BevelTable {
  private static let last = 512
  /// tan δ, height over width, and the mirrored share.
  private var bend: [Float] = []
  private var height: [Float] = []
  private var mirror: [Float] = []

  init(index: Double, edgeGather: Double) {
    let optics = GlassOptics(bevel: 1, floor: 0, index: index, longestShift: .infinity)
    for i in 0...Self.last {
      let v = Double(i) / Double(Self.last)
      let x = max(v * v, 1e-4)
      let theta = Double.atan(optics.slope(at: x))
      bend.append(Float(Double.tan(theta - Double.asin(Double.sin(theta) / index))))
      height.append(Float(optics.height(at: x)))
      let u = max(1 - x, 0)
      mirror.append(Float(min(optics.mirrored(at: x) + (index > 1 ? edgeGather * u * u * u : 0), 0.7)))
    }
  }

  /// Of a material's bevel; plates that are opaque bend nothing.
  init(_ material: GlassMaterial) {
    self.init(index: material.isOpaque ? 1 : material.refractiveIndex, edgeGather: material.edgeGather)
  }

  private func read(_ table: [Float], _ t: Float) -> Float {
    let position = max(min(t, 1), 0).squareRoot() * Float(Self.last)
    let i = min(Int(position), Self.last - 1)
    let f = position - Float(i)
    return table[i] * (1 - f) + table[i + 1] * f
  }

  /// How far inwards a point looks, at x / w = `t`, in the units of `width` and `floor`.
  func shift(_ t: Float, width: Float, floor: Float) -> Float {
    (floor + width * read(height, t)) * read(bend, t)
  }

  /// Share of the scene beside it that a point shows.
  func mirrored(_ t: Float) -> Float { read(mirror, t) }
}
