import PixelTypes

/// Numbers as coverage, for ink over a picture: `+2.0°`, `−0.8°`, `0.0°`, `10`, and the edge around them.
///
/// Each figure and its edge are drawn once and set on whole pixels, digits spaced by the widest: a
/// number is as crisp as its font and doesn't jitter when it changes. For one thread at a time;
/// setting a number allocates nothing once `spans` has grown.
package final class FigureInk {
  /// Which part of a number is covered.
  package enum Part: Sendable, CaseIterable {
    /// The figures themselves.
    case figures
    /// The figures widened on all sides, to be drawn beneath them.
    case edge
  }

  /// What can be set.
  package enum Number: Sendable, Equatable {
    /// With one decimal, as in `−1.4°` or `+0.5°`; clamped to ±999. What rounds to 0 has no sign, and values that aren't
    /// finite count as 0.
    case degrees(Double)
    /// The same if it may well be off by more than a degree, as in `≈−1.4°`.
    case rough(Double)
    /// Without a sign, as in `10`; clamped to 0 … 999.
    case whole(Int)

    var text: FigureText {
      switch self {
      case .degrees(let value): .degrees(value)
      case .rough(let value): .degrees(value, isRough: true)
      case .whole(let value): .number(min(value, 999), digits: 3)
      }
    }
  }

  private struct Figure {
    var core: GlyphMask
    var edge: GlyphMask
    /// How far it moves the pen, in pixels.
    var advance: Int
  }

  private static let characters = Array("0123456789+−.°≈")
  /// Below this em size, in pixels, figures are illegible.
  package static let smallest = 11.0

  /// Height of the digits, in pixels.
  package let height: Double
  /// Width of `−00.0°` with its edge, in pixels: room for any roll a picture can show.
  package let widest: Double
  /// Em size in pixels.
  package let pixels: Double
  private let figures: [Figure]
  /// How far the edge reaches, in whole pixels.
  private let margin: Int
  // The last number set, shared by both parts; `top` and `columns` are those of the widest number.
  private var text: FigureText?
  private var core: [UInt8]
  private var edge: [UInt8]
  private let columns: Int
  private let rows: Int
  private let top: Int

  /// Opens the usual font, semibold.
  ///
  /// - Parameters:
  ///   - pixels: em size.
  ///   - edgeWidth: how far the edge reaches beyond the figures, in pixels.
  ///   - language: gives the decimal separator.
  /// - Throws: ``GlassError`` when there is no usable font.
  package init(
    pixels: Double, edgeWidth: Double = 1, language: ScreenLanguage = .english
  ) throws(GlassError) {
    let face = try Typeface(pixels: pixels, weight: .semibold)
    let characters = Self.characters.map { $0 == "." ? language.decimalSeparator : String($0) }
    self.pixels = pixels
    height = face.capHeight
    margin = Int(edgeWidth.rounded(.up))
    var figures = characters.map { character in
      let line = face.draw(character, direction: .leftToRight)
      return Figure(
        core: line.mask, edge: line.mask.widened(by: edgeWidth), advance: Int(line.advance.rounded()))
    }
    let digit = figures[..<10].map(\.advance).max() ?? 0
    for index in 0..<10 { figures[index].advance = digit }
    let number = FigureText.degrees(-10)
    let all = figures
    let pen = (0..<number.count).reduce(0) { $0 + all[Self.index(of: number[$1])].advance }
    widest = Double(pen + 2 * margin)
    // One digit more, as the largest number has, and what says that it is about that.
    columns = pen + digit + all[Self.index(of: FigureText.about)].advance + 4 * margin
    top = all.map(\.edge.top).min() ?? 0
    rows = (all.map { $0.edge.top + $0.edge.height }.max() ?? 0) - top
    self.figures = figures
    core = Array(repeating: 0, count: columns * rows)
    edge = core
  }

  /// The largest figures up to a size that fit a width; `nil` if not even the ``smallest`` do.
  ///
  /// - Parameters:
  ///   - pixels: em size wanted.
  ///   - width: room for ``widest``, in pixels.
  ///   - edgeWidth: how far the edge reaches beyond the figures, in pixels.
  ///   - language: gives the decimal separator.
  /// - Throws: ``GlassError`` when there is no usable font.
  package static func fitting(
    pixels: Double, width: Double, edgeWidth: Double, language: ScreenLanguage = .english
  ) throws(GlassError) -> FigureInk? {
    let wanted = try FigureInk(pixels: max(pixels, smallest), edgeWidth: edgeWidth, language: language)
    if wanted.widest <= width { return wanted }
    // Widths come in whole pixels: slightly less than in proportion.
    let less = (wanted.pixels * width / wanted.widest - 0.5).rounded(.down)
    let fitted = try FigureInk(pixels: max(less, smallest), edgeWidth: edgeWidth, language: language)
    return fitted.widest <= width ? fitted : nil
  }

  /// Width of a number in pixels, without its edge.
  ///
  package func width(of number: Number) -> Int {
    let text = number.text
    var pen = 0
    for i in 0..<text.count { pen += figures[Self.index(of: text[i])].advance }
    return pen
  }

  /// Covers a number.
  ///
  /// - Parameters:
  ///   - number: what to set.
  ///   - part: the figures, or the edge beneath them.
  ///   - x: column where the pen starts.
  ///   - baseline: the row below the digits' feet.
  ///   - clip: pixels outside are left out.
  ///   - spans: replaced by the result, sorted by row.
  package func set(
    _ number: Number, part: Part, x: Int, baseline: Int, clip: PixelRect, into spans: inout CoverageSpans
  ) {
    spans.removeAll()
    compose(number.text)
    let coverage = part == .edge ? edge : core
    spans.append(
      coverage.span, columns: columns, rows: rows, x: x - margin, y: baseline + top, clip: clip)
  }

  /// Sets the figures side by side, unless they stand there already.
  private func compose(_ text: FigureText) {
    guard text != self.text else { return }
    self.text = text
    for i in core.indices { (core[i], edge[i]) = (0, 0) }
    var pen = margin
    for i in 0..<text.count {
      let index = Self.index(of: text[i])
      Self.lay(figures[index].core, at: pen, top, columns, into: &core)
      Self.lay(figures[index].edge, at: pen, top, columns, into: &edge)
      pen += figures[index].advance
    }
  }

  /// Overlays a mask on others; where two meet, the denser one counts.
  private static func lay(
    _ mask: borrowing GlyphMask, at pen: Int, _ top: Int, _ columns: Int, into plane: inout [UInt8]
  ) {
    for y in 0..<mask.height {
      let row = (mask.top - top + y) * columns
      for x in 0..<mask.width {
        let column = pen + mask.left + x
        guard column >= 0, column < columns else { continue }
        plane[row + column] = max(plane[row + column], mask.coverage[y * mask.width + x])
      }
    }
  }

  /// A figure's place among ``characters``.
  private static func index(of byte: UInt8) -> Int {
    switch byte {
    case FigureText.plus: 10
    case FigureText.minus: 11
    case FigureText.point: 12
    case FigureText.degree: 13
    case FigureText.about: 14
    default: Int(byte) - 48
    }
  }
}
