/// The outline that a subject should fill, to be drawn over the viewfinder.
public struct SilhouetteTemplate: Sendable, Equatable {
  /// What the command line calls it, as in `full-body`.
  public let name: String
  /// What people read, as in `Full body`.
  public let title: String
  /// The outline in the unit square, y down.
  public let path: Path
  /// Width over height of the box that the unit square stands for.
  public let aspect: Double
  /// A small picture of it, in the unit square that stands for a square: to be filled lightly by the non-zero
  /// rule and stroked, readable from 28 pixels on.
  public let icon: Path
  /// The outline's point of reference in the unit square, which belongs on a power point or in the middle: a
  /// person's eyes, a thing's middle.
  public let anchor: Point
  /// True where what is shown goes on below the box, as a bust does: the box then stands on the viewfinder's
  /// lower edge.
  public let runsOutBelow: Bool

  /// - Parameter icon: `nil` for the outline itself.
  public init(
    name: String, title: String, path: Path, aspect: Double, icon: Path? = nil,
    anchor: Point = Point(0.5, 0.5), runsOutBelow: Bool = false
  ) {
    self.name = name
    self.title = title
    self.path = path
    self.aspect = aspect
    self.icon = icon ?? path.transformed(by: .unitSquare(to: Rect.unit.fitting(aspect: aspect)))
    self.anchor = anchor
    self.runsOutBelow = runsOutBelow
  }

  /// Reads a template from SVG path data, or from a document: all its paths and basic shapes together, each where
  /// its transform and its groups' put it.
  ///
  /// The document's `viewBox` is the unit square, or else its width and height; without these it is the drawing's
  /// own bounds. Path data that already lies in the unit square is taken as it is.
  ///
  /// - Throws: `GeometryError` where the path data is malformed, or covers no area.
  public init(name: String, svg: String) throws(GeometryError) {
    let document = try SVGDocument(svg)
    let path = document.path
    let bounds = path.bounds
    guard path.reaches(within: Self.farthest) else {
      throw .tooLarge(reason: "the drawing reaches beyond ±10,000,000 units: make it smaller")
    }
    guard bounds.width > 0, bounds.height > 0 else { throw .noPath }
    let isUnit =
      !document.isDocument && bounds.x >= 0 && bounds.y >= 0 && bounds.maxX <= 1 && bounds.maxY <= 1
    let box = document.viewBox ?? (isUnit ? .unit : bounds)
    for side in [box.width, box.height] where !Self.sides.contains(side) {
      throw .tooLarge(reason: "a drawing's box needs sides of .001 to 10,000,000 units: scale the drawing")
    }
    guard box.x.magnitude <= Self.farthest, box.y.magnitude <= Self.farthest else {
      throw .tooLarge(reason: "the drawing's viewBox begins beyond ±10,000,000 units: move the drawing")
    }
    let fit = AffineTransform(
      a: 1 / box.width, b: 0, c: 0, d: 1 / box.height, tx: -box.x / box.width, ty: -box.y / box.height)
    self.init(
      name: name, title: Self.title(from: name), path: path.transformed(by: fit),
      aspect: box.width / box.height)
  }

  // Of a drawing, in its own units: what is made of these in any viewfinder stays finite. Points that numbers come to
  // reach farther than numbers do.
  private static let farthest = 10 * SVGPathParser.farthest
  private static let sides = 1e-3...farthest

  /// Where the unit square lies in a viewfinder: the largest box of `aspect` that fits, in the middle across; in
  /// the middle of the height, too, but on the lower edge where the template runs out below.
  public func placement(width: Double, height: Double) -> Rect {
    var box = Rect(x: 0, y: 0, width: width, height: height).fitting(aspect: aspect)
    if runsOutBelow { box.y = height - box.height }
    return box
  }

  /// Where the unit square lies when the anchor is put on a point, as on a grid's power point.
  ///
  /// The box is the largest of `aspect` that stays inside the viewfinder. One that runs out below reaches the
  /// lower edge instead, however far it then goes beyond the sides: someone may be cut by the frame, but not hover
  /// over its edge.
  ///
  /// - Parameter point: in fractions of the viewfinder, held inside it.
  public func placement(width: Double, height: Double, anchoredAt point: Point) -> Rect {
    let p = Point(max(0, min(1, point.x)) * width, max(0, min(1, point.y)) * height)
    let below = (height - p.y) / (1 - anchor.y)
    var tall = below
    if !runsOutBelow {
      for side in [
        p.y / anchor.y, p.x / (anchor.x * aspect), (width - p.x) / ((1 - anchor.x) * aspect),
      ] where side < tall { tall = side }
    }
    return Rect(
      x: p.x - anchor.x * aspect * tall, y: p.y - anchor.y * tall, width: aspect * tall, height: tall)
  }

  /// The outline in pixels of a viewfinder of `width` × `height`.
  public func path(width: Double, height: Double) -> Path {
    path.transformed(by: .unitSquare(to: placement(width: width, height: height)))
  }

  /// `two-shot` becomes `Two shot`.
  private static func title(from name: String) -> String {
    let words = String(name.map { $0 == "-" || $0 == "_" ? " " : $0 })
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension SilhouetteTemplate {
  /// The built-in templates, in the order a shelf shows them: the four that are used most come first, for a shelf
  /// may have room for no more.
  public static let builtIn: [SilhouetteTemplate] = [
    portrait, fullBody, couple, product, halfBody, seated, group, profileLeft, profileRight, hands, plate,
    bottle,
  ]

  /// The built-in template of that name; `two-shot` is another name for `couple`.
  public static func named(_ name: String) -> SilhouetteTemplate? {
    builtIn.first { $0.name == (name == "two-shot" ? "couple" : name) }
  }
}
