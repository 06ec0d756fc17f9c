import Geometry

/// Turns a placed leaf of the tree into display items.
struct ItemDrawer {
  let engine: LayoutEngine
  let environment: LayoutEnvironment

  func items(_ node: LayoutNode, _ frame: Rect, _ proposal: ProposedSize) -> [DisplayItem] {
    let style = node.style
    switch node.kind {
    case .text(let string): return lines(string, node, frame, proposal)
    case .figures(let number):
      let line = engine.text.line(number.widest, size: style.fontSize, weight: style.weight)
      let baseline = onPixel(frame.y + line.ascent)
      let lettering = Lettering(
        size: style.fontSize, weight: style.weight, origin: Point(frame.x, baseline),
        isRightToLeft: environment.direction == .rightToLeft)
      return [
        DisplayItem(
          id: node.path,
          frame: Rect(x: frame.x, y: baseline - line.ascent, width: frame.width, height: frame.height),
          .figures(number, lettering), role: style.foregroundStyle, opacity: style.opacity)
      ]
    case .icon(let name, _):
      let name = environment.direction == .leftToRight ? name : Self.mirrored(name)
      return [
        DisplayItem(
          id: node.path, frame: frame, .icon(name, style.symbolEffects), role: style.foregroundStyle,
          opacity: style.opacity)
      ]
    case .path(let path, let lineWidth):
      return [
        DisplayItem(
          id: node.path, frame: frame, .shape(path, lineWidth: lineWidth), role: style.foregroundStyle,
          opacity: style.opacity)
      ]
    case .divider:
      return [
        DisplayItem(
          id: node.path.appending("divider"), frame: frame, .plate(.rect(cornerRadius: 0)), role: nil,
          opacity: 0.2 * style.opacity)
      ]
    default: return []
    }
  }

  /// An icon that points back or onwards points the other way in right-to-left layouts.
  static func mirrored(_ name: String) -> String {
    if name.hasSuffix(".left") { return name.dropLast(5) + ".right" }
    if name.hasSuffix(".right") { return name.dropLast(6) + ".left" }
    return name
  }

  private func lines(
    _ string: String, _ node: LayoutNode, _ frame: Rect, _ proposal: ProposedSize
  ) -> [DisplayItem] {
    let style = node.style
    let layout = WrappedText(string, style, proposal, engine.text)
    return layout.lines.enumerated().filter { !$0.element.text.isEmpty }.map { i, line in
      let x = frame.x + (frame.width - line.advance) * style.textAlignment.fraction
      let baseline = onPixel(frame.y + Double(i) * layout.lineHeight + layout.ascent)
      let lettering = Lettering(
        size: style.fontSize, weight: style.weight, origin: Point(x, baseline),
        isRightToLeft: line.isRightToLeft)
      return DisplayItem(
        id: i == 0 ? node.path : ElementID("\(node.path)-\(i)"),
        frame: Rect(x: x, y: baseline - layout.ascent, width: line.advance, height: layout.lineHeight),
        .text(line.text, lettering), role: style.foregroundStyle, opacity: style.opacity)
    }
  }

  private func onPixel(_ y: Double) -> Double { (y * environment.scale).rounded() / environment.scale }
}
