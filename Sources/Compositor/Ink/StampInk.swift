import GlassChrome
import PixelTypes

/// Draws a stamp into a corner of a viewfinder: white letters with a dark edge, legible over any picture.
package struct StampInk {
  private let rect: PixelRect
  private let stamp: PictureStamp
  private let camera: String
  private let ink: TextInk
  /// From the viewfinder's edges, in pixels.
  private let margin: Int
  // What the text was set for.
  private var made: (tick: Int64?, isLocal: Bool)?
  private var spans = CoverageSpans()

  /// - Parameters:
  ///   - rect: the viewfinder.
  ///   - scale: pixels per point.
  ///   - camera: its name.
  /// - Throws: ``GlassError`` when there is no usable font.
  package init(
    _ stamp: PictureStamp, rect: PixelRect, scale: Double, size: DynamicTypeSize, camera: String
  ) throws(GlassError) {
    self.rect = rect
    self.stamp = stamp
    self.camera = camera
    ink = try TextInk(
      pixels: max(size.points(.footnote) * scale, FigureInk.smallest), edgeWidth: max(2, 2 * scale))
    margin = Int((12 * scale).rounded())
  }

  /// Draws it.
  ///
  /// - Parameters:
  ///   - nanoseconds: the picture's time, since 1970 or the start of the material.
  ///   - isLocal: whether to use the time zone's time.
  package mutating func draw(
    nanoseconds: Int64, isLocal: Bool, into canvas: PlanarPicture, with painter: inout InkPainter
  ) {
    let tick = stamp.tick(at: nanoseconds)
    if made == nil || made! != (tick, isLocal) {
      // Once a second, or with a timecode once a frame: this allocates.
      ink.set(
        stamp.text(nanoseconds: nanoseconds, isLocal: isLocal, camera: camera),
        maximum: Double(rect.width - 2 * margin))
      made = (tick, isLocal)
    }
    let isLeft = stamp.corner == .topLeft || stamp.corner == .bottomLeft
    let isTop = stamp.corner == .topLeft || stamp.corner == .topRight
    let x = isLeft ? rect.x + margin : rect.maxX - margin - ink.width
    let baseline = isTop ? rect.y + margin + Int(ink.height.rounded(.up)) : rect.maxY - margin
    ink.cover(.edge, x: x, baseline: baseline, clip: rect, into: &spans)
    painter.paint(spans, color: .black, opacity: InkTone.text.edge, into: canvas)
    ink.cover(.figures, x: x, baseline: baseline, clip: rect, into: &spans)
    painter.paint(spans, color: .white, opacity: InkTone.text.core, into: canvas)
  }
}
