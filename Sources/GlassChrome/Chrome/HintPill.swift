import PixelTypes

/// One hint at a time, on a capsule of its own that comes and goes within 120 ms.
///
/// The plate fades; the words stand only on a whole plate, so that they can be read in every frame they are in.
final class HintPill {
  static let fadeNanoseconds: Int64 = 120_000_000

  private let context: ChromeContext
  /// Where the pill may lie.
  private let region: PixelRect
  private var text: String?
  private var line: TextLine = .empty
  private(set) var panel: GlassPanel?
  private var presence = 0.0
  private var last: Int64?

  init(region: PixelRect, context: ChromeContext) {
    self.region = region
    self.context = context
  }

  /// True while any of the pill is to be seen.
  var isVisible: Bool { presence > 0 && panel != nil }

  /// Moves on to a frame's time; true when another pill stands there now, or none any more.
  func advance(_ hint: String?, nanoseconds: Int64) -> Bool {
    let before = panel?.area
    let elapsed = last.map { max(0, nanoseconds - $0) } ?? Self.fadeNanoseconds
    last = nanoseconds
    if let hint, !hint.isEmpty {
      if hint != text { show(hint) }
      presence = min(1, presence + Double(elapsed) / Double(Self.fadeNanoseconds))
    } else {
      presence = max(0, presence - Double(elapsed) / Double(Self.fadeNanoseconds))
      if presence == 0, text != nil { (text, panel) = (nil, nil) }
    }
    return panel?.area != before
  }

  /// How much of the plate is there, 0...256, eased out.
  var opacity: Int { Int((presence * (2 - presence) * 256).rounded()) }

  func draw(_ hint: String?, pen: InkPen) {
    guard presence == 1, hint != nil, let area = panel?.area else { return }
    let baseline = area.y + Int((Double(area.height) / 2 + context.fonts.callout.capHeight / 2).rounded())
    pen.draw(
      line, x: Double(area.x) + (Double(area.width) - line.advance) / 2, baseline: baseline,
      color: context.palette.primary)
  }

  // Each hint is laid out once: there are few, and they come again.
  private var known: [String: (line: TextLine, panel: GlassPanel?)] = [:]

  /// Lays hints out before they are needed.
  func prepare(_ hints: [String]) {
    for hint in hints where !hint.isEmpty && known[hint] == nil {
      layOut(hint)
      known[hint] = (line, panel)
    }
    (line, panel) = (.empty, nil)
  }

  private func show(_ hint: String) {
    text = hint
    if let known = known[hint] {
      (line, panel) = known
      panel?.reset()
      return
    }
    layOut(hint)
    known[hint] = (line, panel)
  }

  private func layOut(_ hint: String) {
    let height = min(context.even(48), region.height / 2 * 2)
    let padding = Double(height) * 0.5
    line = context.fonts.callout.line(hint, maximum: Double(region.width) - 2 * padding)
    guard line.advance > 0, height >= 10 else {
      panel = nil
      return
    }
    let width = min(Int((line.advance + 2 * padding) / 2) * 2, region.width / 2 * 2)
    let area = PixelRect(
      x: (region.x + (region.width - width) / 2) / 2 * 2,
      y: (region.y + (region.height - height) / 2) / 2 * 2,
      width: width, height: height)
    panel = context.panel(area, radius: Double(height) / 2, material: .regular(context.style))
  }
}
