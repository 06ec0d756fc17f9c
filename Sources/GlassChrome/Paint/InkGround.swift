import HUDGeometry
import PixelTypes

/// The ground behind an item at present: its glass, and the plates on that. In canvas pixels.
struct InkGround {
  struct Plate {
    var outline: ShapeOutline
    var looks: InkLooks
    /// Whether it has a role's colour at full strength.
    var isTinted: Bool
  }

  /// Points around words that must lie on their ground too.
  static let margin = 2.0

  private let isTinted: Bool
  private let outline: ShapeOutline?
  private let scale: Double
  private let increaseContrast: Bool
  /// The plates that the next item lies on, from bottom to top; under light ink and under dark ink.
  var plates: [Plate] = []

  /// - Parameter element: the glass; `nil` if there is none.
  init(_ element: GlassElement?, scale: Double, increaseContrast: Bool) {
    isTinted = element?.glass.isProminent == true
    outline = element.map { ShapeOutline($0.form.scaled(by: scale), in: GlassBody.pixels($0.frame, scale)) }
    self.scale = scale
    self.increaseContrast = increaseContrast
  }

  private func corners(_ box: PixelRect) -> [Point] {
    [
      Point(Double(box.x), Double(box.y)), Point(Double(box.maxX), Double(box.y)),
      Point(Double(box.x), Double(box.maxY)), Point(Double(box.maxX), Double(box.maxY)),
    ]
  }

  /// How far inside an outline a box and its margin lie; negative if a part lies outside.
  private func depth(_ box: PixelRect, in outline: ShapeOutline) -> Double {
    (corners(box).map(outline.depth).min() ?? 0) - (Self.margin * scale).rounded(.up)
  }

  /// Whether words lie wholly on their ground; while that grows they wait.
  func carries(_ box: PixelRect, _ role: ColorRole) -> Bool {
    if role == .onTint, !isTinted {
      return plates.contains { $0.isTinted && depth(box, in: $0.outline) >= 0 }
    }
    guard let outline else { return true }
    return depth(box, in: outline) >= 0
  }

  /// Colours in which an item stands out, and what they ask of the glass.
  struct Inks {
    var light: InkColor
    var dark: InkColor
    /// The greatest luminance of the glass behind light ink, and the least behind dark ink, 0...1.
    var most: Double
    var least: Double
  }

  /// The inks for an item in a box: `light` and `dark`, mixed with white or black as far as necessary. `nil` if there is no
  /// colour in which it stands out.
  ///
  /// - Parameter isText: words need 4.5:1, and 7:1 with increased contrast; marks need 3:1 and 4.5:1 (WCAG 2.2, 1.4.3,
  ///   1.4.6 and 1.4.11).
  func legible(light: InkColor, dark: InkColor, in box: PixelRect, isText: Bool) -> Inks? {
    // A little more than required: codes are rounded, and colours aren't greys.
    let needed = (isText ? (increaseContrast ? 7 : 4.5) : (increaseContrast ? 4.5 : 3)) * 1.03
    let bright = solve(light, box, needed, isLight: true)
    let dim = solve(dark, box, needed, isLight: false)
    switch (bright, dim) {
    case (let bright?, let dim?):
      return Inks(light: bright.ink, dark: dim.ink, most: bright.limit, least: dim.limit)
    // An opaque plate under it carries only one of them.
    case (let bright?, nil): return Inks(light: bright.ink, dark: bright.ink, most: bright.limit, least: 0)
    case (nil, let dim?): return Inks(light: dim.ink, dark: dim.ink, most: 1, least: dim.limit)
    case (nil, nil): return nil
    }
  }

  /// The ink nearest to `ink` that glass can carry, and the limit of the glass's luminance under it.
  private func solve(_ ink: InkColor, _ box: PixelRect, _ needed: Double, isLight: Bool) -> (
    ink: InkColor, limit: Double
  )? {
    for step in 0...16 {
      let color = ink.mixed(withGrey: isLight ? 255 : 0, Double(step) / 16)
      if let limit = limit(color, box, needed, isLight: isLight) { return (color, limit) }
    }
    return nil
  }

  /// How bright (or dark) the glass may get behind an ink, seen through the plates; `nil` if no wash reaches that.
  private func limit(_ ink: InkColor, _ box: PixelRect, _ needed: Double, isLight: Bool) -> Double? {
    let behind = isLight ? (ink.luminance + 0.05) / needed - 0.05 : (ink.luminance + 0.05) * needed - 0.05
    guard behind > 0, behind < 1 else { return nil }
    var code = TransferCurve.code(behind)
    for plate in plates.reversed() {
      let isBehind = depth(box, in: plate.outline) >= 0
      guard isBehind || touches(box, plate.outline) else { continue }
      let look = plate.looks.look(isInkDark: !isLight)
      let share = Double(look.opacity) / 256
      let own = TransferCurve.code(look.color.luminance)
      let through: Double
      if share > 0.996 {
        guard isLight ? own <= code : own >= code else { return nil }
        through = isLight ? 1 : 0
      } else {
        through = (code - own * share) / (1 - share)
      }
      // Partly behind the item: its help doesn't count.
      code = isBehind ? through : isLight ? min(code, through) : max(code, through)
    }
    guard isLight ? code > 0 : code < 1 else { return nil }
    let limit = TransferCurve.light(min(max(code, 0), 1))
    let reachable = isLight ? (increaseContrast ? 0.024 : 0.036) : 0.80
    return (isLight ? limit >= reachable : limit <= reachable) ? limit : nil
  }

  private func touches(_ box: PixelRect, _ outline: ShapeOutline) -> Bool {
    let box = box.insetBy(-Int((Self.margin * scale).rounded(.up)))
    if corners(box).contains(where: { outline.depth(at: $0) >= 0 }) { return true }
    // A plate narrower than the box lies inside it or crosses it, as a divider does: its bounds are the stricter test.
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for loop in outline.loops {
      for vertex in loop {
        (left, right) = (min(left, vertex.position.x), max(right, vertex.position.x))
        (top, bottom) = (min(top, vertex.position.y), max(bottom, vertex.position.y))
      }
    }
    return left <= Double(box.maxX) && right >= Double(box.x) && top <= Double(box.maxY)
      && bottom >= Double(box.y)
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
