import HUDGeometry
import PixelTypes

@testable import GlassChrome

/// Canvases, lists, materials and readings that the painter's tests share.
enum PainterFixtures {
  /// A canvas without viewfinders: the scene is the whole of it.
  static func open(_ width: Int, _ height: Int, scale: Double = 1) -> ChromeLayout {
    let none = ChromeFixtures.rect(0, 0, 0, 0)
    return ChromeLayout(
      canvas: ChromeFixtures.size(width, height), viewfinders: [], topRegion: none, bottomRegion: none,
      scale: scale)
  }

  static func element(
    _ id: ElementID, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ form: GlassForm = .capsule,
    glass: Glass = .regular, elevation: GlassElement.Elevation = .z0, presence: Double = 1
  ) -> GlassElement {
    GlassElement(
      id: id, frame: Rect(x: x, y: y, width: width, height: height), form: form, glass: glass,
      elevation: elevation, presence: presence)
  }

  static func list(_ elements: [GlassElement], spacing: Double = 0, items: [DisplayItem] = []) -> DisplayList
  {
    guard var bounds = elements.first?.frame else { return DisplayList() }
    for element in elements { bounds = bounds.union(element.frame) }
    return DisplayList(groups: [
      .init(id: "group", spacing: spacing, elements: elements, items: items, bounds: bounds)
    ])
  }

  static func text(_ id: ElementID, _ string: String, x: Double, baseline: Double, size: Double = 15)
    -> DisplayItem
  {
    .text(
      TextItem(
        id: id, text: string, size: size, weight: 500, origin: Point(x, baseline),
        frame: Rect(x: x, y: baseline - size, width: size * Double(string.count) * 0.6, height: size * 1.3)))
  }

  /// Glass that lets all light through as it is: it only bends it.
  static func pure(_ change: (inout GlassMaterial) -> Void = { _ in }) -> GlassMaterial {
    var material = GlassMaterial(
      wash: .black, washOpacity: 0, limit: .atMost(2), saturation: 256, blurPoints: 0.35, isOpaque: false,
      border: 0, borderPoints: 0.5, keyLight: 0)
    material.edgeGather = 0
    change(&material)
    return material
  }

  /// Light through `PlateContrast`'s and the tests' eyes: codes of a grey picture by position, in pixels of a canvas.
  static func grey(_ width: Int, _ height: Int, _ code: (Int, Int) -> Double) -> PlanarPicture {
    let picture = PlanarPicture(size: ChromeFixtures.size(width, height), subsampling: .yuv444)
    for y in 0..<height {
      for x in 0..<width { picture.luma[x, y] = UInt8(min(max(code(x, y), 0), 255).rounded()) }
    }
    return picture
  }

  static func uniform(_ red: Double, _ green: Double, _ blue: Double) -> PlanarPicture {
    ChromeFixtures.picture(32, 24) { _, _ in (red, green, blue) }
  }

  /// Smooth colours everywhere, other ones for each phase.
  static func clouds(_ width: Int = 40, _ height: Int = 30, phase: Double = 0) -> PlanarPicture {
    ChromeFixtures.picture(width, height) { x, y in
      func wave(_ k: Double) -> Double {
        let t = x * 1.7 * k + y * (2.3 - k) + phase
        let f = t - t.rounded(.down)
        return 255 * (f < 0.5 ? 2 * f : 2 - 2 * f)
      }
      return (wave(1), wave(1.6), wave(0.7))
    }
  }

  /// What one painter makes of a list, painted once onto a black canvas.
  static func still(
    _ list: DisplayList, _ layout: ChromeLayout, _ backdrop: PlanarPicture,
    style: ChromeStyle = ChromeStyle(),
    quality: GlassQuality = .full, subsampling: ChromaSubsampling = .yuv444, material: GlassMaterial? = nil
  ) throws -> PlanarPicture {
    let painter = try painter(layout, style: style, subsampling: subsampling, material: material)
    let canvas = PlanarPicture(size: layout.canvas, subsampling: subsampling)
    painter.paint(list, backdrop: backdrop, nanoseconds: 0, quality: quality, into: canvas)
    return canvas
  }

  static func painter(
    _ layout: ChromeLayout, style: ChromeStyle = ChromeStyle(), subsampling: ChromaSubsampling = .yuv444,
    material: GlassMaterial? = nil
  ) throws -> ChromePainter {
    guard let material else {
      return try ChromePainter(layout: layout, style: style, subsampling: subsampling)
    }
    return try ChromePainter(layout: layout, style: style, subsampling: subsampling) { _, _, _ in material }
  }

  /// A body alone, as the painter would make it.
  static func body(
    _ elements: [GlassElement], spacing: Double = 0, canvas: PixelSize, scale: Double = 1,
    subsampling: ChromaSubsampling = .yuv444, quality: GlassQuality = .full, material: GlassMaterial? = nil
  ) -> GlassBody {
    let whole = PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    var context = GlassBody.Context(
      grid: SceneGrid(canvas: canvas, anchor: whole, scale: scale), subsampling: subsampling, scale: scale,
      style: ChromeStyle())
    if let material { context.material = { _, _, _ in material } }
    return GlassBody(elements, spacing: spacing, quality: quality, context: context, known: [])
  }

  /// One sample of luma: where it lies and where it looks, both in pixels of the canvas.
  struct Look {
    var at: Point
    var source: Point
    var mix: GlassMix
    /// 0...256.
    var coverage: Int
    var isFlat: Bool
  }

  /// What the painter's own rows make each sample of a channel look at.
  static func looks(_ body: GlassBody, channel: Int = 0, subsampling: ChromaSubsampling = .yuv444) -> [Look] {
    let (h, v) = channel == 0 ? (1, 1) : (subsampling.horizontal, subsampling.vertical)
    let rows = body.rows[channel]
    let lines = body.tile.lines(channel)
    var looks: [Look] = []
    for row in 0..<rows.starts.count - 1 {
      for index in Int(rows.starts[row])..<Int(rows.starts[row + 1]) {
        let segment = rows.segments[index]
        for k in 0..<Int(segment.count) {
          let column = Int(segment.x) + k
          let at = Point(
            Double(body.area.x) + (Double(column) + 0.5) * Double(h),
            Double(body.area.y) + (Double(row) + 0.5) * Double(v))
          // Lines are the centres of texel rows.
          func height(_ line: Int, _ fraction: Double) -> Double {
            (Double(body.tile.texels.y + line) + fraction + 0.5) * Double(body.tile.texelSize)
          }
          if segment.kind == .pixels {
            let p = rows.pixels[Int(segment.first) + k]
            let (line, left) = Int(p.source).quotientAndRemainder(dividingBy: lines.samplesPerRow)
            let x = (Double(left) + Double(p.fractionX) / 16 + 0.5) * Double(h) + Double(body.area.x)
            looks.append(
              Look(
                at: at, source: Point(x, height(line, Double(p.fractionY) / Double(GlassRows.fractionSteps))),
                mix: p.mix, coverage: Int(p.coverage), isFlat: false))
          } else {
            let steps = segment.kind == .flat ? 16 : GlassRows.fractionSteps
            looks.append(
              Look(
                at: at,
                source: Point(at.x, height(Int(segment.line), Double(segment.fraction) / Double(steps))),
                mix: segment.mix, coverage: Int(segment.opacity), isFlat: segment.kind == .flat))
          }
        }
      }
    }
    return looks
  }

  /// The value below which a share of the values lies.
  static func percentile(_ values: [Double], _ share: Double) -> Double {
    guard !values.isEmpty else { return .infinity }
    let sorted = values.sorted()
    return sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
  }

  static let forms: [(name: String, form: GlassForm, shape: TrueShape.Kind, width: Double, height: Double)] =
    [
      ("capsule", .capsule, .continuous(radius: 22), 120, 44),
      ("circle", .circle, .ellipse, 64, 64),
      ("ellipse", .ellipse, .ellipse, 104, 68),
      ("continuous rectangle", .rect(cornerRadius: 18), .continuous(radius: 18), 112, 72),
      ("tight rectangle", .rect(cornerRadius: 30), .continuous(radius: 30), 104, 64),
    ]
}
