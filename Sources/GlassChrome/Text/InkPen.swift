import PixelTypes

/// Draws ink on a canvas within a clip: text, figures and shapes, in all three planes.
struct InkPen {
  let canvas: PlanarPicture
  /// Luma pixels, all edges even.
  let clip: PixelRect

  /// A channel's plane: 0 luma, 1 Cb, 2 Cr.
  private func target(_ channel: Int) -> InkTarget {
    if channel == 0 { return InkTarget(canvas.luma, clip: clip) }
    let (h, v) = (canvas.subsampling.horizontal, canvas.subsampling.vertical)
    return InkTarget(
      channel == 1 ? canvas.cb : canvas.cr,
      clip: PixelRect(x: clip.x / h, y: clip.y / v, width: clip.width / h, height: clip.height / v),
      horizontal: h, vertical: v)
  }

  func draw(_ mask: GlyphMask, x: Int, y: Int, color: InkColor, opacity: Int = 256) {
    for channel in 0..<3 {
      blendMask(mask, x: x, y: y, code: color[channel], opacity: opacity, into: target(channel))
    }
  }

  /// Draws figures with the pen starting at `x` on the baseline.
  func draw(
    _ figures: FigureText, face: Typeface, x: Double, baseline: Int, color: InkColor, opacity: Int = 256
  ) {
    var pen = x
    for i in 0..<figures.count {
      let quarters = Int((pen * 4).rounded())
      if let index = face.figureIndex(figures[i], phase: quarters & 3) {
        let mask = face.figure(index)
        draw(mask, x: (quarters >> 2) + mask.left, y: baseline + mask.top, color: color, opacity: opacity)
      }
      pen += face.advance(ofFigure: figures[i])
    }
  }

  func draw(_ shape: InkShape, color: InkColor, opacity: Int = 256) {
    blendSpans(shape.luma, code: color.luma, opacity: opacity, into: target(0))
    blendSpans(shape.chroma, code: color.cb, opacity: opacity, into: target(1))
    blendSpans(shape.chroma, code: color.cr, opacity: opacity, into: target(2))
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
