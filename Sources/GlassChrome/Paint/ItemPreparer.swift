import HUDGeometry
import PixelTypes

/// An item on glass, shaped and rasterized.
struct PreparedItem {
  enum Ink {
    case mask(GlyphMask, x: Int, y: Int)
    case shape(InkShape)
    case picture(PictureInk)
    case figures(FiguresItem, Typeface, x: Double, baseline: Int)
  }

  enum Kind { case plate, mark, text }

  var ink: Ink
  var color: InkColor
  /// 0...256.
  var opacity: Int
  /// The canvas pixels that it may touch.
  var bounds: PixelRect
  var kind: Kind
  /// The first part of the item's id.
  var component: String
}

/// Shapes and rasterizes an item, in ink that stands out from its ground.
struct ItemPreparer {
  let item: DisplayItem
  /// The glass it lies on; `nil` if there is none.
  let element: GlassElement?
  let ground: InkGround
  let context: ItemPainter.Context
  /// The canvas pixels that the item may touch.
  let clip: PixelRect

  private var scale: Double { context.scale }
  private var presence: Double { min(item.opacity, element?.presence ?? 1) }

  /// The item in its parts; empty if nothing of it is drawn.
  func prepared() -> [PreparedItem] {
    let parts: [PreparedItem?]
    switch item {
    case .plate(_, let frame, let form, let role, let strength):
      parts = [plate(frame, form, role, strength: strength * presence)]
    // Words and marks stand only on whole glass.
    case _ where presence < Double(GlassMaterial.presenceOfWhole): parts = []
    case .text(let text): parts = [words(text)]
    case .figures(let item): parts = [figures(item)]
    case .icon(_, let name, let frame, let role, _): parts = icon(name, GlassBody.pixels(frame, scale), role)
    case .picture(_, let thumbnail, let frame, let form, _): parts = [picture(thumbnail, frame, form)]
    case .shape(_, let data, let frame, let lineWidth, let role, let opacity):
      parts = [shape(data, GlassBody.pixels(frame, scale), lineWidth: lineWidth, role, opacity)]
    }
    return parts.compactMap { $0 }
  }

  private func plate(
    _ frame: Rect, _ form: GlassForm, _ role: ColorRole?, strength: Double
  ) -> PreparedItem? {
    let outline = ShapeOutline(form.scaled(by: scale), in: GlassBody.pixels(frame, scale))
    let plate = context.palette.plate(role, strength: strength, on: element?.glass)
    return mark(cover(outline.path), plate.color, plate.opacity, .plate)
  }

  private func picture(_ thumbnail: Thumbnail, _ frame: Rect, _ form: GlassForm) -> PreparedItem? {
    let box = GlassBody.pixels(frame, scale)
    let shape = cover(ShapeOutline(form.scaled(by: scale), in: box).path)
    let ink = PictureInk(thumbnail, filling: box, shape: shape, subsampling: context.subsampling)
    return part(.picture(ink), InkColor(0, 0, 0), 256, shape.luma.bounds, .mark)
  }

  private func words(_ text: TextItem) -> PreparedItem? {
    let line = context.type.line(
      text.text, size: text.size * scale, weight: text.weight, isRightToLeft: text.isRightToLeft)
    let x = Int((text.origin.x * scale).rounded()) + line.mask.left
    let y = Int((text.origin.y * scale).rounded()) + line.mask.top
    let bounds = PixelRect(x: x, y: y, width: line.mask.width, height: line.mask.height)
    guard let ink = textInk(text.role, bounds) else { return nil }
    return part(.mask(line.mask, x: x, y: y), ink, 256, bounds, .text)
  }

  private func figures(_ figures: FiguresItem) -> PreparedItem? {
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
    guard let ink = textInk(figures.role, digits) else { return nil }
    return part(
      .figures(figures, face, x: figures.origin.x * scale, baseline: baseline), ink, 256, bounds, .text)
  }

  /// - Parameter box: in pixels.
  private func icon(_ name: String, _ box: Rect, _ role: ColorRole) -> [PreparedItem?] {
    guard let icon = IconSet.icon(named: name) else { return [] }
    let side = min(box.width, box.height)
    let (left, top) = (box.center.x - side / 2, box.center.y - side / 2)
    let place = AffineTransform.scale(side / IconOutline.boxSize, side / IconOutline.boxSize)
      .then(.translation(left, top))
    let color = ink(role, PixelRect(x: Int(left), y: Int(top), width: Int(side), height: Int(side)))
    var parts: [PreparedItem?] = []
    if !icon.fills.isEmpty {
      parts.append(mark(cover(icon.fills.transformed(by: place)), color, 256))
    }
    if !icon.strokes.isEmpty {
      let width = max(IconOutline.lineWidth * side / IconOutline.boxSize, 1)
      parts.append(mark(cover(icon.strokes.transformed(by: place), width: width), color, 256))
    }
    return parts
  }

  /// - Parameter box: in pixels.
  private func shape(
    _ data: String, _ box: Rect, lineWidth: Double, _ role: ColorRole, _ opacity: Double
  ) -> PreparedItem? {
    let path = Path.readingPrefix(ofSVG: data).path.transformed(
      by: AffineTransform.scale(box.width, box.height).then(.translation(box.x, box.y)))
    let shape = cover(path, width: lineWidth > 0 ? max(lineWidth * scale, 1) : 0)
    return mark(
      shape, ink(role, shape.luma.bounds), Int((min(max(opacity, 0), 1) * 256).rounded()))
  }

  /// A path's coverage: filled, or a line `width` pixels wide.
  private func cover(_ path: Path, width: Double = 0) -> InkShape {
    width > 0
      ? InkShape(
        stroking: path, width: width, within: clip, subsampling: context.subsampling,
        rasterizer: context.rasterizer)
      : InkShape(
        filling: path, within: clip, subsampling: context.subsampling, rasterizer: context.rasterizer)
  }

  private func ink(_ role: ColorRole, _ bounds: PixelRect) -> InkColor {
    let ink = context.palette.ink(role, on: element?.glass)
    return ground.legible(ink, in: bounds, isText: false) ?? ink
  }

  private func textInk(_ role: ColorRole, _ bounds: PixelRect) -> InkColor? {
    guard ground.carries(bounds, role) else { return nil }
    return ground.legible(context.palette.ink(role, on: element?.glass), in: bounds, isText: true)
  }

  private func mark(
    _ shape: InkShape, _ color: InkColor, _ opacity: Int, _ kind: PreparedItem.Kind = .mark
  ) -> PreparedItem? {
    part(.shape(shape), color, opacity, shape.luma.bounds, kind)
  }

  private func part(
    _ ink: PreparedItem.Ink, _ color: InkColor, _ opacity: Int, _ bounds: PixelRect, _ kind: PreparedItem.Kind
  ) -> PreparedItem? {
    let bounds = bounds.intersection(clip)
    guard !bounds.isEmpty, opacity > 0 else { return nil }
    return PreparedItem(
      ink: ink, color: color, opacity: opacity, bounds: bounds, kind: kind,
      component: String(item.id.path.prefix { $0 != "/" }))
  }
}
