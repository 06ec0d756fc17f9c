import CTypography

/// Weight of a face, as in CSS.
enum FontWeight: Int32 {
  case regular = 400
  case medium = 500
  case semibold = 600
}

/// A font at one size, which shapes text by HarfBuzz and draws it by FreeType. For one thread at a time.
@safe
final class Typeface {
  /// What is looked for, in order; any font at all comes last.
  static let families = ["Inter", "DejaVu Sans"]

  private let handle: OpaquePointer
  /// Height of capitals above the baseline, in pixels.
  let capHeight: Double
  let ascender: Double
  let descender: Double
  /// Digits and the signs that stand between them, at four horizontal phases, 4 · (character − 32) + phase.
  private var figures: [InkMask] = []
  private var figureAdvances: [Double] = []

  /// - Parameter pixels: the em's size.
  /// - Throws: ``GlassError`` when no font is found or it can't be used.
  init(pixels: Double, weight: FontWeight) throws(GlassError) {
    let (path, index) = try Self.find(weight)
    var made: OpaquePointer?
    // SAFETY: the call writes one pointer, or none and a code.
    let code = unsafe ctypography_font_create(path, index, Int32((pixels * 64).rounded()), &made)
    guard code == 0, let made = unsafe made else { throw .unreadableFont(path: path, code: code) }
    unsafe handle = made
    var metrics: (Int32, Int32, Int32) = (0, 0, 0)
    unsafe ctypography_font_metrics(made, &metrics.0, &metrics.1, &metrics.2)
    ascender = Double(metrics.0) / 64
    descender = Double(metrics.1) / 64
    capHeight = Double(metrics.2) / 64
    drawFigures()
  }

  // SAFETY: the handle is this object's alone.
  deinit { unsafe ctypography_font_destroy(handle) }

  private static func find(_ weight: FontWeight) throws(GlassError) -> (path: String, index: Int32) {
    for (family, exact) in families.map({ ($0, Int32(1)) }) + [("sans-serif", 0)] {
      var index: Int32 = 0
      var code: Int32 = 0
      let path = unsafe String(unsafeUninitializedCapacity: 4096) { buffer in
        // SAFETY: the call writes a terminated string of at most the buffer's size, or a code.
        unsafe buffer.withMemoryRebound(to: CChar.self) { chars in
          code = unsafe ctypography_find_font(
            family, weight.rawValue, exact, chars.baseAddress, chars.count, &index)
          return code == 0 ? unsafe (chars.firstIndex(of: 0) ?? 0) : 0
        }
      }
      if code == 0, !path.isEmpty { return (path, index) }
    }
    throw .noFont(families: families)
  }

  /// Shapes and draws a line, cut with "…" where it is wider than `maximum` pixels.
  func line(_ text: String, maximum: Double = .infinity) -> TextLine {
    let whole = draw(text)
    if whole.advance <= maximum { return whole }
    var kept = text
    while !kept.isEmpty {
      kept.removeLast()
      while kept.last == " " { kept.removeLast() }
      let cut = draw(kept + "…")
      if cut.advance <= maximum { return kept.isEmpty ? .empty : cut }
    }
    return .empty
  }

  /// How far a figure or sign of ASCII moves the pen; tabular figures are all as wide.
  func advance(ofFigure character: UInt8) -> Double {
    let index = Int(character) - 32
    return figureAdvances.indices.contains(index) ? figureAdvances[index] : 0
  }

  /// Position in `figures` of a character at a pen position, for ``figure(_:)``.
  func figureIndex(_ character: UInt8, phase: Int) -> Int? {
    let index = (Int(character) - 32) * 4 + phase
    return figures.indices.contains(index) ? index : nil
  }

  func figure(_ index: Int) -> InkMask { figures[index] }

  private func drawFigures() {
    for character in UInt8(32)...UInt8(58) {
      let text = String(UnicodeScalar(character))
      figureAdvances.append(draw(text).advance)
      for phase in 0..<4 { figures.append(draw(text, start: Double(phase) / 4).mask) }
    }
    // Inter's tabular 4 is a hair narrower than the rest: all ten take the widest's room.
    let widest = figureAdvances[16..<26].max() ?? 0
    for digit in 16..<26 { figureAdvances[digit] = widest }
  }

  private struct Placed {
    var mask: InkMask
    var x: Int
    var y: Int
  }

  private func draw(_ text: String, start: Double = 0) -> TextLine {
    var text = text
    var placed: [Placed] = []
    var pen = start
    text.withUTF8 { bytes in
      var glyphs: UnsafePointer<ctypography_glyph>?
      var count = 0
      // SAFETY: the text stays valid for the call; the glyphs until the next shaping, which comes after the loop
      // (drawing a glyph doesn't touch them).
      let code = unsafe bytes.withMemoryRebound(to: CChar.self) { chars in
        unsafe ctypography_shape(handle, chars.baseAddress, chars.count, &glyphs, &count)
      }
      guard code == 0, let glyphs = unsafe glyphs else { return }
      for i in 0..<count {
        let glyph = unsafe glyphs[i]
        let x = pen + Double(glyph.x_offset) / 64
        let quarter = (x * 4).rounded(.down) / 4
        if let mask = draw(glyph.glyph, shift: quarter - quarter.rounded(.down)) {
          placed.append(
            Placed(
              mask: mask, x: Int(quarter.rounded(.down)) + mask.left,
              y: mask.top - Int((Double(glyph.y_offset) / 64).rounded())))
        }
        pen += Double(glyph.x_advance) / 64
      }
    }
    return TextLine(mask: merge(placed), advance: pen - start)
  }

  private func draw(_ glyph: UInt32, shift: Double) -> InkMask? {
    var rows: UnsafePointer<UInt8>?
    var (pitch, width, height, left, top): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
    // SAFETY: the rows stay valid until the next call on the handle; they are copied before.
    let code = unsafe ctypography_draw_glyph(
      handle, glyph, Int32(shift * 64), &rows, &pitch, &width, &height, &left, &top)
    guard code == 0, width > 0, height > 0, let rows = unsafe rows else { return nil }
    var coverage: [UInt8] = []
    coverage.reserveCapacity(Int(width) * Int(height))
    for y in 0..<Int(height) {
      for x in 0..<Int(width) { coverage.append(unsafe rows[y * Int(pitch) + x]) }
    }
    return InkMask(
      width: Int(width), height: Int(height), left: Int(left), top: -Int(top), coverage: coverage)
  }

  private func merge(_ glyphs: [Placed]) -> InkMask {
    guard let first = glyphs.first else { return .empty }
    var (x0, y0, x1, y1) = (first.x, first.y, first.x, first.y)
    for g in glyphs {
      x0 = min(x0, g.x)
      y0 = min(y0, g.y)
      x1 = max(x1, g.x + g.mask.width)
      y1 = max(y1, g.y + g.mask.height)
    }
    let width = x1 - x0
    var merged = InkMask(
      width: width, height: y1 - y0, left: x0, top: y0,
      coverage: Array(repeating: 0, count: width * (y1 - y0)))
    for g in glyphs {
      for y in 0..<g.mask.height {
        for x in 0..<g.mask.width {
          let at = (g.y - y0 + y) * width + g.x - x0 + x
          let sum = Int(merged.coverage[at]) + Int(g.mask.coverage[y * g.mask.width + x])
          merged.coverage[at] = UInt8(min(sum, 255))
        }
      }
    }
    return merged
  }
}
