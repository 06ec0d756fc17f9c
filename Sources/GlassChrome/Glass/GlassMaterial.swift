/// What a panel is made of: how it takes the backdrop's light, and how its edge shines.
struct GlassMaterial: Equatable {
  /// Laid over what comes through, as linear light.
  var wash: LinearColor
  /// The wash's opacity where contrast asks for no more.
  var washOpacity: Double
  var limit: ContrastGuard.Limit
  /// Colour of the backdrop, 256 for as it is.
  var saturation: Int32
  /// Blur of the backdrop, in points.
  var blurPoints: Double
  /// Opaque plates neither bend nor mirror light.
  var isOpaque: Bool
  /// Strength of the hairline all around, 0...1, and its width in points.
  var border: Double
  var borderPoints: Double
  /// Refractive index; 1 bends nothing.
  var refractiveIndex = 1.5
  /// How much of the scene beside it the bevel gathers at the very edge, 0...1.
  var edgeGather = 0.45
  /// Strength of the key light on the rim, 0...1.
  var keyLight: Double

  /// White on dark glass, or black on bright glass.
  static func regular(_ style: ChromeStyle) -> GlassMaterial {
    let dark = style.appearance == .dark
    // Secondary text is a little dimmer than primary: the limits leave room for it (see ChromePalette). Cards
    // brighten dark plates, so that the plate's own limit lies below the text's.
    let limit: ContrastGuard.Limit =
      dark ? .atMost(style.increaseContrast ? 0.045 : 0.105) : .atLeast(style.increaseContrast ? 0.55 : 0.42)
    return GlassMaterial(
      wash: dark
        ? LinearColor(red: 0.012, green: 0.013, blue: 0.016)
        : LinearColor(red: 0.94, green: 0.95, blue: 0.96),
      washOpacity: style.reduceTransparency ? 1 : dark ? 0.42 : 0.55,
      limit: limit, saturation: 340, blurPoints: 11, isOpaque: style.reduceTransparency,
      border: style.increaseContrast ? 0.7 : 0.12, borderPoints: style.increaseContrast ? 1.5 : 0.5,
      keyLight: style.reduceTransparency ? 0.25 : 1)
  }

  /// White on red: recording.
  static func recording(_ style: ChromeStyle) -> GlassMaterial {
    var material = regular(style)
    material.wash = LinearColor(code: 150, 12, 20)
    material.washOpacity = style.reduceTransparency ? 1 : 0.7
    material.limit = .atMost(style.increaseContrast ? 0.095 : 0.13)
    return material
  }
}
