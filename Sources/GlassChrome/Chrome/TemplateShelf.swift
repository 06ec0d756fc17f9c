import HUDGeometry
import PixelTypes

/// The shelf of silhouette templates: one piece of glass with a tonal plate for each template.
final class TemplateShelf {
  let panel: GlassPanel
  private let context: ChromeContext
  private let cards: [Card]
  /// Which of the templates have a card.
  let window: Range<Int>

  private struct Card {
    var plate: InkShape
    var ring: InkShape
    var wash: InkShape
    var icon: InkShape
    var title: TextLine
    var titleX: Double
  }

  private let baseline: Int

  static let cardPoints = 96.0
  static let gapPoints = 8.0
  static let paddingPoints = 8.0

  /// How wide a shelf of `count` cards is, in pixels.
  static func width(count: Int, context: ChromeContext) -> Int {
    let points = cardPoints * Double(count) + gapPoints * Double(max(count - 1, 0)) + 2 * paddingPoints
    return context.even(points)
  }

  /// - Parameters:
  ///   - area: as wide as `width(count:context:)` for the number of cards.
  ///   - window: indices of the templates that are shown, all of them valid.
  init(area: PixelRect, templates: [SilhouetteTemplate], window: Range<Int>, context: ChromeContext) {
    self.context = context
    self.window = window
    let radius = min(context.pixels(28), Double(area.height) / 2)
    panel = context.panel(area, radius: radius, material: .regular(context.style))
    let padding = context.pixels(Self.paddingPoints)
    let height = Double(area.height) - 2 * padding
    let width = context.pixels(Self.cardPoints)
    let face = context.fonts.caption
    baseline = area.maxY - Int((padding + context.pixels(10)).rounded())
    let iconHeight = height - face.capHeight - context.pixels(10 + 8 + 8)
    var cards: [Card] = []
    for (i, template) in templates[window].enumerated() {
      let x = (Double(area.x) + padding + Double(i) * (width + context.pixels(Self.gapPoints))).rounded()
      let y = Double(area.y) + padding
      let shape = GlassShape(
        width: width.rounded(), height: height.rounded(), radius: max(radius - padding, 3))
      let outline = shape.path(origin: Point(x, y.rounded()))
      let isAtEnd = i == 0 || i == window.count - 1
      let margin = max(context.pixels(5), isAtEnd ? panel.bevel - padding + 3 : 0)
      let title = face.line(template.title, maximum: width - 2 * margin)
      let box = Rect(
        x: x + context.pixels(10), y: y + context.pixels(8), width: width - context.pixels(20),
        height: max(iconHeight, 1))
      cards.append(
        Card(
          plate: Self.fill(outline, area, context),
          ring: Self.stroke(
            Self.inset(shape, x, y.rounded(), context), max(context.pixels(2), 1.2), area, context),
          wash: Self.fill(Self.icon(template, box), area, context),
          icon: Self.stroke(Self.icon(template, box), max(context.pixels(1.7), 1), area, context),
          title: title,
          titleX: x + (width - title.advance) / 2))
    }
    self.cards = cards
  }

  private static func fill(_ path: Path, _ area: PixelRect, _ context: ChromeContext) -> InkShape {
    InkShape(filling: path, within: area, subsampling: context.subsampling, rasterizer: context.rasterizer)
  }

  private static func stroke(
    _ path: Path, _ width: Double, _ area: PixelRect, _ context: ChromeContext
  ) -> InkShape {
    InkShape(
      stroking: path, width: width, within: area, subsampling: context.subsampling,
      rasterizer: context.rasterizer)
  }

  /// The selection ring's middle: half its width inside the card's edge.
  private static func inset(_ shape: GlassShape, _ x: Double, _ y: Double, _ context: ChromeContext) -> Path {
    let half = max(context.pixels(2), 1.2) / 2
    let place = AffineTransform.scale(
      (shape.width - 2 * half) / shape.width, (shape.height - 2 * half) / shape.height)
    return shape.path(origin: .zero).transformed(by: place.then(.translation(x + half, y + half)))
  }

  private static func icon(_ template: SilhouetteTemplate, _ box: Rect) -> Path {
    let placed = template.icon
    let bounds = placed.bounds
    guard bounds.width > 0, bounds.height > 0 else { return Path() }
    let scale = min(box.width / bounds.width, box.height / bounds.height)
    let x = box.x + (box.width - bounds.width * scale) / 2
    let y = box.y + (box.height - bounds.height * scale) / 2
    return placed.transformed(
      by: AffineTransform.translation(-bounds.x, -bounds.y).then(.scale(scale, scale)).then(
        .translation(x, y)))
  }

  /// Draws the cards' tonal plates.
  func drawPlates(_ state: ChromeState, pen: InkPen) {
    let palette = context.palette
    for i in cards.indices {
      let selected = state.selectedTemplate == window.lowerBound + i
      let opacity = selected ? palette.selectedCardOpacity : palette.cardOpacity
      pen.draw(cards[i].plate, color: palette.card, opacity: opacity)
    }
  }

  /// Draws icons, titles and the selection's ring.
  func draw(_ state: ChromeState, pen: InkPen) {
    let palette = context.palette
    for i in cards.indices {
      let selected = state.selectedTemplate == window.lowerBound + i
      let ink = selected ? palette.tint : palette.primary
      pen.draw(cards[i].wash, color: ink, opacity: selected ? 56 : 22)
      pen.draw(cards[i].icon, color: ink)
      pen.draw(cards[i].title, x: cards[i].titleX, baseline: baseline, color: palette.primary)
      if selected { pen.draw(cards[i].ring, color: palette.tint) }
    }
  }
}
