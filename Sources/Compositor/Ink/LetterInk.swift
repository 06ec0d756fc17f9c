import GlassChrome
import PixelTypes

/// Letters at a place of a viewfinder's layout: white over their own dark edge, legible over any picture. Those of an alarm are dark on
/// a plate of amber, as legible, and another form for who doesn't see colours.
struct LetterInk {
  private let slot: PixelRect
  private let isRight: Bool
  private let baseline: Int
  private let edgeWidth: Int
  private let ink: TextInk
  private var core = CoverageSpans()
  /// Of alarms: their plates, and the letters on them.
  private var plates: [CoverageSpans] = []
  private var alarmed: [CoverageSpans] = []
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
  ///
  /// - Parameter alarmed: which parts of it an alarm is about, in UTF-8.
  mutating func set(_ text: String, mode: TruncationMode = .tail, alarmed ranges: [Range<Int>] = []) {
    ink.set(text, maximum: Double(slot.width - 2 * edgeWidth), mode: mode)
    let width = min(ink.width + 2 * edgeWidth, slot.width)
    place = PixelRect(
      x: isRight ? slot.maxX - width : slot.x, y: slot.y, width: width, height: slot.height)
    ink.cover(.edge, x: place.x + edgeWidth, baseline: baseline, clip: place, into: &edge)
    ink.cover(.figures, x: place.x + edgeWidth, baseline: baseline, clip: place, into: &core)
    (plates, alarmed) = ([], [])
    for range in ranges { alarm(text, range) }
  }

  private mutating func alarm(_ text: String, _ range: Range<Int>) {
    func end(_ count: Int) -> Double { ink.advance(String(decoding: text.utf8.prefix(count), as: UTF8.self)) }
    var columns = 0..<place.width
    // Where letters run to the left, too, it is all of the line's.
    if !text.unicodeScalars.contains(where: {
      (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value)
    }) {
      columns =
        Int(end(range.lowerBound).rounded(.down))..<(Int(end(range.upperBound).rounded(.up)) + 2 * edgeWidth)
    }
    columns = columns.clamped(to: 0..<place.width)
    let rect = PixelRect(
      x: place.x + columns.lowerBound, y: place.y, width: columns.count, height: place.height)
    guard !columns.isEmpty else { return }
    var plate = CoverageSpans()
    for row in rect.y..<rect.maxY {
      plate.append(CoverageSpan(x: Int32(rect.x), y: Int32(row), length: Int32(rect.width), coverage: 255))
    }
    plates.append(plate)
    var letters = CoverageSpans()
    ink.cover(.figures, x: place.x + edgeWidth, baseline: baseline, clip: rect, into: &letters)
    alarmed.append(letters)
  }

  func draw(into canvas: PlanarPicture, with painter: inout InkPainter) {
    painter.paint(edge, color: .black, opacity: InkTone.text.edge, into: canvas)
    painter.paint(core, color: .white, opacity: InkTone.text.core, into: canvas)
    for plate in plates { painter.paint(plate, color: .amber, opacity: InkTone.alarm.core, into: canvas) }
    for letters in alarmed {
      painter.paint(letters, color: .black, opacity: InkTone.alarm.core, into: canvas)
    }
  }
}
