import Geometry

/// Turns a placed leaf of the tree into display items.
struct ItemDrawer {
  let engine: LayoutEngine
  let environment: LayoutEnvironment

  func items(_ node: LayoutNode, _ frame: Rect, _ proposal: ProposedSize) -> [DisplayItem] {
    let style = node.style
    switch node.kind {
    case .text(let string): return lines(string, node, frame, proposal)
    case .figures(let content):
      let line = engine.text.line(content.widest, size: style.fontSize, weight: style.weight)
      let baseline = onPixel(frame.y + line.ascent)
      return [
        .figures(
          FiguresItem(
            id: node.path, slot: content.slot, format: content.format, digits: content.digits,
            size: style.fontSize, weight: style.weight, origin: Point(frame.x, baseline),
            isAtRight: environment.direction == .rightToLeft,
            frame: Rect(x: frame.x, y: baseline - line.ascent, width: frame.width, height: frame.height),
            role: style.foregroundStyle, opacity: style.opacity))
      ]
    case .icon(let name, _):
      let name = environment.direction == .leftToRight ? name : Self.mirrored(name)
      return [
        .icon(
          id: node.path, name: name, frame: frame, role: style.foregroundStyle, opacity: style.opacity,
          effects: style.symbolEffects)
      ]
    case .path(let path, let lineWidth):
      return [
        .shape(
          id: node.path, path: path, frame: frame, lineWidth: lineWidth, role: style.foregroundStyle,
          opacity: style.opacity)
      ]
    case .divider:
      return [
        .plate(
          id: node.path.appending("divider"), frame: frame, form: .rect(cornerRadius: 0), role: nil,
          strength: 0.2 * style.opacity)
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
      return .text(
        TextItem(
          id: i == 0 ? node.path : ElementID("\(node.path)-\(i)"), text: line.text, size: style.fontSize,
          weight: style.weight, origin: Point(x, baseline),
          frame: Rect(
            x: x, y: baseline - layout.ascent, width: line.advance, height: layout.lineHeight),
          role: style.foregroundStyle, opacity: style.opacity,
          isRightToLeft: line.isRightToLeft))
    }
  }

  private func onPixel(_ y: Double) -> Double { (y * environment.scale).rounded() / environment.scale }
}
