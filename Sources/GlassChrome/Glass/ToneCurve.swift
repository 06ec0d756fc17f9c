import PixelTypes

/// A tone of glass under ink: what it makes of each luminance, by a wash of one colour.
///
/// Under light ink bright parts of the scene are compressed below a limit, and under dark ink dark parts are raised above
/// one; the rest stays. The tone knows no places: it has no edges of its own, and what was brighter stays brighter.
final class ToneCurve {
  /// Entries of the wash's opacity, evenly spaced over the luminances, 0...65535.
  static let entries = 1024
  /// Entries of the change, likewise.
  static let bins = 64

  let isUnderDarkInk: Bool
  /// The greatest luminance left under light ink, or the least under dark ink.
  let limit: Double
  let material: GlassMaterial
  let wash: LinearColor
  let opacities: [UInt16]
  /// How much each luminance changes to the eye: by its root, 0...1.
  let changes: [Float]

  init(limit: Double, isUnderDarkInk: Bool, _ material: GlassMaterial) {
    (self.limit, self.isUnderDarkInk, self.material) = (limit, isUnderDarkInk, material)
    let wash = isUnderDarkInk ? material.lightWash : material.darkWash
    self.wash = wash
    let goal = wash.luminance
    func shown(_ light: Double) -> Double {
      isUnderDarkInk
        ? Self.raised(light, above: limit)
        : Self.compressed(light, below: limit, from: max(limit * material.knee, goal))
    }
    func opacity(_ light: Double) -> Double {
      let (way, change) = (goal - light, shown(light) - light)
      return way * change > 0 ? min(change / way, 1) : 0
    }
    // An entry is right for the worst luminance that it stands for.
    let worst = isUnderDarkInk ? 0.0 : 1.0
    opacities = (0..<Self.entries).map {
      UInt16((opacity((Double($0) + worst) / Double(Self.entries)) * 65_535).rounded(.up))
    }
    changes = (0..<Self.bins).map {
      let light = (Double($0) + 0.5) / Double(Self.bins)
      let washed = light + (goal - light) * opacity(light)
      return abs(Float(washed).squareRoot() - Float(light).squareRoot())
    }
  }

  /// Unchanged up to a knee, then ever flatter: 1 becomes the limit.
  private static func compressed(_ light: Double, below limit: Double, from knee: Double) -> Double {
    guard limit < 1, light > knee else { return light }
    let over = light - knee
    return knee + over / (1 + over * (1 / max(limit - knee, 1e-6) - 1 / (1 - knee)))
  }

  /// 0 becomes the limit; unchanged from twice that on.
  private static func raised(_ light: Double, above limit: Double) -> Double {
    let left = limit > 0 ? max(1 - light / (2 * limit), 0) : 0
    return light + limit * left * left
  }

  /// The wash's opacity over a luminance of 0...1.
  func opacity(_ light: Double) -> Double {
    Double(opacities[min(max(Int(light * Double(Self.entries)), 0), Self.entries - 1)]) / 65_535
  }
}

/// Adds a curve's wash to each texel's.
///
/// - Parameters:
///   - luminance: of each texel under the washes so far.
///   - weights: how much of it each texel takes, 0...65535; all of it if `nil`.
func wash(_ washes: WashPlanes, by curve: ToneCurve, _ luminance: SamplePlane, weights: SamplePlane?) {
  func stored(_ light: Double) -> UInt32 { UInt32(light * 65_535) }
  let (red, green, blue) = (stored(curve.wash.red), stored(curve.wash.green), stored(curve.wash.blue))
  let table = curve.opacities
  let opacities = table.span
  for y in 0..<luminance.height {
    // SAFETY: all planes have one size; x stays below their width.
    let (keep, light) = unsafe (washes.keep.row(y), luminance.row(y))
    let (addR, addG, addB) = unsafe washes.add.rows(y)
    let weight = unsafe weights?.row(y)
    for x in 0..<luminance.width {
      var opacity = unsafe UInt32(opacities[Int(light[x] >> 6)])
      if let weight = unsafe weight { opacity = unsafe (opacity * UInt32(weight[x]) + 65_534) / 65_535 }
      guard opacity > 0 else { continue }
      let left = 65_535 - opacity
      func over(_ sample: UInt16, _ wash: UInt32) -> UInt16 {
        UInt16(truncatingIfNeeded: (UInt32(sample) * left + wash * opacity) >> 16)
      }
      unsafe keep[x] = over(keep[x], 0)
      unsafe addR[x] = over(addR[x], red)
      unsafe addG[x] = over(addG[x], green)
      unsafe addB[x] = over(addB[x], blue)
    }
  }
}
