import PixelTypes

/// What the components share when they are made.
struct ChromeContext {
  let layout: ChromeLayout
  let style: ChromeStyle
  let subsampling: ChromaSubsampling
  let grid: SceneGrid
  let palette: ChromePalette
  let fonts: ChromeFonts
  let rasterizer: OutlineRasterizer

  /// Pixels of a length in points.
  func pixels(_ points: Double) -> Double { points * layout.scale }

  /// Whole even pixels of a length in points.
  func even(_ points: Double) -> Int { Int((points * layout.scale / 2).rounded()) * 2 }

  func panel(_ area: PixelRect, radius: Double, material: GlassMaterial) -> GlassPanel {
    GlassPanel(
      area: area, radius: radius, material: material, scale: layout.scale, grid: grid,
      subsampling: subsampling)
  }
}

/// The faces that the chrome writes in.
struct ChromeFonts {
  /// Names and times, 17 pt semibold.
  let headline: Typeface
  /// Rates and counts, 15 pt regular.
  let body: Typeface
  /// Hints, 16 pt semibold.
  let callout: Typeface
  /// Card titles, 13 pt medium.
  let caption: Typeface

  init(scale: Double) throws(GlassError) {
    // Under 9 pixels even hinted text can't be read.
    func size(_ points: Double) -> Double { max(points * scale, 9) }
    headline = try Typeface(pixels: size(17), weight: .semibold)
    body = try Typeface(pixels: size(15), weight: .medium)
    callout = try Typeface(pixels: size(16), weight: .semibold)
    caption = try Typeface(pixels: size(13), weight: .medium)
  }
}
