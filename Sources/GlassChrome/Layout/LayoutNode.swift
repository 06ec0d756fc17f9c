/// An element of a screen between its description and its place.
///
/// Its identity and inherited style are settled; its size is remembered for each proposal.
final class LayoutNode {
  let kind: LayoutElement
  let path: ElementID
  let style: ViewEnvironment
  let children: [LayoutNode]
  var priority: Double
  var sizes: [ProposedSize: Dimensions] = [:]

  init(_ kind: LayoutElement, path: ElementID, style: ViewEnvironment, children: [LayoutNode] = []) {
    self.kind = kind
    self.path = path
    self.style = style
    self.children = children
    // Wrapping a view doesn't change its priority.
    priority = children.count == 1 ? children[0].priority : 0
    if case .spacer = kind { priority = -.infinity }
    if case .stack = kind { priority = 0 }
  }

  /// Whether it is or contains glass.
  var holdsGlass: Bool {
    if case .glass = kind { return true }
    return children.contains(where: \.holdsGlass)
  }

  var isSpacer: Bool {
    if case .spacer = kind { return true }
    return false
  }
}
