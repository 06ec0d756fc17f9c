import GlassTruth
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
    DisplayItem(
      id: id,
      frame: Rect(x: x, y: baseline - size, width: size * Double(string.count) * 0.6, height: size * 1.3),
      .text(string, Lettering(size: size, weight: 500, origin: Point(x, baseline))))
  }

  /// Clear glass that lets all light through as it is: its rim only bends it.
  static func pure(_ change: (inout GlassMaterial) -> Void = { _ in }) -> GlassMaterial {
    var material = GlassMaterial(
      keep: 1, add: .black, saturation: 256, blurPoints: GlassMaterial.smallBlur, isClear: true, lens: 1,
      darkWash: .black, lightWash: .white, prefersDarkInk: false, isOpaque: false, border: 0,
      borderPoints: 0.5, keyLight: 0)
    material.edgeGather = 0
    change(&material)
    return material
  }

  /// Soft glass that lets all light through in the mean: no lens, no tone, nothing on its rim.
  static func soft(_ change: (inout GlassMaterial) -> Void = { _ in }) -> GlassMaterial {
    pure {
      $0.isClear = false
      $0.lens = 0
      change(&$0)
    }
  }

  /// Codes of a grey picture by position.
  static func grey(_ width: Int, _ height: Int, _ code: (Int, Int) -> Double) -> PlanarPicture {
    let picture = PlanarPicture(size: ChromeFixtures.size(width, height), subsampling: .yuv444)
    for (x, y) in picture.luma.places {
      picture.luma[x, y] = UInt8(min(max(code(x, y), 0), 255).rounded())
    }
    return picture
  }

  static func uniform(_ red: Double, _ green: Double, _ blue: Double) -> PlanarPicture {
    ChromeFixtures.picture(32, 24) { _, _ in (red, green, blue) }
  }

  /// Smooth colours everywhere, other ones for each phase; at any size the same ones.
  static func clouds(_ width: Int = 40, _ height: Int = 30, phase: Double = 0) -> PlanarPicture {
    ChromeFixtures.picture(width, height) { left, top in
      let (x, y) = (left + 0.5 / Double(width), top + 0.5 / Double(height))
      func wave(_ k: Double) -> Double {
        let t = x * 1.7 * k + y * (2.3 - k) + phase
        let f = t - t.rounded(.down)
        return 255 * (f < 0.5 ? 2 * f : 2 - 2 * f)
      }
      return (wave(1), wave(1.6), wave(0.7))
    }
  }

  /// What one painter makes of a list, painted once onto a black canvas.
  ///
  /// - Parameter scene: of the canvas's size, shown sharp in place of the backdrop; `nil` for the backdrop.
  static func still(
    _ list: DisplayList, _ layout: ChromeLayout, _ backdrop: PlanarPicture = black,
    scene: PlanarPicture? = nil, style: ChromeStyle = ChromeStyle(), quality: GlassQuality = .full,
    subsampling: ChromaSubsampling = .yuv444, material: GlassMaterial? = nil
  ) throws -> PlanarPicture {
    let painter = try painter(layout, style: style, subsampling: subsampling, material: material)
    painter.scene = scene
    let canvas = PlanarPicture(size: layout.canvas, subsampling: subsampling)
    painter.paint(list, backdrop: backdrop, nanoseconds: 0, quality: quality, into: canvas)
    return canvas
  }

  static let black = grey(4, 4) { _, _ in 0 }

  static func painter(
    _ layout: ChromeLayout, style: ChromeStyle = ChromeStyle(), subsampling: ChromaSubsampling = .yuv444,
    material: GlassMaterial? = nil
  ) throws -> ChromePainter {
    guard let material else {
      return try ChromePainter(layout: layout, style: style, subsampling: subsampling)
    }
    return try ChromePainter(layout: layout, style: style, subsampling: subsampling) { _, _ in material }
  }

  /// A body alone, as the painter would make it.
  static func body(
    _ elements: [GlassElement], spacing: Double = 0, canvas: PixelSize, scale: Double = 1,
    subsampling: ChromaSubsampling = .yuv444, quality: GlassQuality = .full, material: GlassMaterial? = nil,
    known: [GlassBody] = []
  ) -> GlassBody {
    var context = GlassBody.Context(
      scene: PlanarPicture(size: canvas, subsampling: subsampling), scale: scale, style: ChromeStyle())
    if let material { context.material = { _, _ in material } }
    return GlassBody(elements, spacing: spacing, quality: quality, context: context, known: known)
  }

  /// One sample: where it lies, where its lens looks and what its rim mirrors, in luma pixels of the canvas.
  struct Look {
    var at: Point
    var source: Point
    var mirror: Point
    var edge: EdgeLook
    /// 0...256.
    var coverage: Int
    var isFlat: Bool
  }

  /// What the painter's own rows make each sample of a channel look at.
  static func looks(_ body: GlassBody, on canvas: PixelSize, channel: Int = 0) -> [Look] {
    looks(body, PlanarPicture(size: canvas, subsampling: .yuv444), channel: channel)
  }

  /// As above, on a canvas of another subsampling.
  static func looks(_ body: GlassBody, _ canvas: PlanarPicture, channel: Int = 0) -> [Look] {
    let plane = canvas.plane(channel)
    let step = channel == 0 ? (1, 1) : (canvas.subsampling.horizontal, canvas.subsampling.vertical)
    let (h, v) = (Double(step.0), Double(step.1))
    let rows = body.rows[channel]
    func place(_ offset: Int32, _ across: Double = 0, _ down: Double = 0) -> Point {
      let (row, column) = Int(offset).quotientAndRemainder(dividingBy: plane.bytesPerRow)
      return Point((Double(column) + across + 0.5) * h, (Double(row) + down + 0.5) * v)
    }
    var looks: [Look] = []
    for row in 0..<rows.starts.count - 1 {
      for segment in rows.segments[Int(rows.starts[row])..<Int(rows.starts[row + 1])] {
        for k in 0..<Int(segment.count) {
          let at = Point(
            Double(body.area.x) + (Double(Int(segment.x) + k) + 0.5) * h,
            Double(body.area.y) + (Double(row) + 0.5) * v)
          let isBent = segment.kind == .pixels
          let edge = isBent ? rows.pixels[Int(segment.first) + k] : segment.look
          var look = Look(
            at: at, source: at, mirror: at, edge: edge,
            coverage: isBent ? Int(edge.coverage) : Int(segment.opacity), isFlat: segment.kind == .flat)
          let (across, down) = edge.fractions
          if isBent {
            look.source = place(edge.source, across, down)
            look.mirror = place(edge.mirror)
          } else if segment.kind == .band {
            look.source.y = (Double(edge.source) + down + 0.5) * v
            look.mirror.y = (Double(edge.mirror) + 0.5) * v
          }
          looks.append(look)
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

  /// The outline that a form must have.
  enum TrueForm {
    /// A rectangle with continuous corners.
    case continuous(radius: Double)
    case ellipse
    /// Corners in a box of 1 × 1.
    case polygon([SIMD2<Double>])

    func outline(in frame: Rect) -> TrueOutline {
      let (x, y, width, height) = (frame.x, frame.y, frame.width, frame.height)
      switch self {
      case .continuous(let radius):
        return TrueOutline(x: x, y: y, width: width, height: height, radius: radius)
      case .ellipse: return .ellipse(x: x, y: y, width: width, height: height)
      case .polygon(let corners): return .polygon(corners.map { SIMD2(x, y) + $0 * SIMD2(width, height) })
      }
    }
  }

  static let forms: [(name: String, form: GlassForm, shape: TrueForm, width: Double, height: Double)] =
    [
      ("capsule", .capsule, .continuous(radius: 22), 120, 44),
      ("circle", .circle, .ellipse, 64, 64),
      ("ellipse", .ellipse, .ellipse, 104, 68),
      ("continuous rectangle", .rect(cornerRadius: 18), .continuous(radius: 18), 112, 72),
      ("tight rectangle", .rect(cornerRadius: 30), .continuous(radius: 30), 104, 64),
    ]
}

extension EdgeLook {
  /// How far the samples to the right and below mix in, 0...1.
  fileprivate var fractions: (across: Double, down: Double) {
    (Double(fraction_x) / Double(Self.steps), Double(fraction_y) / Double(Self.steps))
  }
}
