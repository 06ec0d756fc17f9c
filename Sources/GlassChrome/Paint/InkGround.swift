import Geometry
import PixelTypes

/// The ground now behind an item: its glass, and the plates on that. In canvas pixels.
struct InkGround {
  struct Plate {
    let outline: ShapeOutline
    /// Whole pixels around the outline.
    let bounds: PixelRect
    var looks: InkLooks
    /// Whether it has a role's colour at full strength.
    var isTinted: Bool
    /// Whether nothing shows through it.
    var isOpaque: Bool { looks.light.opacity >= 255 }

    init(outline: ShapeOutline, looks: InkLooks, isTinted: Bool) {
      (self.outline, self.looks, self.isTinted) = (outline, looks, isTinted)
      let b = outline.bounds
      // A plate of no size has no outline.
      guard b.x <= b.maxX, b.x.magnitude < 1e6, b.maxX < 1e6, b.y.magnitude < 1e6, b.maxY < 1e6 else {
        bounds = .empty
        return
      }
      let (x, y) = (Int(b.x.rounded(.down)), Int(b.y.rounded(.down)))
      bounds = PixelRect(
        x: x, y: y, width: Int(b.maxX.rounded(.up)) - x, height: Int(b.maxY.rounded(.up)) - y)
    }
  }

  /// Points around words that must lie on their ground too; at least as many pixels.
  static let margin = 2.0

  private let isTinted: Bool
  private let outline: ShapeOutline?
  private let scale: Double
  /// ``margin`` in pixels.
  private let margin: Int
  private let increaseContrast: Bool
  /// The plates that the next item lies on, from bottom to top, under light ink and under dark ink.
  var plates: [Plate] = []

  /// - Parameter element: the glass; `nil` if there is none.
  init(_ element: GlassElement?, scale: Double, increaseContrast: Bool) {
    isTinted = element?.glass.isProminent == true
    outline = element.map { ShapeOutline($0.form.scaled(by: scale), in: $0.frame.scaled(by: scale)) }
    self.scale = scale
    margin = Int(max(Self.margin * scale, Self.margin).rounded(.up))
    self.increaseContrast = increaseContrast
  }

  /// Adds a plate to the ground; other items change nothing.
  ///
  /// - Parameter carriesWords: as in ``looks(_:_:_:fade:carriesWords:)``.
  mutating func lay(_ item: DisplayItem, _ palettes: ChromePalettes, carriesWords: Bool) {
    guard case .plate(let form, let tint) = item.ink else { return }
    let looks = looks(item, tint, palettes, fade: 1, carriesWords: carriesWords)
    plates.append(
      Plate(
        outline: ShapeOutline(form.scaled(by: scale), in: item.frame.scaled(by: scale)), looks: looks,
        isTinted: Self.isTinted(item)))
  }

  private static func isTinted(_ item: DisplayItem) -> Bool { item.role != nil && item.opacity > 0.999 }

  /// How a plate is drawn.
  ///
  /// - Parameters:
  ///   - fade: how far it has come with its glass, 0...1.
  ///   - carriesWords: whether words in the role `onTint` lie on it: its colour, if it is full, then becomes as
  ///     dark or as bright as they need, all over.
  func looks(
    _ item: DisplayItem, _ tint: Glass.Tint?, _ palettes: ChromePalettes, fade: Double, carriesWords: Bool
  ) -> InkLooks {
    var looks = palettes.plate(item.role, strength: item.opacity * fade, tint: tint)
    guard carriesWords, Self.isTinted(item) else { return looks }
    looks.light.color = Self.shade(looks.light.color, needed(isText: true))
    looks.dark.color = Self.shade(looks.dark.color, needed(isText: true))
    return looks
  }

  /// How far inside an outline a box and its margin lie; negative if any part lies outside.
  private func depth(_ box: PixelRect, in outline: ShapeOutline) -> Double {
    outline.depth(of: box) - Double(margin)
  }

  /// Pixels inside the edge that the glass's line takes.
  private var line: Double { (GlassMaterial.linePoints * scale).rounded(.up) }

  /// Whether the pixel with this middle touches the glass's own line: another line needn't stand out from it.
  func isOnLine(_ middle: Point) -> Bool {
    outline.map { $0.depth(at: middle) < line + 0.5 } ?? false
  }

  /// Whether words lie entirely on their ground, inside its line; while it grows they wait.
  func carries(_ box: PixelRect, _ role: ColorRole) -> Bool {
    if role == .onTint, !isTinted {
      return plates.contains { $0.isTinted && depth(box, in: $0.outline) >= 0 }
    }
    guard let outline else { return true }
    return depth(box, in: outline) >= line
  }

  /// Colours in which an item stands out, and what they need from the glass.
  struct Inks {
    var light: InkColor
    var dark: InkColor
    /// The greatest luminance of the glass behind light ink, and the least behind dark ink, 0...1.
    var most: Double
    var least: Double
  }

  /// The inks for an item in a box: `light` and `dark`, mixed with white or black as far as
  /// necessary. `nil` if it stands out in no colour.
  ///
  /// - Parameters:
  ///   - isText: words need 4.5:1, and 7:1 with increased contrast; marks need 3:1 and 4.5:1 (WCAG 2.2, 1.4.3, 1.4.6 and
  ///     1.4.11).
  ///   - isEdge: a line around the box stands out from what lies around it, not from the plates inside it.
  func legible(light: InkColor, dark: InkColor, in box: PixelRect, isText: Bool, isEdge: Bool = false)
    -> Inks?
  {
    // A badge beside or on an edge hides part of a line that continues.
    let plates =
      isEdge
      ? plates.filter { !$0.outline.lies(in: box) && (!$0.isOpaque || depth(box, in: $0.outline) >= 0) }
      : plates
    let needed = needed(isText: isText)
    let bright = solve(light, box, needed, plates, isLight: true)
    let dim = solve(dark, box, needed, plates, isLight: false)
    switch (bright, dim) {
    case (let bright?, let dim?):
      return Inks(light: bright.ink, dark: dim.ink, most: bright.limit, least: dim.limit)
    // An opaque plate under all of it carries one of them, whatever the glass; one that passes
    // under only part of it leaves no colour for the whole.
    case (let ink?, nil), (nil, let ink?):
      guard plates.contains(where: { $0.isOpaque && depth(box, in: $0.outline) >= 0 }) else { return nil }
      return Inks(light: ink.ink, dark: ink.ink, most: 1, least: 0)
    case (nil, nil): return nil
    }
  }

  /// The contrast that ink must have: slightly more than required, because codes are rounded and colours aren't greys.
  private func needed(isText: Bool) -> Double {
    (isText ? (increaseContrast ? 7 : 4.5) : (increaseContrast ? 4.5 : 3)) * (increaseContrast ? 1.08 : 1.05)
  }

  /// The ink on the uppermost coloured plate under a box; `nil` if no such plate carries all of it.
  func plateInk(in box: PixelRect) -> InkColor? {
    plates.last { $0.isTinted && depth(box, in: $0.outline) >= 0 }.map { Self.ink(on: $0.looks.light.color) }
  }

  /// White, or black on bright colours.
  private static func ink(on color: InkColor) -> InkColor {
    InkColor(grey: color.luminance <= GlassMaterial.brightestUnderWhite ? 255 : 0)
  }

  /// A colour, mixed with black or white as far as its ink needs to stand out from it.
  private static func shade(_ color: InkColor, _ needed: Double) -> InkColor {
    let ink = ink(on: color)
    var shade = color
    for step in 1...32 where PlateContrast.ratio(ink.luminance, shade.luminance) < needed {
      shade = color.mixed(withGrey: 255 - Double(ink.luma), Double(step) / 32)
    }
    return shade
  }

  /// The ink nearest to `ink` that glass can carry, and the limit of the glass's luminance under it.
  private func solve(_ ink: InkColor, _ box: PixelRect, _ needed: Double, _ plates: [Plate], isLight: Bool)
    -> (ink: InkColor, limit: Double)?
  {
    for step in 0...16 {
      let color = ink.mixed(withGrey: isLight ? 255 : 0, Double(step) / 16)
      if let limit = limit(color, box, needed, plates, isLight: isLight) { return (color, limit) }
    }
    return nil
  }

  /// How bright (or dark) the glass may get behind an ink, seen through the plates; `nil` if no wash reaches that.
  private func limit(
    _ ink: InkColor, _ box: PixelRect, _ needed: Double, _ plates: [Plate], isLight: Bool
  ) -> Double? {
    let behind = isLight ? (ink.luminance + 0.05) / needed - 0.05 : (ink.luminance + 0.05) * needed - 0.05
    guard behind > 0, behind < 1 else { return nil }
    var code = TransferCurve.code(behind)
    let near = box.insetBy(-margin - 1)
    for plate in plates.reversed() where plate.bounds.intersects(near) {
      let isBehind = depth(box, in: plate.outline) >= 0
      guard isBehind || touches(box, plate.outline) else { continue }
      let look = plate.looks.look(isInkDark: !isLight)
      let share = Double(look.opacity) / 256
      let through: Double
      if plate.isOpaque {
        let own = TransferCurve.code(Self.luminance(of: look.color, isEdge: !isBehind, isLight: isLight))
        guard isLight ? own <= code : own >= code else { return nil }
        through = isLight ? 1 : 0
      } else {
        through = Self.grey(
          under: look.color, share: share, toReach: TransferCurve.light(min(code, 1)), isEdge: !isBehind,
          isLight: isLight)
      }
      // It is only partly behind the item, so its help doesn't count.
      code = isBehind ? through : isLight ? min(code, through) : max(code, through)
    }
    guard isLight ? code > 0 : code < 1 else { return nil }
    let limit = TransferCurve.light(min(max(code, 0), 1))
    // The whole panel takes the tone of its most demanding word: colours become paler or deeper before it gets too dark.
    let reachable = isLight ? (increaseContrast ? 0.05 : 0.075) : increaseContrast ? 0.7 : 0.6
    return (isLight ? limit >= reachable : limit <= reachable) ? limit : nil
  }

  /// The code of the brightest grey under a plate that doesn't exceed a luminance through it, or of the darkest that
  /// reaches it. The mixed colour's luminance counts: it isn't the mixture of the luminances' codes.
  ///
  /// - Returns: below 0 or above 1 if there is none.
  private static func grey(
    under plate: InkColor, share: Double, toReach luminance: Double, isEdge: Bool, isLight: Bool
  ) -> Double {
    var (low, high) = (-1, 256)
    while high - low > 1 {
      let middle = (low + high) / 2
      let mixed = Self.luminance(
        of: plate.mixed(withGrey: Double(middle), 1 - share), isEdge: isEdge, isLight: isLight)
      if isLight ? mixed <= luminance : mixed < luminance { low = middle } else { high = middle }
    }
    return Double(isLight ? low : high) / 255
  }

  /// A plate's luminance; at its edge the brightest under light ink, or the darkest under dark ink:
  /// chroma samples are shared with what lies beside it.
  private static func luminance(of color: InkColor, isEdge: Bool, isLight: Bool) -> Double {
    guard isEdge else { return color.luminance }
    var luminances: [Double] = []
    for share in [0, 0.25, 0.5, 0.75, 1] {
      var shared = color.mixed(withGrey: 128, share)
      shared.luma = color.luma
      luminances.append(shared.luminance)
    }
    return (isLight ? luminances.max() : luminances.min()) ?? color.luminance
  }

  private func touches(_ box: PixelRect, _ outline: ShapeOutline) -> Bool {
    let box = box.insetBy(-margin)
    if box.corners.contains(where: { outline.depth(at: $0) >= 0 }) { return true }
    // A plate narrower than the box lies inside it or crosses it, as a divider does: its bounds are the stricter test.
    let bounds = outline.bounds
    return bounds.x <= Double(box.maxX) && bounds.maxX >= Double(box.x) && bounds.y <= Double(box.maxY)
      && bounds.maxY >= Double(box.y)
  }
}

extension ShapeOutline {
  /// The smallest rectangle around it.
  var bounds: Rect {
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for loop in loops {
      for vertex in loop {
        (left, right) = (min(left, vertex.position.x), max(right, vertex.position.x))
        (top, bottom) = (min(top, vertex.position.y), max(bottom, vertex.position.y))
      }
    }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether it lies inside a box, or reaches beyond it by less than a pixel.
  fileprivate func lies(in box: PixelRect) -> Bool {
    let bounds = bounds
    return bounds.x > Double(box.x) - 1 && bounds.y > Double(box.y) - 1
      && bounds.maxX < Double(box.maxX) + 1 && bounds.maxY < Double(box.maxY) + 1
  }
}

extension InkColor {
  /// This colour with a `share` of a grey mixed in, as codes.
  func mixed(withGrey grey: Double, _ share: Double) -> InkColor {
    var color = self
    func mix(_ a: UInt8, _ b: Double) -> UInt8 { UInt8((Double(a) + (b - Double(a)) * share).rounded()) }
    (color.luma, color.cb, color.cr) = (mix(luma, grey), mix(cb, 128), mix(cr, 128))
    return color
  }
}
