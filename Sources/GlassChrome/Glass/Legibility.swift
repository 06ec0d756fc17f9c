import RealModule

/// How bright or dark glass may get behind words, from the rim inwards, so that ink can be chosen and the rim's
/// light be held to it.
///
/// In the flat middle the contrast guard keeps the material's limit. On the bevel the rim adds light of its own and
/// mirrors the scene beside it: mixed as codes, most of it at the edge. Words begin `wordDepth` inside the edge; what
/// the rim mirrors is dimmed (or lifted, on bright glass) until the mixture there still carries black or white.
struct Legibility {
  /// Points from the edge to the first pixel that may lie behind words.
  static let wordDepth = 2.0
  /// Points: no bevel is wider.
  static let widestBevel = 20.0

  /// Luminance that a plate keeps to where words are: under white at most, under black at least (WCAG 2.2: 4.5:1, and
  /// 7:1 with increased contrast), with room for rounding and dither, and with increased contrast for a
  /// plate that lies between.
  let bound: ContrastGuard.Limit
  private let material: GlassMaterial
  private let table: BevelTable

  /// - Parameter table: of the material's bevel.
  init(_ material: GlassMaterial, table: BevelTable, increaseContrast: Bool) {
    self.material = material
    self.table = table
    switch material.limit {
    case .atMost: bound = .atMost(increaseContrast ? 0.065 : 0.177)
    case .atLeast: bound = .atLeast(increaseContrast ? 0.36 : 0.182)
    }
  }

  /// Shares of the mixture at `t` = depth / width of the bevel, as the baker mixes them where the key light falls on
  /// the rim, or, on bright glass, where it is darkest.
  private func shares(_ t: Float) -> (transmitted: Double, mirrored: Double, light: Double) {
    let u = Double(max(1 - t, 0))
    let mirrored = material.isOpaque ? 0 : Double(table.at(t).mirrored)
    switch material.limit {
    case .atMost:
      let light = (0.1 * u * u + 0.012) * material.keyLight
      return ((1 - light) * (1 - mirrored), (1 - light) * mirrored, light)
    case .atLeast:
      return ((1 - mirrored) * (1 - material.innerShadow * u * u), mirrored, 0)
    }
  }

  /// What the mirrored scene must keep to.
  var mirrorLimit: ContrastGuard.Limit {
    let (transmitted, mirrored, light) = shares(Float(Self.wordDepth / Self.widestBevel))
    guard mirrored > 1e-3 else {
      switch material.limit {
      case .atMost: return .atMost(1)
      case .atLeast: return .atLeast(0)
      }
    }
    func rest(_ bound: Double, _ limit: Double) -> Double {
      let code = (Self.code(bound) - transmitted * Self.code(limit) - light) / mirrored
      return TransferCurve.light(min(max(code, 0), 1))
    }
    switch (bound, material.limit) {
    // Glass that lets through more than words bear isn't for words.
    case (.atMost(let most), .atMost(let limit)) where limit >= most: return .atMost(1)
    case (.atLeast(let least), .atLeast(let limit)) where limit <= least: return .atLeast(0)
    case (.atMost(let most), .atMost(let limit)): return .atMost(max(rest(most, limit), 0.01))
    case (.atLeast(let least), .atLeast(let limit)): return .atLeast(min(rest(least, limit), 0.9))
    default: return material.limit
    }
  }

  /// How what the rim of a body mirrors is held, and with which wash: as its strictest material asks.
  ///
  /// Where one asks for dark and another for bright, there is nothing to mirror but a grey that carries both.
  static func mirror(_ materials: [GlassMaterial], table: BevelTable, increaseContrast: Bool) -> (
    guard: ContrastGuard, wash: LinearColor
  ) {
    var (most, least) = (1.0, 0.0)
    for material in materials {
      switch Legibility(material, table: table, increaseContrast: increaseContrast).mirrorLimit {
      case .atMost(let limit): most = min(most, limit)
      case .atLeast(let limit): least = max(least, limit)
      }
    }
    if most < 1, least > 0 {
      let grey = LinearColor(red: (most + least) / 2, green: (most + least) / 2, blue: (most + least) / 2)
      return (ContrastGuard(limit: .atMost(1), washLuminance: grey.luminance, base: 1), grey)
    }
    var wash = materials.first?.wash ?? .black
    let limit: ContrastGuard.Limit = least > 0 ? .atLeast(least) : .atMost(most)
    // A wash that can't bring it there gives way to one that can.
    if least == 0, wash.luminance > most - 2 * ContrastGuard.margin { wash = .black }
    if least > 0, wash.luminance < least + 2 * ContrastGuard.margin { wash = .white }
    return (ContrastGuard(limit: limit, washLuminance: wash.luminance, base: 0), wash)
  }

  /// The worst luminance behind a place at a depth, pixels, in an element with a bevel of a width, pixels.
  func worst(depth: Double, bevel: Double) -> Double {
    let limit: Double
    let edge: Double
    switch (material.limit, bound) {
    case (.atMost(let a), .atMost(let b)), (.atLeast(let a), .atLeast(let b)): (limit, edge) = (a, b)
    default: return 0.18
    }
    guard !material.isOpaque, depth < bevel, bevel > 0 else { return limit }
    let t = Float(max(depth, 0) / bevel)
    let first = shares(Float(Self.wordDepth / Self.widestBevel))
    let here = shares(t)
    let share = min(
      max(here.mirrored / first.mirrored, (1 - here.transmitted) / (1 - first.transmitted)), 1)
    let code = Self.code(limit) + (Self.code(edge) - Self.code(limit)) * share
    return TransferCurve.light(code)
  }

  /// sRGB's code of a grey of a luminance, 0...1 both.
  static func code(_ light: Double) -> Double {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * Double.pow(light, 1 / 2.4) - 0.055
  }
}
