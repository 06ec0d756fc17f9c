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
  /// Index of the shelf's first card among the templates.
  private var firstCard = 0
  private var isArranged = false

  init(region: PixelRect, context: ChromeContext) {
    self.region = region
    self.context = context
  }

  /// Moves on to a state and time; true when panels came, went or moved.
  func arrange(_ state: ChromeState, nanoseconds: Int64) -> Bool {
    let isNew = !isArranged || templates != state.templates || !shows(state.selectedTemplate)
    if isNew {
      lay(state.templates, selected: state.selectedTemplate)
      hint?.prepare(state.possibleHints)
    }
    let hintMoved = hint?.advance(state.hint, nanoseconds: nanoseconds) ?? false
    return isNew || hintMoved
  }

  /// Whether a template's card is on the shelf, as far as there is a shelf and such a template.
  private func shows(_ template: Int?) -> Bool {
    guard let shelf, let template, templates.indices.contains(template) else { return true }
    return shelf.window.contains(template)
  }

  private func lay(_ templates: [SilhouetteTemplate], selected: Int?) {
    if self.templates != templates { firstCard = 0 }
    isArranged = true
    self.templates = templates
    shelf = nil
    let margin = context.even(16)
    let inside = PixelRect(
      x: region.x + margin, y: region.y, width: region.width - 2 * margin, height: region.height)
    hint = HintPill(region: inside, context: context)
    hintReplacesShelf = true
    let height = min(context.even(104), region.height - 2 * context.even(6)) / 2 * 2
    guard !templates.isEmpty, inside.width > 0, Double(height) >= context.pixels(56) else { return }
    let hintRoom = context.even(300)
    let isWide = inside.width >= TemplateShelf.width(count: 2, context: context) + hintRoom
    let most = isWide ? inside.width - hintRoom : inside.width
    let count = (0...templates.count).last { TemplateShelf.width(count: $0, context: context) <= most } ?? 0
    guard count > 0 else { return }
    let width = TemplateShelf.width(count: count, context: context)
    let area = PixelRect(
      x: isWide ? inside.x : (inside.x + (inside.width - width) / 2) / 2 * 2,
      y: (region.y + (region.height - height) / 2) / 2 * 2, width: width, height: height)
    // Scrolled just so far that the card in use is on it.
    if let selected, templates.indices.contains(selected) {
      firstCard = max(min(firstCard, selected), selected - count + 1)
    }
    firstCard = max(0, min(firstCard, templates.count - count))
    shelf = TemplateShelf(
      area: area, templates: templates, window: firstCard..<firstCard + count, context: context)
    if isWide {
      let x = area.maxX + margin
      hint = HintPill(
        region: PixelRect(x: x, y: region.y, width: inside.maxX - x, height: region.height), context: context)
      hintReplacesShelf = false
    }
  }

  /// The shelf, unless a hint stands in its place.
  var visibleShelf: TemplateShelf? { hintReplacesShelf && hint?.isVisible == true ? nil : shelf }

  var visibleHint: HintPill? { hint?.isVisible == true ? hint : nil }

  /// The panels that cast shadows at present.
  var panels: [PixelRect] {
    var areas: [PixelRect] = []
    if let shelf = visibleShelf { areas.append(shelf.panel.area) }
    if let panel = visibleHint?.panel { areas.append(panel.area) }
    return areas
  }
}
