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
  /// How much darker the bevel is where light leaves it, 0...1.
  var innerShadow = 0.0
  /// How much more blue is bent than red, as a share of the shift; 0 for none.
  var dispersion = 0.0

  /// The material that an element asks for.
  static func make(_ glass: Glass, elevation: GlassElement.Elevation, style: ChromeStyle) -> GlassMaterial {
    var material = glass.variant == .clear ? clear(style) : regular(style)
    if let tier = glass.tier, !style.reduceTransparency { material.washOpacity = tier.rawValue }
    if let tint = glass.tint {
      if glass.isProminent {
        material = .prominent(tint, style)
      } else {
        material.wash = material.wash.mixed(
          with: style.appearance == .dark || glass.variant == .clear ? .plate(tint) : .pale(tint), 0.5)
        material.washOpacity = max(material.washOpacity, 0.6)
      }
    }
    // On bright glass words are dark: an inset plate's shadow may not reach them.
    material.innerShadow = elevation == .z1 ? (material.wash.luminance > 0.5 ? 0.25 : 0.5) : 0.12
    material.dispersion = glass.isDispersive ? 0.12 : 0
    return material
  }

  /// How much of the glass is laid over what is there, 0...256, at a presence of 0...1: whole from .75 on, so that
  /// words, which stand on whole glass only, can come before everything has come to rest.
  static func opacity(atPresence presence: Float) -> UInt16 {
    UInt16(min(max(presence / presenceOfWhole, 0), 1) * 256 + 0.5)
  }

  static let presenceOfWhole: Float = 0.75

  /// Nearly sharp, dimmed, under white.
  static func clear(_ style: ChromeStyle) -> GlassMaterial {
    var dark = style
    dark.appearance = .dark
    var material = regular(dark)
    material.wash = .black
    material.washOpacity = style.reduceTransparency ? 1 : 0.25
    material.saturation = 288
    material.blurPoints = 0.35
    return material
  }

  /// White on a meaning's colour.
  static func prominent(_ tint: Glass.Tint, _ style: ChromeStyle) -> GlassMaterial {
    var material = regular(style)
    material.wash = style.increaseContrast ? LinearColor.plate(tint).mixed(with: .black, 0.55) : .plate(tint)
    material.washOpacity = style.reduceTransparency ? 1 : 0.7
    material.limit = .atMost(style.increaseContrast ? 0.05 : 0.13)
    return material
  }

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
}
