import HUDGeometry
import PixelTypes

/// The bar with the cameras' states and the time.
final class TopBar {
  let panel: GlassPanel
  private let context: ChromeContext
  private var names: [String] = []
  private var slots: [Slot] = []
  private let rateUnit: TextLine
  private let dropUnit: TextLine
  private let baseline: Int
  private let inset: Double
  private let clockWidth: Double

  private struct Slot {
    var mark: StatusMark
    var name: TextLine
    var nameX: Double
    var detailX: Double
    var showsRate: Bool
    var showsDrops: Bool
  }

  init(area: PixelRect, context: ChromeContext) {
    self.context = context
    panel = context.panel(area, radius: context.pixels(28), material: .regular(context.style))
    rateUnit = context.fonts.body.line("fps")
    dropUnit = context.fonts.body.line("drops")
    baseline = area.y + Int((Double(area.height) / 2 + context.fonts.headline.capHeight / 2).rounded())
    inset = max(context.pixels(24), Double(area.height) * 0.36)
    let clock = FigureText.time(seconds: 0, withHours: true).width(in: context.fonts.headline)
    // A clock in a bar that has no room for a camera's name would be a clock alone.
    clockWidth = Double(area.width) - 2 * inset - clock > context.pixels(190) ? clock : 0
  }

  func draw(_ state: ChromeState, pen: InkPen) {
    if !matches(state.sources) { arrange(state.sources) }
    let palette = context.palette
    let fonts = context.fonts
    for i in slots.indices {
      slots[i].mark.draw(state.sources[i].status, pen: pen, palette: palette)
      pen.draw(slots[i].name, x: slots[i].nameX, baseline: baseline, color: palette.primary)
      var x = slots[i].detailX
      if slots[i].showsRate {
        let rate = FigureText.rate(state.sources[i].framesPerSecond)
        x = pen.draw(rate, face: fonts.body, x: x, baseline: baseline, color: palette.secondary)
        x += context.pixels(4)
        pen.draw(rateUnit, x: x, baseline: baseline, color: palette.secondary)
        x += rateUnit.advance + context.pixels(16)
      }
      if slots[i].showsDrops {
        let drops = FigureText.number(state.sources[i].drops)
        x = pen.draw(drops, face: fonts.body, x: x, baseline: baseline, color: palette.secondary)
        pen.draw(dropUnit, x: x + context.pixels(4), baseline: baseline, color: palette.secondary)
      }
    }
    if let second = state.secondOfDay, clockWidth > 0 {
      pen.draw(
        FigureText.time(seconds: second, withHours: true), face: fonts.headline,
        x: Double(panel.area.maxX) - inset - clockWidth, baseline: baseline, color: palette.primary)
    }
  }

  private func matches(_ sources: [ChromeState.Source]) -> Bool {
    guard sources.count == names.count else { return false }
    for i in sources.indices where sources[i].name != names[i] { return false }
    return true
  }

  /// Shares the bar out among the cameras: with rate and drops, with the rate, or names alone, cut if need be.
  private func arrange(_ sources: [ChromeState.Source]) {
    names = sources.map(\.name)
    slots = []
    guard !sources.isEmpty else { return }
    let fonts = context.fonts
    let gap = context.pixels(36)
    let dot = max(context.pixels(13), 7)
    let lead = dot + context.pixels(10)
    let room = Double(panel.area.width) - 2 * inset - (clockWidth > 0 ? clockWidth + gap : 0)
    let share = (room - gap * Double(sources.count - 1)) / Double(sources.count)
    let rateWidth = FigureText.rate(120).width(in: fonts.body) + context.pixels(4) + rateUnit.advance
    let dropWidth = FigureText.number(9999).width(in: fonts.body) + context.pixels(4) + dropUnit.advance
    let details = [
      context.pixels(14) + rateWidth + context.pixels(16) + dropWidth, context.pixels(14) + rateWidth, 0,
    ]
    let widest = names.map { fonts.headline.line($0).advance }.max() ?? 0
    let tier = details.firstIndex { lead + widest + $0 <= share } ?? (share > context.pixels(60) ? 2 : 3)
    guard tier < 3 || lead <= share + context.pixels(10) else { return }
    var x = Double(panel.area.x) + inset
    for name in names {
      let line = tier == 3 ? TextLine.empty : fonts.headline.line(name, maximum: share - lead - details[tier])
      let center = Point(x + dot / 2, Double(baseline) - fonts.headline.capHeight / 2)
      let used = lead + line.advance + (tier < 3 ? details[tier] : 0)
      slots.append(
        Slot(
          mark: StatusMark(center: center, diameter: dot, clip: panel.area, context: context), name: line,
          nameX: x + lead, detailX: x + lead + line.advance + context.pixels(14), showsRate: tier < 2,
          showsDrops: tier < 1))
      x += min(used, share) + gap
    }
  }
}
