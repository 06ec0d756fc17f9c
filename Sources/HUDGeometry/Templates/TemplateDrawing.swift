import PixelTypes

/// A built-in template as it is drawn: `Drawings/NAME.svg`, in a box 100 high, and its icon in a square of 28.
struct TemplateDrawing {
  /// How a drawing is completed.
  enum Symmetry {
    /// It is the whole outline.
    case none
    /// It is the right half, x from the box's middle: from its top, on the middle, down to its end. A line below
    /// joins it to its mirror image unless it ends on the middle. Both halves agree to the last bit.
    case mirrored
    /// It is the right shape of a pair, closed, x from the box's middle.
    case twin
  }

  private var name: String
  private var title: String
  private var anchor: Point
  private var runsOutBelow: Bool
  private var symmetry: Symmetry
  private var box: Rect
  private var outline: Path
  private var icon: Path

  /// Malformed data draws nothing; the tests ensure that there is none.
  init(name: String, title: String, anchor: Point, runsOutBelow: Bool, symmetry: Symmetry) {
    (self.name, self.title, self.anchor) = (name, title, anchor)
    (self.runsOutBelow, self.symmetry) = (runsOutBelow, symmetry)
    let drawing = Self.read(name)
    (outline, box) = (drawing?.path ?? Path(), drawing?.viewBox ?? .unit)
    icon = Self.read(name + ".icon")?.path ?? Path()
  }

  var template: SilhouetteTemplate {
    let size = 1 / 28.0
    return SilhouetteTemplate(
      name: name, title: title, path: path, aspect: aspect, icon: icon.transformed(by: .scale(size, size)),
      anchor: anchor, runsOutBelow: runsOutBelow)
  }

  /// The mirror image of a whole outline under another name. Both are drawn in tenths, so that it is exact.
  func mirrored(name: String, title: String, anchor: Point) -> TemplateDrawing {
    func mirrored(_ path: Path, width: Double) -> Path {
      let image = path.transformed(by: AffineTransform.scale(-1, 1).then(.translation(width, 0)))
      return (try? Path(svg: image.svg(decimals: 1))) ?? Path()
    }
    var other = self
    (other.name, other.title, other.anchor) = (name, title, anchor)
    other.outline = mirrored(outline, width: box.width)
    other.icon = mirrored(icon, width: 28)
    return other
  }

  private var aspect: Double { box.width / box.height }

  private var path: Path {
    let box = AffineTransform.scale(0.01 / aspect, 0.01)
    let right = box.then(.translation(0.5, 0))
    let left = AffineTransform.scale(-1, 1).then(right)
    switch symmetry {
    case .none: return outline.transformed(by: box)
    case .twin:
      var pair = outline.transformed(by: right)
      // Reversed, so that both run the same way.
      pair.append(outline.reversed.transformed(by: left))
      return pair
    case .mirrored:
      var whole = outline.transformed(by: right)
      let other = outline.reversed.transformed(by: left)
      if case .move(let foot)? = other.elements.first, foot != whole.currentPoint { whole.line(to: foot) }
      for element in other.elements.dropFirst() { whole.append(element) }
      whole.close()
      return whole
    }
  }

  private static func read(_ name: String) -> SVGDocument? {
    try? SVGDocument(DataFile.text("HUDGeometry/Templates/Drawings/\(name).svg"))
  }
}
