import Geometry
import PixelTypes

/// An item on glass, shaped and rasterized.
struct PreparedItem {
  enum Ink {
    case mask(GlyphMask, x: Int, y: Int)
    case shape(InkShape)
    case picture(PictureInk)
    /// `x` is where they begin, or end if they stand at the right.
    case figures(LiveNumber, Typeface, x: Double, baseline: Int, isAtRight: Bool)
  }

  enum Kind { case plate, mark, edge, text }

  /// The pixels that ink must stand out from.
  enum StandingOut {
    /// Those just outside an outline, but for those on the line of its own glass.
    case beside(ShapeOutline, on: InkGround)
    case box(PixelRect)
  }

  var ink: Ink
  var looks: InkLooks
  /// What its ink needs from the glass; `nil` for plates and faint shapes.
  var word: GlassWord?
  /// The canvas pixels it may touch.
  var bounds: PixelRect
  var kind: Kind
  /// Whether it is fully visible and on its ground: words and marks then have their contrast.
  var isWhole: Bool
  /// What it must stand out from, beside or behind it, as a whole; `nil` if words or an edge show where it is.
  var standsOut: StandingOut?
  /// The first part of the item's id.
  var component: String
  /// The window of its scroll view, if that cuts it or fades it.
  var window: ScrollWindow?
  /// The frame time in nanoseconds since which its opacity has breathed; `nil` if it doesn't.
  var pulseStart: Int64?
}

/// Shapes and rasterizes an item, in ink that stands out from its ground.
struct ItemPreparer {
  let item: DisplayItem
  /// The glass it lies on; `nil` if there is none.
  let element: GlassElement?
  let ground: InkGround
  /// The ground once all that comes has come; `nil` if nothing does.
  var wholeGround: InkGround?
  /// Whether words in the role `onTint` lie on it.
  var carriesWords = false
  let context: ItemPainter.Context
  let shapes: ShapeStore
  /// The canvas pixels the item may touch.
  let clip: PixelRect
  /// The window of its scroll view, if that cuts it or fades it: then it isn't whole.
  var window: ScrollWindow?
  /// How much of words remains under other glass that passes over them, 0...1.
  var uncovered = 1.0

  private var scale: Double { context.scale }
  private var frame: Rect { item.frame }
  /// The frame in pixels.
  private var box: Rect { frame.scaled(by: scale) }
  private var role: ColorRole { item.role ?? .primary }
  /// A plate's own opacity is part of its colour.
  private var presence: Double { min(item.kind == .plate ? 1 : item.opacity, element?.presence ?? 1) }
  /// Words and marks come and go with their glass, 0...1. They stand out as required once whole.
  private var fade: Double { min(presence / Double(GlassMaterial.presenceOfWhole), 1) * uncovered }
  /// Its own opacity once it has come.
  private var wholeOpacity: Double { item.wholeOpacity ?? item.opacity }

  /// The item's parts; empty if none of it is drawn.
  func prepared() -> [PreparedItem] {
    // Most scrolling content is out of sight.
    guard wholeOpacity > 0 else { return [] }
    let parts: [PreparedItem?]
    switch item.ink {
    case .plate(let form, let tint): parts = plate(form, tint)
    case .edge(let form, let lineWidth): parts = [edge(form, role, lineWidth: lineWidth)]
    case .text(let text, let lettering): parts = words(text, lettering)
    case .figures(let number, let lettering): parts = figures(number, lettering)
    case .icon(let name, _): parts = icon(name)
    case .picture(let thumbnail, let form): parts = [picture(thumbnail, form)]
    case .shape(let data, let lineWidth): parts = [shape(data, lineWidth: lineWidth)]
    }
    return parts.compactMap { $0 }
  }

  private func plate(_ form: GlassForm, _ tint: Glass.Tint?) -> [PreparedItem?] {
    let strength = item.opacity * fade
    let looks = ground.looks(item, tint, context.palettes, fade: fade, carriesWords: carriesWords)
    let shape = cover(form.scaled(by: scale), in: box)
    var plate = part(.shape(shape), looks, nil, shape.luma.bounds(in: clip), .plate)
    if item.role != nil, strength > 0.999 { plate?.standsOut = .beside(outline(form), on: ground) }
    // With increased contrast, a faint plate shows where it ends.
    guard context.increaseContrast, item.role == nil || role == .destructive && strength < 0.999,
      min(frame.width, frame.height) >= Self.leastEdged
    else { return [plate] }
    return [plate, edge(form, .secondary, lineWidth: 1)]
  }

  private func picture(_ thumbnail: Thumbnail, _ form: GlassForm) -> PreparedItem? {
    let shape = cover(form.scaled(by: scale), in: box)
    let ink = PictureInk(thumbnail, filling: box, shape: shape, subsampling: context.subsampling)
    let looks = InkLooks(InkColor(grey: 0), opacity: opacity)
    return part(.picture(ink), looks, nil, shape.luma.bounds(in: clip), .mark)
  }

  /// Points across from which a faint plate has an edge with increased contrast; dividers are thinner.
  private static let leastEdged = 12.0

  /// A line inside a form's edge.
  private func edge(_ form: GlassForm, _ role: ColorRole, lineWidth: Double) -> PreparedItem? {
    let outer = box
    let width = max(lineWidth * scale, 1)
    guard width < min(outer.width, outer.height) else { return nil }
    let inner = Rect(
      x: outer.x + width / 2, y: outer.y + width / 2, width: outer.width - width,
      height: outer.height - width)
    var line = form.scaled(by: scale)
    if case .rect(let radius) = line { line = .rect(cornerRadius: max(radius - width / 2, 0)) }
    let shape = cover(line, in: inner, width: width)
    guard var part = mark(shape, role, shape.luma.bounds(in: clip), opacity, isEdge: true) else { return nil }
    part.kind = .edge
    // A line may follow its glass's round ends; only words need a whole box of glass.
    part.isWhole = fade > 0.999 && window == nil
    part.standsOut = .beside(outline(form), on: ground)
    return part
  }

  /// How much larger than they are set letters are drawn to be scaled.
  private static let enlargement = 2.0

  private func words(_ text: String, _ lettering: Lettering) -> [PreparedItem?] {
    let line = context.type.line(
      text, size: lettering.size * scale, weight: lettering.weight, isRightToLeft: lettering.isRightToLeft)
    var mask = line.mask
    var (x, y) = (mask.left, mask.top)
    if lettering.magnification == 1 {
      x += Int((lettering.origin.x * scale).rounded())
      y += Int((lettering.origin.y * scale).rounded())
    } else {
      // From larger letters, whose edges stay sharp.
      let large = context.type.line(
        text, size: Self.enlargement * lettering.size * scale, weight: lettering.weight,
        isRightToLeft: lettering.isRightToLeft)
      mask = large.mask.scaled(
        by: lettering.magnification * line.advance / max(large.advance, 1),
        at: Point(lettering.origin.x * scale, lettering.origin.y * scale))
      (x, y) = (mask.left, mask.top)
    }
    let bounds = PixelRect(x: x, y: y, width: mask.width, height: mask.height)
    return inked(.mask(mask, x: x, y: y), bounds, on: bounds)
  }

  private func figures(_ number: LiveNumber, _ lettering: Lettering) -> [PreparedItem?] {
    let face = context.type.face(size: lettering.size * scale, weight: lettering.weight)
    let baseline = Int((lettering.origin.y * scale).rounded())
    let bounds = PixelRect(
      x: Int(box.x) - 1, y: baseline - Int(face.ascender.rounded(.up)) - 1,
      width: Int(box.width.rounded(.up)) + 3,
      height: Int((face.ascender - face.descender).rounded(.up)) + 3)
    let digits = PixelRect(
      x: bounds.x + 1, y: baseline - Int(face.capHeight), width: bounds.width - 3,
      height: Int(face.capHeight))
    let isAtRight = lettering.isRightToLeft
    let x = (isAtRight ? frame.maxX : lettering.origin.x) * scale
    return inked(
      .figures(number, face, x: x, baseline: baseline, isAtRight: isAtRight), bounds, on: digits)
  }

  private func icon(_ name: String) -> [PreparedItem?] {
    guard let icon = IconSet.icon(named: name) else { return [] }
    let side = min(box.width, box.height)
    let (left, top) = (box.center.x - side / 2, box.center.y - side / 2)
    let place = AffineTransform.scale(side / IconOutline.boxSize, side / IconOutline.boxSize)
      .then(.translation(left, top))
    let bounds = PixelRect(x: Int(left), y: Int(top), width: Int(side), height: Int(side))
    var parts: [PreparedItem?] = []
    if !icon.fills.isEmpty {
      let shape = cover(.iconFills(name), in: box) { icon.fills.transformed(by: place) }
      parts.append(mark(shape, role, bounds, opacity))
    }
    if !icon.strokes.isEmpty {
      let width = max(IconOutline.lineWidth * side / IconOutline.boxSize, 1)
      let shape = cover(.iconStrokes(name), in: box, width: width) { icon.strokes.transformed(by: place) }
      parts.append(mark(shape, role, bounds, opacity))
    }
    return parts
  }

  private func shape(_ data: String, lineWidth: Double) -> PreparedItem? {
    let shape = cover(.path(data), in: box, width: lineWidth > 0 ? max(lineWidth * scale, 1) : 0) {
      Path.readingPrefix(ofSVG: data).path.transformed(by: .unitSquare(to: box))
    }
    let own = min(max(item.opacity, 0), 1)
    return mark(
      shape, role, shape.luma.bounds(in: clip), Int((own * min(fade / max(own, 0.01), 1) * 256).rounded()),
      whole: Int((min(max(wholeOpacity, 0), 1) * 256).rounded()))
  }

  /// An outline's coverage: filled, or a line `width` pixels wide.
  ///
  /// - Parameter box: the outline's, in pixels.
  private func cover(_ outline: ShapeStore.Outline, in box: Rect, width: Double = 0, path: () -> Path)
    -> InkShape
  {
    shapes.shape(outline, in: box, lineWidth: width, path: path)
  }

  private func cover(_ form: GlassForm, in box: Rect, width: Double = 0) -> InkShape {
    cover(.form(form), in: box, width: width) { ShapeOutline(form, in: box).path }
  }

  private func outline(_ form: GlassForm) -> ShapeOutline { ShapeOutline(form.scaled(by: scale), in: box) }

  /// The whole pixels inside a frame.
  private func inside(_ frame: Rect) -> PixelRect {
    let r = frame.scaled(by: scale)
    let (x, y) = (Int(r.x.rounded(.up)), Int(r.y.rounded(.up)))
    return PixelRect(x: x, y: y, width: max(Int(r.maxX) - x, 0), height: max(Int(r.maxY) - y, 0))
  }

  private func inks(_ role: ColorRole, _ bounds: PixelRect, isText: Bool, isEdge: Bool = false)
    -> InkGround.Inks?
  {
    let (light, dark) = (context.palettes.light.ink(role), context.palettes.dark.ink(role))
    guard element != nil else {
      let ink = context.palettes.ownsDarkInk ? dark : light
      return InkGround.Inks(light: ink, dark: ink, most: 1, least: 0)
    }
    guard
      var inks = ground.legible(light: light, dark: dark, in: bounds, isText: isText, isEdge: isEdge)
    else { return nil }
    // The glass gets its tone at once, not while plates and words come.
    if let whole = wholeGround?.legible(
      light: light, dark: dark, in: bounds, isText: isText, isEdge: isEdge)
    {
      (inks.most, inks.least) = (min(inks.most, whole.most), max(inks.least, whole.least))
    }
    return inks
  }

  private func word(_ inks: InkGround.Inks, _ box: PixelRect) -> GlassWord? {
    // Where ink fades at the window's edge it needn't stand out, and the rim beside it keeps its light.
    let box = window.map { box.intersection($0.whole) } ?? box
    guard let element, !box.isEmpty else { return nil }
    return GlassWord(
      id: item.id, element: element.id, box: box, most: inks.most, least: inks.least,
      share: element.wholeFrame == nil ? 1 : fade)
  }

  /// The ink of the coloured plate that carries a box: of one that is there, or of one with which ink that isn't whole comes.
  private func plateInk(in box: PixelRect) -> InkColor? {
    ground.plateInk(in: box) ?? (fade < 0.999 ? wholeGround?.plateInk(in: box) : nil)
  }

  /// Words in a role's ink.
  ///
  /// - Parameter box: what stands out, inside `bounds`.
  private func inked(_ ink: PreparedItem.Ink, _ bounds: PixelRect, on box: PixelRect) -> [PreparedItem?] {
    if role == .onTint, let own = plateInk(in: box) {
      return [part(ink, InkLooks(own, opacity: opacity), nil, bounds, .text)]
    }
    guard let inks = inks(role, box, isText: true) else { return [] }
    let looks = InkLooks(inks.light, inks.dark, opacity: opacity)
    return [part(ink, looks, word(inks, box), bounds, .text)]
  }

  /// How opaque whole ink currently is, 0...256.
  private var opacity: Int { Int((fade * 256).rounded()) }

  private func mark(
    _ shape: InkShape, _ role: ColorRole, _ box: PixelRect, _ opacity: Int, whole: Int? = nil,
    isEdge: Bool = false
  ) -> PreparedItem? {
    let bounds = shape.luma.bounds(in: clip)
    if role == .onTint, let own = plateInk(in: box) {
      return part(.shape(shape), InkLooks(own, opacity: opacity), nil, bounds, .mark)
    }
    guard let inks = inks(role, box, isText: false, isEdge: isEdge) else { return nil }
    let ofWhole = wholeOpacity / Double(GlassMaterial.presenceOfWhole)
    let word = whole ?? Int((min(ofWhole, 1) * 256).rounded()) >= 192 ? word(inks, box) : nil
    let looks = InkLooks(inks.light, inks.dark, opacity: opacity)
    var mark = part(.shape(shape), looks, word, bounds, .mark)
    if word != nil, opacity == 256 { mark?.standsOut = .box(box) }
    return mark
  }

  private func part(
    _ ink: PreparedItem.Ink, _ looks: InkLooks, _ word: GlassWord?, _ bounds: PixelRect,
    _ kind: PreparedItem.Kind
  ) -> PreparedItem? {
    let whole = bounds.intersection(clip)
    // An item currently wider than its glass shows as far as the glass reaches.
    let glass = element.map { inside($0.frame) }
    let bounds = glass.map(whole.intersection) ?? whole
    // Words on a plate need it around them too.
    let around = bounds.insetBy(-2)
    let isOnPlate = glass.map { $0.intersection(around) == around } ?? true
    guard !bounds.isEmpty, word != nil || max(looks.light.opacity, looks.dark.opacity) > 0 else { return nil }
    return PreparedItem(
      ink: ink, looks: looks, word: word, bounds: bounds, kind: kind,
      isWhole: fade > 0.999 && window == nil
        && (word.map { ground.carries($0.box, role) } ?? (kind == .plate || isOnPlate)),
      component: String(item.id.path.prefix { $0 != "/" }), window: window,
      pulseStart: item.effects.pulseStart)
  }
}
