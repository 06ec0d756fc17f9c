import HUDGeometry
import PixelTypes

/// Shares the bottom region between the template shelf and the hint pill.
///
/// Wide regions show the shelf at the left and hints in the free width beside it; narrow ones show hints in place
/// of the shelf.
final class BottomRow {
  private let region: PixelRect
  private let context: ChromeContext
  private var shelf: TemplateShelf?
  private var hint: HintPill?
  private var hintReplacesShelf = false
  private var templates: [SilhouetteTemplate] = []
  private var isArranged = false
  /// The panels that always stand, for their shadows.
  private(set) var panels: [PixelRect] = []

  init(region: PixelRect, context: ChromeContext) {
    self.region = region
    self.context = context
  }

  /// Lays the row out for a state's templates; true when that changed it.
  func arrange(_ state: ChromeState) -> Bool {
    if isArranged, templates == state.templates { return false }
    isArranged = true
    templates = state.templates
    shelf = nil
    panels = []
    let margin = context.even(16)
    let inside = PixelRect(
      x: region.x + margin, y: region.y, width: region.width - 2 * margin, height: region.height)
    hint = HintPill(region: inside, context: context)
    hintReplacesShelf = true
    let height = min(context.even(104), region.height - 2 * context.even(6)) / 2 * 2
    guard !templates.isEmpty, inside.width > 0, Double(height) >= context.pixels(56) else { return true }
    let hintRoom = context.even(300)
    let isWide = inside.width >= TemplateShelf.width(count: 2, context: context) + hintRoom
    let most = isWide ? inside.width - hintRoom : inside.width
    let count = (0...templates.count).last { TemplateShelf.width(count: $0, context: context) <= most } ?? 0
    guard count > 0 else { return true }
    let width = TemplateShelf.width(count: count, context: context)
    let area = PixelRect(
      x: isWide ? inside.x : (inside.x + (inside.width - width) / 2) / 2 * 2,
      y: (region.y + (region.height - height) / 2) / 2 * 2, width: width, height: height)
    shelf = TemplateShelf(area: area, templates: Array(templates.prefix(count)), context: context)
    panels = [area]
    if isWide {
      let x = area.maxX + margin
      hint = HintPill(
        region: PixelRect(x: x, y: region.y, width: inside.maxX - x, height: region.height), context: context)
      hintReplacesShelf = false
    }
    return true
  }

  func draw(_ state: ChromeState, _ pyramid: BlurPyramid, _ nanoseconds: Int64, into canvas: PlanarPicture) {
    hint?.advance(state.hint, nanoseconds: nanoseconds)
    let isCovered = hintReplacesShelf && hint?.isVisible == true
    if let shelf, !isCovered {
      shelf.panel.prepare(pyramid, nanoseconds: nanoseconds)
      shelf.panel.paint(into: canvas)
      shelf.draw(state, pen: InkPen(canvas: canvas, clip: shelf.panel.area))
    }
    hint?.draw(state.hint, pyramid, nanoseconds, into: canvas)
  }
}
