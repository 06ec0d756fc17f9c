import RealModule

/// The bevel's surface and its effect on light, as plain functions of the distance to the edge.
///
/// A slab with a rounded edge: height h(u) = H·(1 − uᵖ)^(1/p) above its floor with u = 1 − x / w, refracted by
/// Snell's law and mirrored by Schlick's approximation ("An Inexpensive BRDF Model", 1994). Lengths are pixels.
struct GlassOptics: Equatable {
  /// Width of the widest bevel, in points.
  static let widestBevel = 20.0

  /// Width of the bevel, and its height above the floor.
  var bevel: Double
  /// Depth of the slab under the bevel's foot.
  var floor: Double
  /// Refractive index; 1 bends nothing.
  var index: Double
  /// Upper limit of the shift.
  var longestShift: Double
  var exponent = 3.0

  /// Rise of the surface at a distance inside the edge (> 0).
  func slope(at x: Double) -> Double {
    guard x < bevel, bevel > 0 else { return 0 }
    let u = min(max(1 - x / bevel, 0), 0.9999)
    let p = exponent
    return Double.pow(u, p - 1) * Double.pow(1 - Double.pow(u, p), 1 / p - 1)
  }

  /// Height above the floor at a distance inside the edge.
  func height(at x: Double) -> Double {
    guard x < bevel else { return bevel }
    let u = min(max(1 - x / bevel, 0), 1)
    return bevel * Double.pow(1 - Double.pow(u, exponent), 1 / exponent)
  }

  /// How far inwards a pixel at a distance inside the edge looks.
  func shift(at x: Double) -> Double {
    let theta = Double.atan(slope(at: x))
    let delta = theta - Double.asin(Double.sin(theta) / index)
    return min((floor + height(at: x)) * Double.tan(delta), longestShift)
  }

  /// Share of the environment that the surface mirrors, 0...1, at a distance inside the edge, beyond the 4 %
  /// (for glass) that it mirrors everywhere, which the wash accounts for. It falls to 0 at the bevel's foot.
  func mirrored(at x: Double) -> Double {
    guard index > 1 else { return 0 }
    let r = (index - 1) / (index + 1)
    let f0 = r * r
    let cosine = Double.cos(Double.atan(slope(at: x)))
    return x < bevel ? (1 - f0) * Double.pow(1 - cosine, 5) : 0
  }
}
