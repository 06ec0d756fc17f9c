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

  public init(name: String, title: String, path: Path, aspect: Double) {
    self.name = name
    self.title = title
    self.path = path
    self.aspect = aspect
  }

  /// Reads a template from SVG path data, or from a document: all its `<path d="…">` together.
  ///
  /// The document's `viewBox` is the unit square; without one it is the drawing's own bounds. Path data that
  /// already lies in the unit square is taken as it is. Transforms in a document are not followed.
  ///
  /// - Throws: `GeometryError` where the path data is malformed, or covers no area.
  public init(name: String, svg: String) throws(GeometryError) {
    let document = SVGDocument(svg)
    var path = Path()
    for data in document.pathData { path.append(try Path(svg: data)) }
    let bounds = path.bounds
    guard bounds.width > 0, bounds.height > 0, bounds.width.isFinite, bounds.height.isFinite else {
      throw .noPath
    }
    let isUnit =
      !document.isDocument && bounds.x >= 0 && bounds.y >= 0 && bounds.maxX <= 1 && bounds.maxY <= 1
    let box = document.viewBox ?? (isUnit ? .unit : bounds)
    guard box.width > 0, box.height > 0 else { throw .noPath }
    let fit = AffineTransform(
      a: 1 / box.width, b: 0, c: 0, d: 1 / box.height, tx: -box.x / box.width, ty: -box.y / box.height)
    self.init(
      name: name, title: Self.title(from: name), path: path.transformed(by: fit),
      aspect: box.width / box.height)
  }

  /// Where the unit square lies in a viewfinder: the largest box of `aspect` that fits, centred.
  public func placement(width: Double, height: Double) -> Rect {
    Rect(x: 0, y: 0, width: width, height: height).fitting(aspect: aspect)
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
  /// The built-in templates, in the order a shelf shows them.
  public static let builtIn: [SilhouetteTemplate] = [portrait, fullBody, couple, product]

  /// The built-in template of that name; `two-shot` is another name for `couple`.
  public static func named(_ name: String) -> SilhouetteTemplate? {
    builtIn.first { $0.name == (name == "two-shot" ? "couple" : name) }
  }
}
