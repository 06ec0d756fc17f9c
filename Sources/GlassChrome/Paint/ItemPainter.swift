import HUDGeometry
import PixelTypes

/// Draws the items on a group's glass: plates, icons, words and figures.
///
/// Everything is shaped and rasterized when the group changes; drawing allocates nothing.
final class ItemPainter {
  /// Tools shared by all groups.
  struct Context {
    let scale: Double
    let subsampling: ChromaSubsampling
    let palette: ChromePalette
    let type: TypeStore
    let grounds: InkGround.Cache
    let rasterizer: OutlineRasterizer
  }

  private enum Ink {
    case mask(GlyphMask, x: Int, y: Int)
    case shape(InkShape)
    case figures(FiguresItem, Typeface, x: Double, baseline: Int)
  }

  private enum Kind { case plate, mark, text }

  private struct Prepared {
    var ink: Ink
    var color: InkColor
    var opacity: Int
    var bounds: PixelRect
    var kind: Kind
    /// The first part of the item's id.
    var component: String
  }

  let group: ElementID
  private let prepared: [Prepared]
  private var shown: [FigureText]

  /// Other groups' glass that overlaps this group's at present, in points.
  let neighbors: [Rect]

  /// - Parameters:
  ///   - neighbors: other groups' glass that overlaps this group's at present, in points: words under or over such
  ///     glass wait until it is gone.
  ///   - clip: the canvas pixels that the items may touch.
  init(_ group: GlassGroup, neighbors: [Rect] = [], context: Context, clip: PixelRect) {
    self.group = group.id
    self.neighbors = neighbors
    var prepared: [Prepared] = []
    // The ground of each element's items, and of items without one. Words are drawn last, so all plates lie under them: an
    // indicator on its way to another word passes beneath those between.
    func owner(_ item: DisplayItem) -> Int? { group.elements.lastIndex { $0.id.contains(item.id) } }
    var grounds: [Int: InkGround] = [:]
    for item in group.items {
      let index = owner(item) ?? -1
      let element = index < 0 ? nil : group.elements[index]
      var ground = grounds[index] ?? InkGround(element, scale: context.scale, cache: context.grounds)
      if case .plate(_, let frame, let form, let role, let strength) = item {
        let plate = context.palette.plate(role, strength: strength, on: element?.glass)
        ground.plates.append(
          InkGround.Plate(
            outline: ShapeOutline(
              form.scaled(by: context.scale), in: GlassBody.pixels(frame, context.scale)),
            color: plate.color, opacity: plate.opacity, isTinted: role != nil && strength > 0.999))
      }
      grounds[index] = ground
    }
    for isText in [false, true] {
      for item in group.items where item.isText == isText {
        let index = owner(item) ?? -1
        let element = index < 0 ? nil : group.elements[index]
        guard element?.glass.variant != .identity || element == nil, let ground = grounds[index] else {
          continue
        }
        if isText {
          let others = group.elements.filter { other in element.map(other.covers) ?? false }.map(\.frame)
          guard !item.isCrossed(by: neighbors), !item.isCrossed(by: others) else { continue }
        }
        Self.prepare(item, element, ground, context, clip, into: &prepared)
      }
    }
    self.prepared = prepared
    shown = prepared.map { _ in FigureText() }
  }

  private static func prepare(
    _ item: DisplayItem, _ element: GlassElement?, _ ground: InkGround, _ context: Context, _ clip: PixelRect,
    into prepared: inout [Prepared]
  ) {
    let scale = context.scale
    // Words and marks stand only on whole glass.
    let presence = min(item.opacity, element?.presence ?? 1)
    let isWhole = presence >= Double(GlassMaterial.presenceOfWhole)
    let component = String(item.id.path.prefix { $0 != "/" })
    func add(_ ink: Ink, _ color: InkColor, _ opacity: Int, _ bounds: PixelRect, _ kind: Kind = .mark) {
      let bounds = bounds.intersection(clip)
      guard !bounds.isEmpty, opacity > 0 else { return }
      prepared.append(
        Prepared(ink: ink, color: color, opacity: opacity, bounds: bounds, kind: kind, component: component))
    }
    func ink(_ role: ColorRole, _ bounds: PixelRect) -> InkColor {
      let ink = context.palette.ink(role, on: element?.glass)
      return ground.legible(ink, in: bounds, isText: false) ?? ink
    }
    func textInk(_ role: ColorRole, _ bounds: PixelRect) -> InkColor? {
      guard ground.carries(bounds, role) else { return nil }
      return ground.legible(context.palette.ink(role, on: element?.glass), in: bounds, isText: true)
    }
    func cover(_ path: Path, width: Double = 0) -> InkShape {
      width > 0
        ? InkShape(
          stroking: path, width: width, within: clip, subsampling: context.subsampling,
          rasterizer: context.rasterizer)
        : InkShape(
          filling: path, within: clip, subsampling: context.subsampling, rasterizer: context.rasterizer)
    }
    switch item {
    case .plate(_, let frame, let form, let role, let strength):
      let outline = ShapeOutline(form.scaled(by: scale), in: GlassBody.pixels(frame, scale))
      let shape = cover(outline.path)
      let plate = context.palette.plate(role, strength: strength * presence, on: element?.glass)
      add(.shape(shape), plate.color, plate.opacity, shape.luma.bounds, .plate)
    case .text(let text):
      guard isWhole else { return }
      let line = context.type.line(
        text.text, size: text.size * scale, weight: text.weight, isRightToLeft: text.isRightToLeft)
      let x = Int((text.origin.x * scale).rounded()) + line.mask.left
      let y = Int((text.origin.y * scale).rounded()) + line.mask.top
      let bounds = PixelRect(x: x, y: y, width: line.mask.width, height: line.mask.height)
      guard let ink = textInk(text.role, bounds) else { return }
      add(
        .mask(line.mask, x: x, y: y), ink, 256, bounds, .text)
    case .figures(let figures):
      guard isWhole else { return }
      let face = context.type.face(size: figures.size * scale, weight: figures.weight)
      let baseline = Int((figures.origin.y * scale).rounded())
      let frame = GlassBody.pixels(figures.frame, scale)
      let bounds = PixelRect(
        x: Int(frame.x) - 1, y: baseline - Int(face.ascender.rounded(.up)) - 1,
        width: Int(frame.width.rounded(.up)) + 3,
        height: Int((face.ascender - face.descender).rounded(.up)) + 3)
      let digits = PixelRect(
        x: bounds.x + 1, y: baseline - Int(face.capHeight), width: bounds.width - 3,
        height: Int(face.capHeight))
      guard let ink = textInk(figures.role, digits) else { return }
      add(
        .figures(figures, face, x: figures.origin.x * scale, baseline: baseline),
        ink, 256, bounds, .text)
    case .icon(_, let name, let frame, let role, _):
      guard isWhole, let icon = IconSet.icon(named: name) else { return }
      let box = GlassBody.pixels(frame, scale)
      let side = min(box.width, box.height)
      let place = AffineTransform.scale(side / IconOutline.boxSize, side / IconOutline.boxSize).then(
        .translation(box.center.x - side / 2, box.center.y - side / 2))
      let color = ink(
        role,
        PixelRect(
          x: Int(box.center.x - side / 2), y: Int(box.center.y - side / 2), width: Int(side),
          height: Int(side)))
      if !icon.fills.isEmpty {
        let shape = cover(icon.fills.transformed(by: place))
        add(.shape(shape), color, 256, shape.luma.bounds)
      }
      if !icon.strokes.isEmpty {
        let shape = cover(
          icon.strokes.transformed(by: place),
          width: max(IconOutline.lineWidth * side / IconOutline.boxSize, 1))
        add(.shape(shape), color, 256, shape.luma.bounds)
      }
    case .shape(_, let data, let frame, let lineWidth, let role, let opacity):
      guard isWhole else { return }
      let box = GlassBody.pixels(frame, scale)
      let path = Path.readingPrefix(ofSVG: data).path.transformed(
        by: AffineTransform.scale(box.width, box.height).then(.translation(box.x, box.y)))
      let shape = cover(path, width: lineWidth > 0 ? max(lineWidth * scale, 1) : 0)
      add(
        .shape(shape), ink(role, shape.luma.bounds),
        Int((min(max(opacity, 0), 1) * 256).rounded()), shape.luma.bounds)
    }
  }

  /// All pixels that the items may touch.
  var bounds: [PixelRect] { prepared.map(\.bounds) }

  /// Takes the frame's numbers and marks the tiles of those that read differently.
  func update(_ values: FigureValues, marking tiles: inout TileMap) {
    for i in prepared.indices {
      guard case .figures(let item, _, _, _) = prepared[i].ink else { continue }
      let text = FigureText(values[item.slot], as: item.format)
      guard text != shown[i] else { continue }
      shown[i] = text
      tiles.mark(prepared[i].bounds)
    }
  }

  /// Draws the items inside a clip.
  ///
  /// - Parameter platesOnly: leaves out words and marks, so that the pixels behind them can be measured.
  func paint(into canvas: PlanarPicture, clip: PixelRect, platesOnly: Bool) {
    for i in prepared.indices where prepared[i].bounds.intersects(clip) {
      if platesOnly, prepared[i].kind != .plate { continue }
      let pen = InkPen(canvas: canvas, clip: clip)
      let (color, opacity) = (prepared[i].color, prepared[i].opacity)
      switch prepared[i].ink {
      case .mask(let mask, let x, let y): pen.draw(mask, x: x, y: y, color: color, opacity: opacity)
      case .shape(let shape): pen.draw(shape, color: color, opacity: opacity)
      case .figures(_, let face, let x, let baseline):
        pen.draw(shown[i], face: face, x: x, baseline: baseline, color: color)
      }
    }
  }

  /// Notes where each text stands.
  func log(into log: InkLog) {
    for i in prepared.indices where prepared[i].kind == .text {
      log.component = prepared[i].component
      switch prepared[i].ink {
      case .mask(let mask, let x, let y):
        log.note(PixelRect(x: x, y: y, width: mask.width, height: mask.height), prepared[i].color)
      case .figures(_, let face, let x, let baseline):
        let width = shown[i].width(in: face)
        log.note(
          PixelRect(
            x: Int(x), y: baseline - Int(face.capHeight.rounded(.up)), width: Int(width.rounded(.up)),
            height: Int(face.capHeight.rounded(.up))), prepared[i].color)
      case .shape: break
      }
    }
  }
}

extension GlassElement {
  /// Whether it is visible glass that could overlap another element's words.
  func covers(beside other: GlassElement) -> Bool {
    id != other.id && presence > 0 && glass.variant != .identity && (union == nil || union != other.union)
  }
}

extension DisplayItem {
  fileprivate func isCrossed(by frames: [Rect]) -> Bool {
    frames.contains {
      $0.x < frame.maxX && $0.maxX > frame.x && $0.y < frame.maxY && $0.maxY > frame.y
    }
  }

  fileprivate var isText: Bool {
    switch self {
    case .text, .figures: true
    case .plate, .icon, .shape: false
    }
  }

  /// 0...1; 1 for plates, whose strength plays that part.
  var opacity: Double {
    switch self {
    case .plate: 1
    case .icon(_, _, _, _, let opacity), .shape(_, _, _, _, _, let opacity): opacity
    case .text(let item): item.opacity
    case .figures(let item): item.opacity
    }
  }
}
