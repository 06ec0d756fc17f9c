/// A built-in template as it was drawn.
struct TemplateDrawing {
  /// How the data of an outline is completed.
  enum Symmetry {
    /// The whole outline, x from the box's left.
    case none
    /// The right half, x from the box's middle: from its top, on the middle, down to its end. A line below
    /// joins it to its mirror image unless it ends on the middle. Both halves agree to the last bit.
    case mirrored
    /// The right shape of a pair, closed, x from the box's middle.
    case twin
  }

  var name: String
  var title: String
  /// Width over height of the box, which is 100 high.
  var aspect: Double
  var anchor: Point
  var runsOutBelow: Bool
  var symmetry: Symmetry
  /// SVG path data.
  var outline: String
  /// SVG path data in a square of 28.
  var icon: String

  /// Malformed data draws nothing; the tests ensure that there is none.
  var template: SilhouetteTemplate {
    let size = 1 / 28.0
    return SilhouetteTemplate(
      name: name, title: title, path: path, aspect: aspect,
      icon: Self.read(icon).transformed(by: .scale(size, size)), anchor: anchor, runsOutBelow: runsOutBelow)
  }

  /// The mirror image of a whole outline under another name. Both are drawn in tenths, so that it is exact.
  func mirrored(name: String, title: String, anchor: Point) -> TemplateDrawing {
    func mirrored(_ data: String, width: Double) -> String {
      Self.read(data).transformed(by: AffineTransform.scale(-1, 1).then(.translation(width, 0))).svg(
        decimals: 1)
    }
    return TemplateDrawing(
      name: name, title: title, aspect: aspect, anchor: anchor, runsOutBelow: runsOutBelow, symmetry: .none,
      outline: mirrored(outline, width: 100 * aspect), icon: mirrored(icon, width: 28))
  }

  private var path: Path {
    let drawn = Self.read(outline)
    let box = AffineTransform.scale(0.01 / aspect, 0.01)
    let right = box.then(.translation(0.5, 0))
    let left = AffineTransform.scale(-1, 1).then(right)
    switch symmetry {
    case .none: return drawn.transformed(by: box)
    case .twin:
      var pair = drawn.transformed(by: right)
      // Reversed, so that both run the same way.
      pair.append(drawn.reversed.transformed(by: left))
      return pair
    case .mirrored:
      var whole = drawn.transformed(by: right)
      let other = drawn.reversed.transformed(by: left)
      if case .move(let foot)? = other.elements.first, foot != whole.currentPoint { whole.line(to: foot) }
      for element in other.elements.dropFirst() { whole.append(element) }
      whole.close()
      return whole
    }
  }

  private static func read(_ data: String) -> Path { (try? Path(svg: data)) ?? Path() }
}
