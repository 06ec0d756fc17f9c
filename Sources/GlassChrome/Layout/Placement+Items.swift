import Geometry

extension Placement {
  /// Turns a placed leaf of the tree into display items.
  func items(
    _ node: LayoutNode, _ frame: Rect, _ proposal: ProposedSize, _ around: Surroundings
  ) -> [DisplayItem] {
    let style = node.style
    // What most leaves share; its ink is each leaf's own.
    var item = DisplayItem(
      id: node.path, frame: frame, .plate(.capsule), role: style.foregroundStyle, opacity: style.opacity)
    item.clip = around.clip
    switch node.kind {
    case .text(let string): return lines(string, style, item, proposal)
    case .figures(let number):
      let line = engine.text.line(number.widest, size: style.fontSize, weight: style.weight)
      let baseline = onPixel(frame.y + line.ascent)
      item.frame.y = baseline - line.ascent
      item.ink = .figures(
        number,
        Lettering(
          size: style.fontSize, weight: style.weight, origin: Point(frame.x, baseline),
          isRightToLeft: environment.direction == .rightToLeft))
    case .icon(let name, _):
      let name = environment.direction == .leftToRight ? name : Self.mirrored(name)
      item.ink = .icon(name, style.symbolEffects)
    case .path(let path, let lineWidth): item.ink = .shape(path, lineWidth: lineWidth)
    case .divider:
      item.id = node.path.appending("divider")
      (item.ink, item.role, item.opacity) = (.plate(.rect(cornerRadius: 0)), nil, 0.2 * style.opacity)
    case .plate(let shape, let role, let strength):
      item.ink = .plate(resolve(shape, frame, around), tint: role == .tint ? style.tint : nil)
      (item.role, item.opacity) = (role, strength * style.opacity)
    case .picture(let thumbnail, let shape): item.ink = .picture(thumbnail, resolve(shape, frame, around))
    case .edge(let shape, let role, let lineWidth):
      item.ink = .edge(resolve(shape, frame, around), lineWidth: lineWidth)
      item.role = role
    default: return []
    }
    return [item]
  }

  /// An icon that points back or onwards points the other way in right-to-left layouts.
  static func mirrored(_ name: String) -> String {
    if name.hasSuffix(".left") { return name.dropLast(5) + ".right" }
    if name.hasSuffix(".right") { return name.dropLast(6) + ".left" }
    return name
  }

  /// The lines of a text whose frame, colour and window are those of `whole`.
  private func lines(
    _ string: String, _ style: ViewEnvironment, _ whole: DisplayItem, _ proposal: ProposedSize
  ) -> [DisplayItem] {
    let layout = WrappedText(string, style, proposal, engine.text)
    return layout.lines.enumerated().filter { !$0.element.text.isEmpty }.map { i, line in
      let x = whole.frame.x + (whole.frame.width - line.advance) * style.textAlignment.fraction
      let baseline = onPixel(whole.frame.y + Double(i) * layout.lineHeight + layout.ascent)
      var item = whole
      if i > 0 { item.id = ElementID("\(whole.id)-\(i)") }
      item.frame = Rect(x: x, y: baseline - layout.ascent, width: line.advance, height: layout.lineHeight)
      item.ink = .text(
        line.text,
        Lettering(
          size: style.fontSize, weight: style.weight, origin: Point(x, baseline),
          isRightToLeft: line.isRightToLeft))
      return item
    }
  }

  private func onPixel(_ y: Double) -> Double { (y * environment.scale).rounded() / environment.scale }
}
