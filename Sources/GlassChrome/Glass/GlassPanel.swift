import HUDGeometry
import PixelTypes

/// One piece of glass: a rounded rectangle that bends, blurs and washes the backdrop behind it.
///
/// All that depends on shape alone is worked out once. A row of the straight middle looks at one backdrop row, so
/// that it is interpolated as a whole; only the two rounded ends are drawn pixel by pixel.
final class GlassPanel {
  /// Pixels of the canvas; all four edges even, so that chroma samples belong to it wholly.
  let area: PixelRect
  let material: GlassMaterial
  /// How far the rounded edge reaches inwards, in pixels. It gathers light from beside the panel, which the wash
  /// doesn't hold back: text keeps out of it.
  let bevel: Double
  private let tile: SceneTile
  private let environment: SceneTile
  private let blurPixels: Double
  private let endWidth: Int
  private let rows: [[GlassRow]]
  private let ends: [[GlassPixel]]
  private let subsampling: ChromaSubsampling
  private let scratch: PixelPlane
  private var contrast: ContrastGuard

  /// A row of the straight middle.
  struct GlassRow: Equatable {
    var line: Int
    var fraction: Int
    var environment: Int
    var mix: GlassMix
  }

  init(
    area: PixelRect, radius: Double, material: GlassMaterial, scale: Double, grid: SceneGrid,
    subsampling: ChromaSubsampling
  ) {
    self.area = area
    self.material = material
    self.subsampling = subsampling
    blurPixels = material.blurPoints * scale
    let reach = max(2, Int(24 * scale) & ~1)
    let tile = SceneTile(area: area, grid: grid, subsampling: subsampling)
    let environment = SceneTile(area: area.insetBy(-reach), grid: grid, subsampling: subsampling)
    let profile = EdgeProfile(area: area, radius: radius, material: material, scale: scale)
    bevel = profile.optics.bevel
    let endWidth = min(
      (Int(max(profile.shape.zone, profile.optics.bevel).rounded(.up)) + 1) & ~1, area.width / 2)
    let plan = GlassPlan(
      profile: profile, tile: tile, environment: environment, reach: Double(reach), endWidth: endWidth)
    let (h, v) = (subsampling.horizontal, subsampling.vertical)
    rows = [plan.rows(vertical: 1), plan.rows(vertical: v)]
    ends = [plan.ends(horizontal: 1, vertical: 1), plan.ends(horizontal: h, vertical: v)]
    self.tile = tile
    self.environment = environment
    self.endWidth = endWidth
    scratch = PixelPlane(width: area.width, height: 1)
    contrast = Self.contrast(for: material)
  }

  private static func contrast(for material: GlassMaterial) -> ContrastGuard {
    ContrastGuard(
      limit: material.limit, washLuminance: material.wash.luminance, base: material.washOpacity)
  }

  /// Forgets the scenes seen so far: as just made.
  func reset() { contrast = Self.contrast(for: material) }

  /// Takes the backdrop of this frame.
  func prepare(_ pyramid: BlurPyramid, nanoseconds: Int64) {
    tile.sample(pyramid, deviation: blurPixels)
    let range = saturate(tile.light, by: material.saturation)
    let opacity = contrast.update(
      darkest: Double(range.darkest) / 65_535, brightest: Double(range.brightest) / 65_535,
      nanoseconds: nanoseconds)
    encode(
      tile.light, shade: nil, wash: LightWash(color: material.wash, opacity: opacity), into: tile.codes)
    tile.stretch()
    environment.sample(pyramid, deviation: blurPixels * 2)
    encode(
      environment.light, shade: nil, wash: LightWash(color: .white, opacity: 0), into: environment.codes)
    environment.stretch()
  }

  /// Draws the glass; `opacity` 0...256 fades it in.
  func paint(into canvas: PlanarPicture, opacity: Int = 256) {
    guard opacity > 0 else { return }
    for channel in 0..<3 {
      let plane = channel == 0 ? canvas.luma : channel == 1 ? canvas.cb : canvas.cr
      let h = channel == 0 ? 1 : subsampling.horizontal
      let v = channel == 0 ? 1 : subsampling.vertical
      let kind = channel == 0 ? 0 : 1
      let inset = endWidth / h
      let count = area.width / h - 2 * inset
      let lines = tile.lines(channel)
      let around = environment.lines(channel)
      let aroundColumn = (area.x - environment.area.x) / h + inset
      let x = area.x / h
      let light: UInt8 = channel == 0 ? 255 : 128
      for index in rows[kind].indices where count > 0 {
        let row = rows[kind][index]
        let y = area.y / v + index
        // SAFETY: the panel lies inside the canvas (checked by the renderer's layout), rows and columns of the
        // plan inside the tiles' lines; all three rows have at least `count` samples from here on.
        let place = unsafe plane.base + y * plane.bytesPerRow + x + inset
        let target = unsafe opacity < 256 ? scratch.base : place
        let upper = unsafe UnsafePointer(lines.row(row.line) + inset)
        let lower = unsafe UnsafePointer(lines.row(min(row.line + 1, lines.height - 1)) + inset)
        let dither = unsafe DitherTable.shared.row(y)
        if row.mix.transmitted == 256 {
          unsafe paintRow(
            upper, lower, fraction: row.fraction, count: count, dither: dither, column: x + inset, to: target)
        } else {
          unsafe paintBevelRow(
            upper, lower, fraction: row.fraction * 16,
            environment: around.row(row.environment) + aroundColumn,
            mix: row.mix, lightCode: light, count: count, dither: dither, column: x + inset, to: target)
        }
        if opacity < 256 { unsafe crossFade(target, opacity: opacity, count: count, to: place) }
      }
      // SAFETY: as above; pixel plans were made for this panel and these lines.
      unsafe paintPixels(
        ends[kind], lines: lines.base, samplesPerRow: lines.samplesPerRow, environment: around.base,
        lightCode: light, opacity: opacity, column: x, row: area.y / v,
        to: plane.base + (area.y / v) * plane.bytesPerRow + x, bytesPerRow: plane.bytesPerRow)
    }
  }
}
