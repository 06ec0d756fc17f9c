/// A panel's material: how it shows the scene's light, and how its edge shines. Light is linear, 0...1.
struct GlassMaterial: Equatable {
  /// The body's light is the scene's times `keep`, plus `add`.
  var keep: Double
  var add: LinearColor
  /// Saturation of the scene behind it; 256 leaves it unchanged.
  var saturation: Int32
  /// Blur of the scene behind it, in points; for clear glass, of what lies behind its words only.
  var blurPoints: Double
  /// Clear glass shows the scene itself, pixel by pixel.
  var isClear = false
  /// How much of the sharp scene, in the body's tone, the rim's lens shows, 0...1.
  var lens: Double
  /// The colours that the words' tone mixes in under light ink, and under dark ink.
  var darkWash: LinearColor
  var lightWash: LinearColor
  /// Share of the greatest luminance allowed under light ink up to which the scene's light stays as it is, 0...1.
  var knee = 0.1
  /// Points over which lens and mirror, or clear glass's sharp scene, return beside a word.
  var coverPoints = 16.0
  /// Ink is dark unless the scene behind it calls for light ink, or light unless it calls for dark.
  var prefersDarkInk: Bool
  /// Whether ink may turn; with increased contrast it keeps its colour, and the tone does all the work.
  var turnsInk = true
  /// Whether its own colour decides the ink, not the region around.
  var hasOwnInk = false
  /// Opaque plates neither bend nor mirror light.
  var isOpaque: Bool
  /// Strength of the hairline all around, 0...1, and its width in points.
  var border: Double
  var borderPoints: Double
  /// The hairline is dark instead of light.
  var hasDarkBorder = false
  /// Refractive index; 1 bends nothing.
  var refractiveIndex = 1.5
  /// Depth of the slab under the bevel's foot, in points.
  var floorPoints = 16.0
  /// Share of the surrounding scene that the bevel gathers at the very edge, 0...1.
  var edgeGather = 0.30
  /// Strength of the key light on the rim, 0...1.
  var keyLight: Double
  /// How much the bevel darkens where light exits, 0...1.
  var innerShadow = 0.0
  /// Share of the shift by which blue is bent more, and red less, than the mean; 0 for none.
  var dispersion = 0.0

  /// Points inside the edge that its hairline, or its border, takes: it is never broken, so words lie farther inside.
  static let linePoints = 2.0

  /// Blur of small controls, and of bars and sheets, in points.
  static let smallBlur = DisplayRules().smallBlur
  static let largeBlur = DisplayRules().largeBlur

  /// The material of an element.
  static func make(_ element: GlassElement, style: ChromeStyle) -> GlassMaterial {
    let glass = element.glass
    var material = glass.variant == .clear ? clear(style) : regular(style)
    if let blur = DisplayRules().blurRadius(element) { material.blurPoints = blur }
    if let tier = glass.tier, !style.reduceTransparency {
      let wash =
        style.appearance != .light || glass.variant == .clear ? material.darkWash : material.lightWash
      material.keep = 1 - tier.rawValue
      material.add = LinearColor.black.mixed(with: wash, tier.rawValue)
    }
    if let tint = glass.tint { material.take(tint, isProminent: glass.isProminent, style) }
    material.innerShadow = element.elevation == .z1 ? 0.4 : 0
    material.turnsInk = !style.increaseContrast
    material.dispersion = glass.isDispersive ? 0.12 : 0
    return material
  }

  private mutating func take(_ tint: Glass.Tint, isProminent: Bool, _ style: ChromeStyle) {
    let code = tint.codes(increaseContrast: style.increaseContrast)
    let color = LinearColor(code: code.red, code.green, code.blue)
    let share = style.reduceTransparency ? 1 : isProminent ? 0.88 : 0.5
    keep *= 1 - share
    add = add.mixed(with: color, share)
    isClear = false
    guard isProminent else { return }
    hasOwnInk = true
    prefersDarkInk = color.luminance > Self.brightestUnderWhite
    hasDarkBorder = border > 0 && prefersDarkInk
    // Its colour is nearly even: it stays as near the limit as it may.
    knee = 0.9
    darkWash = LinearColor.black.mixed(with: color, 0.12)
    lightWash = LinearColor.white.mixed(with: color, 0.12)
    innerShadow = 0
  }

  /// The luminance up to which a colour carries white ink; brighter ones carry black, which contrasts with them by 7:1.
  static let brightestUnderWhite = 0.32

  /// Opacity of the glass over the canvas, 0...256, at a presence of 0...1: full from .75 on, so
  /// that words, which stand only on solid glass, can appear before everything has come to rest.
  static func opacity(atPresence presence: Float) -> UInt16 {
    UInt16(min(max(presence / presenceOfWhole, 0), 1) * 256 + 0.5)
  }

  static let presenceOfWhole: Float = 0.75

  /// The scene itself; it is softened behind words only.
  static func clear(_ style: ChromeStyle) -> GlassMaterial {
    var material = regular(style)
    material.isClear = !style.reduceTransparency
    material.keep = style.reduceTransparency ? 0 : 1
    if !style.reduceTransparency { material.add = .black }
    material.saturation = 256
    material.blurPoints = smallBlur
    material.prefersDarkInk = false
    if material.isClear { material.coverPoints = 60 }
    return material
  }

  /// Softened, in the appearance's tone.
  static func regular(_ style: ChromeStyle) -> GlassMaterial {
    let isDark = style.appearance != .light
    let (nearBlack, nearWhite) = (
      LinearColor(red: 0.008, green: 0.009, blue: 0.011), LinearColor(red: 0.92, green: 0.93, blue: 0.94)
    )
    var material = GlassMaterial(
      keep: isDark ? 0.94 : 0.6, add: isDark ? LinearColor(grey: 0.03) : LinearColor(grey: 0.36),
      saturation: isDark ? 320 : 300, blurPoints: largeBlur, lens: 1,
      darkWash: nearBlack, lightWash: nearWhite, prefersDarkInk: !isDark, isOpaque: style.reduceTransparency,
      border: style.increaseContrast ? 1 : 0, borderPoints: style.increaseContrast ? 1.5 : 0.5,
      hasDarkBorder: style.increaseContrast && !isDark, keyLight: style.reduceTransparency ? 0.25 : 1)
    if style.reduceTransparency {
      material.keep = 0
      material.add = isDark ? LinearColor(grey: 0.016) : LinearColor(grey: 0.90)
    }
    return material
  }
}

extension Glass.Tint {
  /// The colour as sRGB codes 0...255 (Apple, Human Interface Guidelines, "Color", system colours; with increased contrast the
  /// accessible ones).
  func codes(increaseContrast: Bool) -> (red: Double, green: Double, blue: Double) {
    switch self {
    case .primary: increaseContrast ? (0, 64, 221) : (0, 122, 255)
    case .destructive, .recording: increaseContrast ? (215, 0, 21) : (255, 59, 48)
    case .success: increaseContrast ? (36, 138, 61) : (52, 199, 89)
    case .warning: increaseContrast ? (201, 52, 0) : (255, 159, 10)
    case .color(let red, let green, let blue): (Double(red), Double(green), Double(blue))
    }
  }
}
