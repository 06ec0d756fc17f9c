/// An outline for the subject to fill, drawn over the viewfinder.
public struct SilhouetteTemplate: Sendable, Equatable {
  /// The command-line name, as in `full-body`.
  public let name: String
  /// The display name, as in `Full body`.
  public let title: String
  /// The outline in the unit square, y down.
  public let path: Path
  /// Width over height of the box that the unit square stands for.
  public let aspect: Double
  /// A small picture of it in the unit square, undistorted, to be filled lightly by the nonzero
  /// rule and stroked; legible from 28 pixels.
  public let icon: Path
  /// The outline's reference point in the unit square, which belongs on a power point or in the middle: a
  /// person's eyes, a thing's middle.
  public let anchor: Point
  /// Whether the subject continues below the box, as a bust does: the box then stands on the viewfinder's
  /// lower edge.
  public let runsOutBelow: Bool
  /// The assists to show with it, by the names that `--assist` takes; unchecked.
  public var assists: [String] = []

  /// Makes a template from its parts; nothing is checked.
  ///
  /// - Parameters:
  ///   - name: the command-line name.
  ///   - title: the display name.
  ///   - path: the outline in the unit square, y down.
  ///   - aspect: width over height of the box that the unit square stands for.
  ///   - icon: `nil` for the outline itself, fitted into the square.
  ///   - anchor: the reference point in the unit square.
  ///   - runsOutBelow: whether the subject continues below the box.
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

  /// Reads a template from SVG path data, or from a document: all its paths and basic shapes together, each placed by
  /// its own transform and those of its groups.
  ///
  /// The document's `viewBox` becomes the unit square, or else its width and height, or else the drawing's own bounds.
  /// Path data that already lies in the unit square stays as it is.
  ///
  /// - Throws: `GeometryError` if the path data is malformed or covers no area, or the drawing is too large or too small.
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
    assists = document.assists
  }

  // Limits for a drawing, in its own units, that keep its placement in any viewfinder finite.
  // Points computed from numbers can reach farther than the numbers.
  private static let farthest = 10 * Path.farthest
  private static let sides = 1e-3...farthest

  /// Where the unit square lies in a viewfinder, in its pixels: the largest box of `aspect` that fits, centred, or on
  /// the lower edge if the template runs out below.
  public func placement(width: Double, height: Double) -> Rect {
    var box = Rect(x: 0, y: 0, width: width, height: height).fitting(aspect: aspect)
    if runsOutBelow { box.y = height - box.height }
    return box
  }

  /// Where the unit square lies, in the viewfinder's pixels, with the anchor on a point such as one
  /// of the grid's power points.
  ///
  /// The box is the largest of `aspect` that stays inside the viewfinder. One that runs out below
  /// instead reaches the lower edge, however far it then extends beyond the sides: the frame may
  /// cut people off, but they mustn't float above its lower edge.
  ///
  /// - Parameters:
  ///   - width: of the viewfinder, in pixels.
  ///   - height: of the viewfinder, in pixels.
  ///   - point: in fractions of the viewfinder, clamped to it.
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

  /// The outline in pixels of a viewfinder of `width` × `height`, placed without a power point.
  public func path(width: Double, height: Double) -> Path {
    path.transformed(by: .unitSquare(to: placement(width: width, height: height)))
  }

  /// `two-shot` becomes `Two shot`.
  private static func title(from name: String) -> String {
    let words = String(name.map { $0 == "-" || $0 == "_" ? " " : $0 })
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
