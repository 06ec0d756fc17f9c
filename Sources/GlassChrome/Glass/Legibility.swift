import RealModule

/// How bright or dark glass may get behind words, from the rim inwards. Inks are chosen by it, and the rim's light is
/// limited to it.
///
/// In the flat middle the contrast guard keeps the material's limit. On the bevel the rim adds its own light and
/// mirrors the surrounding scene: both are mixed in as codes, most at the edge. Words begin `wordDepth` inside the edge;
/// the mirrored scene is dimmed (or lifted, on bright glass) until the mixture there still carries black or white.
struct Legibility {
  /// Points from the edge to the first pixel that may lie behind words.
  static let wordDepth = 2.0
  /// Width of the widest bevel, in points.
  static let widestBevel = 20.0

  /// Luminance limit where words are: an upper one under white, a lower one under black (WCAG 2.2: 4.5:1, and 7:1 with
  /// increased contrast), with room for rounding and dither and, with increased contrast, for a plate in between.
  let bound: ContrastGuard.Limit
  private let material: GlassMaterial
  private let table: BevelTable

  /// - Parameter table: the material's bevel.
  init(_ material: GlassMaterial, table: BevelTable, increaseContrast: Bool) {
    self.material = material
    self.table = table
    switch material.limit {
    case .atMost: bound = .atMost(increaseContrast ? 0.065 : 0.177)
    case .atLeast: bound = .atLeast(increaseContrast ? 0.36 : 0.182)
    }
  }

  /// Shares of the mixture at `t` = depth / width of the bevel, as the baker mixes them where the key light falls on
  /// the rim or, on bright glass, where the rim is darkest.
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

  /// Limit for the mirrored scene.
  var mirrorLimit: ContrastGuard.Limit {
    let (transmitted, mirrored, light) = shares(Float(Self.wordDepth / Self.widestBevel))
    guard mirrored > 1e-3 else {
      switch material.limit {
      case .atMost: return .atMost(1)
      case .atLeast: return .atLeast(0)
      }
    }
    func rest(_ bound: Double, _ limit: Double) -> Double {
      let code = (TransferCurve.code(bound) - transmitted * TransferCurve.code(limit) - light) / mirrored
      return TransferCurve.light(min(max(code, 0), 1))
    }
    switch (bound, material.limit) {
    // Glass that transmits more than words bear isn't for words.
    case (.atMost(let most), .atMost(let limit)) where limit >= most: return .atMost(1)
    case (.atLeast(let least), .atLeast(let limit)) where limit <= least: return .atLeast(0)
    case (.atMost(let most), .atMost(let limit)): return .atMost(max(rest(most, limit), 0.01))
    case (.atLeast(let least), .atLeast(let limit)): return .atLeast(min(rest(least, limit), 0.9))
    default: return material.limit
    }
  }

  /// The guard and the wash for what a body's rim mirrors, by its strictest material.
  ///
  /// If one material needs dark and another bright, the rim mirrors only a grey that carries both.
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
    // A wash that can't reach the limit gives way to one that can.
    if least == 0, wash.luminance > most - 2 * ContrastGuard.margin { wash = .black }
    if least > 0, wash.luminance < least + 2 * ContrastGuard.margin { wash = .white }
    return (ContrastGuard(limit: limit, washLuminance: wash.luminance, base: 0), wash)
  }

  /// The worst luminance at a depth inside an element, for a bevel of a given width, both in pixels.
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
    let code = TransferCurve.code(limit) + (TransferCurve.code(edge) - TransferCurve.code(limit)) * share
    return TransferCurve.light(code)
  }
}
