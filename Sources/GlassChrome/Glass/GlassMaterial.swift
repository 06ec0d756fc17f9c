/// What a panel is made of: how it shows the backdrop's light, and how its edge shines.
struct GlassMaterial: Equatable {
  /// Laid over the transmitted light, as linear light.
  var wash: LinearColor
  /// The wash's opacity unless contrast needs more.
  var washOpacity: Double
  var limit: ContrastGuard.Limit
  /// Saturation of the backdrop; 256 leaves it unchanged.
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
  /// Share of the surrounding scene that the bevel gathers at the very edge, 0...1.
  var edgeGather = 0.45
  /// Strength of the key light on the rim, 0...1.
  var keyLight: Double
  /// How much the bevel darkens where light exits, 0...1.
  var innerShadow = 0.0
  /// Share of the shift by which blue is bent further, and red less, than the mean; 0 for none.
  var dispersion = 0.0

  /// The material of an element.
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
    // Words on bright glass are dark: an inset plate's shadow must not reach them.
    material.innerShadow = elevation == .z1 ? (material.wash.luminance > 0.5 ? 0.25 : 0.5) : 0.12
    material.dispersion = glass.isDispersive ? 0.12 : 0
    return material
  }

  /// Opacity of the glass over the canvas, 0...256, at a presence of 0...1: whole from .75 on, so that words, which stand
  /// only on whole glass, can appear before everything has come to rest.
  static func opacity(atPresence presence: Float) -> UInt16 {
    UInt16(min(max(presence / presenceOfWhole, 0), 1) * 256 + 0.5)
  }

  static let presenceOfWhole: Float = 0.75

  /// Nearly sharp and dimmed, under white ink.
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

  /// White ink on a tint's colour.
  static func prominent(_ tint: Glass.Tint, _ style: ChromeStyle) -> GlassMaterial {
    var material = regular(style)
    material.wash = style.increaseContrast ? LinearColor.plate(tint).mixed(with: .black, 0.55) : .plate(tint)
    material.washOpacity = style.reduceTransparency ? 1 : 0.7
    material.limit = .atMost(style.increaseContrast ? 0.05 : 0.13)
    return material
  }

  /// White ink on dark glass, or black ink on bright glass.
  static func regular(_ style: ChromeStyle) -> GlassMaterial {
    let dark = style.appearance == .dark
    // Secondary text is a little dimmer than primary: the limits leave room for it (see ChromePalette). Cards
    // brighten dark plates, so the plate's own limit lies below the text's.
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

/// Tints as light.
extension LinearColor {
  /// A tint's colour under white ink: its luminance is at most .095.
  static func plate(_ tint: Glass.Tint) -> LinearColor {
    switch tint {
    case .primary: LinearColor(code: 0, 84, 166)
    case .destructive, .recording: LinearColor(code: 150, 12, 20)
    case .success: LinearColor(code: 0, 98, 44)
    case .warning: LinearColor(code: 122, 74, 0)
    }
  }

  /// A tint's colour under black ink.
  static func pale(_ tint: Glass.Tint) -> LinearColor {
    switch tint {
    case .primary: LinearColor(code: 176, 214, 255)
    case .destructive, .recording: LinearColor(code: 255, 200, 196)
    case .success: LinearColor(code: 186, 240, 200)
    case .warning: LinearColor(code: 255, 224, 168)
    }
  }
}
