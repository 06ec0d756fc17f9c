import RealModule

/// A scene scattered in all directions: each place shows the mean around it, weighted by a Gaussian.
///
/// The Gaussian is sampled at every pixel up to four σ, along rows and then columns, which for a Gaussian is the same as
/// over the whole disc.
struct Scattering {
  let light: LightPicture

  /// - Parameters:
  ///   - sigma: pixels.
  ///   - columns: light from beyond counts as the nearest of these columns.
  ///   - rows: likewise.
  init(_ scene: LightPicture, sigma: Double, columns: Range<Int>, rows: Range<Int>) {
    let reach = max(Int((4 * sigma).rounded(.up)), 1)
    let weights = (-reach...reach).map { Float(Double.exp(-Double($0 * $0) / (2 * sigma * sigma))) }
    let whole = weights.reduce(0, +)
    var across = scene
    for y in rows {
      for x in columns {
        var sum = SIMD3<Float>.zero
        for (k, weight) in weights.enumerated() {
          sum += scene[min(max(x + k - reach, columns.lowerBound), columns.upperBound - 1), y] * weight
        }
        across[x, y] = sum / whole
      }
    }
    var light = across
    for y in rows {
      for x in columns {
        var sum = SIMD3<Float>.zero
        for (k, weight) in weights.enumerated() {
          sum += across[x, min(max(y + k - reach, rows.lowerBound), rows.upperBound - 1)] * weight
        }
        light[x, y] = sum / whole
      }
    }
    self.light = light
  }
}
