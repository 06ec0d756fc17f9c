import HUDGeometry
import PixelTypes

/// The ground behind an item at present: its glass, and the plates on that. In canvas pixels.
struct InkGround {
  struct Plate {
    var outline: ShapeOutline
    var color: InkColor
    /// 0...256.
    var opacity: Int
    /// Whether it has a role's colour at full strength.
    var isTinted: Bool
  }

  /// Points around words that must lie on their ground too.
  static let margin = 2.0

  /// Looks each material up only once.
  final class Cache {
    private struct Key: Hashable {
      var glass: Glass
      var elevation: GlassElement.Elevation
    }

    let style: ChromeStyle
    private var known: [Key: Legibility] = [:]

    init(_ style: ChromeStyle) { self.style = style }

    fileprivate func legibility(_ element: GlassElement) -> Legibility {
      let key = Key(glass: element.glass, elevation: element.elevation)
      if let found = known[key] { return found }
      let material = GlassMaterial.make(element.glass, elevation: element.elevation, style: style)
      let made = Legibility(
        material, table: BevelTable(material), increaseContrast: style.increaseContrast)
      known[key] = made
      return made
    }
  }

  private let isTinted: Bool
  private let outline: ShapeOutline?
  private let bevel: Double
  private let legibility: Legibility?
  private let scale: Double
  private let increaseContrast: Bool
  /// The plates that the next item lies on, from bottom to top.
  var plates: [Plate] = []

  /// - Parameter element: the glass; `nil` if there is none.
  init(_ element: GlassElement?, scale: Double, cache: Cache) {
    isTinted = element?.glass.isProminent == true
    outline = element.map { ShapeOutline($0.form.scaled(by: scale), in: GlassBody.pixels($0.frame, scale)) }
    bevel = min(Legibility.widestBevel * scale, outline?.widestBevel ?? 0)
    legibility = element.map(cache.legibility)
    self.scale = scale
    increaseContrast = cache.style.increaseContrast
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
    return depth(box, in: outline) >= max(Legibility.wordDepth * scale, 2)
  }

  /// The colour in which an item in a box stands out from the worst that can be behind it: `ink`, mixed with white or
  /// black as far as necessary. `nil` for words that are illegible at present, such as dark ones on a dark plate that is
  /// only just disappearing: they wait.
  ///
  /// - Parameter isText: words need 4.5:1, and 7:1 with increased contrast; marks need 3:1 and 4.5:1 (WCAG 2.2, 1.4.3,
  ///   1.4.6 and 1.4.11).
  func legible(_ ink: InkColor, in box: PixelRect, isText: Bool) -> InkColor? {
    guard let outline, let legibility else { return ink }
    let glass = legibility.worst(depth: depth(box, in: outline), bevel: bevel)
    let isOnDark: Bool
    if case .atMost = legibility.bound { isOnDark = true } else { isOnDark = false }
    var worst = TransferCurve.code(glass)
    for plate in plates {
      let inside = depth(box, in: plate.outline)
      let isBehind = inside >= 0
      // Partly behind the item: its help doesn't count.
      guard isBehind || !touches(box, plate.outline) else {
        worst = blend(worst, plate, isOnDark: isOnDark, canHelp: false)
        continue
      }
      if isBehind { worst = blend(worst, plate, isOnDark: isOnDark, canHelp: true) }
    }
    let behind = TransferCurve.light(min(max(worst, 0), 1))
    // A little more than required: codes are rounded, and colours aren't greys.
    let limit = isText ? (increaseContrast ? 7 : 4.5) : (increaseContrast ? 4.5 : 3)
    let needed = limit * 1.025
    let isBrighter = ink.luminance >= behind
    for step in 0...16 {
      let color = ink.mixed(withGrey: isBrighter ? 255 : 0, Double(step) / 16)
      if PlateContrast.ratio(color.luminance, behind) >= needed { return color }
    }
    let extreme = InkColor(grey: isBrighter ? 255 : 0)
    return isText && PlateContrast.ratio(extreme.luminance, behind) < limit ? nil : extreme
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

  private func blend(_ code: Double, _ plate: Plate, isOnDark: Bool, canHelp: Bool) -> Double {
    let share = Double(plate.opacity) / 256
    let mixed = code * (1 - share) + TransferCurve.code(plate.color.luminance) * share
    if canHelp { return mixed }
    return isOnDark ? max(code, mixed) : min(code, mixed)
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
