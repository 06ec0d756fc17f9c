import PixelTypes

/// Draws ink on a canvas within a clip: text, figures and shapes, in all three planes.
struct InkPen {
  let canvas: PlanarPicture
  /// Luma pixels, all edges even.
  let clip: PixelRect

  private func plane(_ channel: Int) -> PixelPlane {
    channel == 0 ? canvas.luma : channel == 1 ? canvas.cb : canvas.cr
  }

  private func clip(_ channel: Int) -> PixelRect {
    if channel == 0 { return clip }
    let (h, v) = (canvas.subsampling.horizontal, canvas.subsampling.vertical)
    return PixelRect(x: clip.x / h, y: clip.y / v, width: clip.width / h, height: clip.height / v)
  }

  func draw(_ mask: GlyphMask, x: Int, y: Int, color: InkColor, opacity: Int = 256) {
    for channel in 0..<3 {
      blendMask(
        mask, x: x, y: y, code: color[channel], opacity: opacity,
        horizontal: channel == 0 ? 1 : canvas.subsampling.horizontal,
        vertical: channel == 0 ? 1 : canvas.subsampling.vertical, clip: clip(channel), into: plane(channel))
    }
  }

  /// Draws a line of text with its pen starting at `x` on the baseline.
  func draw(_ line: TextLine, x: Double, baseline: Int, color: InkColor, opacity: Int = 256) {
    draw(
      line.mask, x: Int(x.rounded()) + line.mask.left, y: baseline + line.mask.top, color: color,
      opacity: opacity)
  }

  /// Draws figures and returns where the pen ends.
  @discardableResult
  func draw(_ figures: FigureText, face: Typeface, x: Double, baseline: Int, color: InkColor) -> Double {
    var pen = x
    for i in 0..<figures.count {
      let quarters = Int((pen * 4).rounded())
      if let index = face.figureIndex(figures[i], phase: quarters & 3) {
        let mask = face.figure(index)
        draw(mask, x: (quarters >> 2) + mask.left, y: baseline + mask.top, color: color)
      }
      pen += face.advance(ofFigure: figures[i])
    }
    return pen
  }

  func draw(_ shape: InkShape, color: InkColor, opacity: Int = 256) {
    blendSpans(shape.luma, code: color.luma, opacity: opacity, clip: clip(0), into: canvas.luma)
    blendSpans(shape.chroma, code: color.cb, opacity: opacity, clip: clip(1), into: canvas.cb)
    blendSpans(shape.chroma, code: color.cr, opacity: opacity, clip: clip(1), into: canvas.cr)
  }
}

extension FigureText {
  /// How far the figures move the pen.
  func width(in face: Typeface) -> Double {
    var width = 0.0
    for i in 0..<count { width += face.advance(ofFigure: self[i]) }
    return width
  }
}
