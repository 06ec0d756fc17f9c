import GlassChrome
import PixelTypes

/// Letters at a place of a viewfinder's layout: white over their own dark edge, legible over any picture.
struct LetterInk {
  private let slot: PixelRect
  private let isRight: Bool
  private let baseline: Int
  private let edgeWidth: Int
  private let ink: TextInk
  private var core = CoverageSpans()
  private var edge = CoverageSpans()
  /// What the letters and their edge cover, in canvas pixels; empty without any.
  private(set) var place: PixelRect

  /// - Parameters:
  ///   - slot: where they may be.
  ///   - letters: em size, in pixels.
  ///   - isRight: whether they stand at the slot's right.
  /// - Throws: ``GlassError`` when there is no usable font.
  init(
    in slot: PixelRect, of layout: InkLayout, letters: Double, isRight: Bool = false
  ) throws(GlassError) {
    self.slot = slot
    self.isRight = isRight
    edgeWidth = InkLayout.edge(scale: layout.scale)
    baseline = layout.baseline(in: slot, letters: letters)
    ink = try TextInk(pixels: letters, edgeWidth: Double(edgeWidth))
    place = PixelRect(x: slot.x, y: slot.y, width: 0, height: 0)
  }

  /// Em size of the letters of a viewfinder, in pixels: in small ones larger than its lines, up to an eleventh of it.
  static func size(_ size: DynamicTypeSize, in rect: PixelRect) -> Double {
    let legible = min(Double(min(rect.width, rect.height)) / 11, 15)
    return max(size.points(.footnote) * InkRank.scale(of: rect), legible, FigureInk.smallest).rounded()
  }

  /// Sets another text, cut to the slot. Allocates.
  mutating func set(_ text: String, mode: TruncationMode = .tail) {
    ink.set(text, maximum: Double(slot.width - 2 * edgeWidth), mode: mode)
    let width = min(ink.width + 2 * edgeWidth, slot.width)
    place = PixelRect(
      x: isRight ? slot.maxX - width : slot.x, y: slot.y, width: width, height: slot.height)
    ink.cover(.edge, x: place.x + edgeWidth, baseline: baseline, clip: place, into: &edge)
    ink.cover(.figures, x: place.x + edgeWidth, baseline: baseline, clip: place, into: &core)
  }

  func draw(into canvas: PlanarPicture, with painter: inout InkPainter) {
    painter.paint(edge, color: .black, opacity: InkTone.text.edge, into: canvas)
    painter.paint(core, color: .white, opacity: InkTone.text.core, into: canvas)
  }
}
