/// Turns views into layout nodes: settles identities and inherited style, and rejects glass in glass.
struct NodeBuilder {
  /// Where in the tree a view stands, and what it inherits.
  struct Position {
    var path: ElementID
    var style: ViewEnvironment
    /// Whether `path` already contains the explicit identity of this chain of modifiers.
    var hasUsedID = false
    /// Axis of the enclosing stack.
    var axis = Axis.vertical
    /// The glass beneath.
    var glass: ElementID?
    /// The enclosing scroll view.
    var scroll: ElementID?
    /// The enclosing container, which scopes its glass's identities.
    var container: ElementID?
    /// Traits set further out, for the innermost accessibility description of this chain.
    var traits: AccessibilityTraits?
    var isTold = false
  }

  static func build(_ view: some View, style: ViewEnvironment) throws(LayoutError) -> LayoutNode {
    let root = ViewNode(.stack(axis: .vertical, guide: .center, spacing: nil, view.node))
    let builder = NodeBuilder()
    let elements = view.node.elements
    if elements.count == 1 {
      var position = Position(path: ElementID(""), style: style)
      if let id = view.node.explicitID { (position.path, position.hasUsedID) = (ElementID(id), true) }
      let nodes = try builder.build(view.node, position)
      if nodes.count == 1 { return nodes[0] }
    }
    return try builder.build(root, Position(path: ElementID(""), style: style))[0]
  }

  /// The nodes of a view: one, or one per element of a list.
  private func build(_ node: ViewNode, _ position: Position) throws(LayoutError) -> [LayoutNode] {
    switch node.content {
    case .empty: return []
    case .list(let elements): return try brothers(elements, position)
    case .environment(let content): return try build(content(position.style), position)
    case .modified(let modifier, let inner): return try build(modifier, inner, position)
    case .stack(let axis, let guide, let spacing, let content):
      var inner = position
      inner.axis = axis
      return [
        make(
          .stack(axis: axis, guide: guide, spacing: spacing), position,
          try brothers(content.elements, inner))
      ]
    case .layers(let alignment, let content):
      return [make(.layers(alignment), position, try brothers(content.elements, position))]
    case .flow(let alignment, let spacing, let content):
      return [
        make(.flow(alignment, spacing: spacing), position, try brothers(content.elements, position))
      ]
    case .thatFits(let horizontally, let vertically, let content):
      return [
        make(
          .thatFits(horizontally: horizontally, vertically: vertically), position,
          try alternatives(content.elements, position))
      ]
    case .scroll(let axis, let behavior, let content):
      if let outer = position.scroll { throw .nestedScroll(outer: outer, inner: named(position.path)) }
      var inner = position
      inner.scroll = named(position.path)
      return [make(.scroll(axis, behavior), position, [try one(content, inner)])]
    case .container(let spacing, let content):
      var inner = position
      inner.container = named(position.path)
      return [make(.container(spacing: spacing), position, [try one(content, inner)])]
    case .spacer(let minLength): return [make(.spacer(minLength: minLength ?? 8), position)]
    case .divider: return [make(.divider(position.axis), position)]
    case .text(let text): return [told(make(.text(text), position, leaf: "text"), .text, text, position)]
    case .figures(let content): return [make(.figures(content), position, leaf: "figures")]
    case .icon(let name, let size):
      return [make(.icon(name: name, size: size), position, leaf: "icon")]
    case .plate(let shape, let role, let strength):
      return [make(.plate(shape, role: role, strength: strength), position, leaf: "plate")]
    case .picture(let thumbnail, let shape):
      return [make(.picture(thumbnail, shape), position, leaf: "picture")]
    case .edge(let shape, let role, let lineWidth):
      return [make(.edge(shape, role: role, lineWidth: lineWidth), position, leaf: "edge")]
    case .path(let path, let lineWidth):
      return [make(.path(path, lineWidth: lineWidth), position, leaf: "shape")]
    }
  }

  private func build(
    _ modifier: ViewModifier, _ content: ViewNode, _ position: Position
  ) throws(LayoutError) -> [LayoutNode] {
    var inner = position
    switch modifier {
    case .environment(let change):
      change(&inner.style)
      return try build(content, inner)
    case .id(let id):
      if inner.hasUsedID {
        inner.hasUsedID = false
      } else if inner.path.path != id, !inner.path.path.hasSuffix("/" + id) {
        // A loop's element often sets the same identity as the loop: once is enough.
        inner.path = inner.path.appending(id)
      }
      return try build(content, inner)
    case .layoutPriority(let priority):
      let nodes = try build(content, inner)
      for node in nodes { node.priority = priority }
      return nodes
    case .padding(let insets): return try wrap(.padding(insets), content, position)
    case .frame(let limits): return try wrap(.frame(limits), content, position)
    case .fixedSize(let horizontal, let vertical):
      return try wrap(.fixedSize(horizontal: horizontal, vertical: vertical), content, position)
    case .offset(let x, let y): return try wrap(.offset(x: x, y: y), content, position)
    case .relativeFrame(let frame): return try wrap(.relativeFrame(frame), content, position)
    case .matchedGeometry(let id):
      inner.path = (position.glass ?? position.container ?? ElementID("")).appending(id)
      inner.hasUsedID = false
      return try build(content, inner)
    case .effectID(let id):
      inner.path = (position.container ?? ElementID("")).appending(id)
      inner.hasUsedID = content.explicitID != nil
      return try build(content, inner)
    case .containerShape(let shape): return try wrap(.containerShape(shape), content, position)
    case .overlay(let alignment, let other):
      return try lay(.overlay(alignment), other, "overlay", content, position)
    case .background(let alignment, let other):
      return try lay(.background(alignment), other, "background", content, position)
    case .beside(let edge, let other):
      return try lay(.beside(edge), other, "beside", content, position)
    case .glass(let glass, let shape): return try lay(glass, shape, content, position)
    case .accessibility(let traits): return try describe(traits, content, position)
    }
  }

  /// Views of a list, each with its identity there.
  private func brothers(_ elements: [ViewNode], _ position: Position) throws(LayoutError) -> [LayoutNode] {
    var nodes: [LayoutNode] = []
    for (i, element) in elements.enumerated() {
      var inner = position
      let id = element.explicitID
      inner.path = position.path.appending(id ?? "\(i)")
      inner.hasUsedID = id != nil
      inner.traits = nil
      nodes += try build(element, inner)
    }
    return nodes
  }

  /// Alternative views, all with the place's identity, so that one can take over from another.
  private func alternatives(_ elements: [ViewNode], _ position: Position) throws(LayoutError) -> [LayoutNode]
  {
    var nodes: [LayoutNode] = []
    for element in elements {
      let built = try build(element, position)
      nodes.append(built.count == 1 ? built[0] : make(.layers(.center), position, built))
    }
    return nodes
  }

  /// A view as one node; a list becomes layers.
  private func one(_ content: ViewNode, _ position: Position) throws(LayoutError) -> LayoutNode {
    let nodes = try brothers(content.elements, position)
    return nodes.count == 1 ? nodes[0] : make(.layers(.center), position, nodes)
  }

  private func wrap(
    _ kind: LayoutNode.Kind, _ content: ViewNode, _ position: Position
  ) throws(LayoutError) -> [LayoutNode] {
    let nodes = try build(content, position)
    return nodes.map { make(kind, position, [$0]) }
  }

  private func lay(
    _ kind: LayoutNode.Kind, _ other: ViewNode, _ name: String, _ content: ViewNode, _ position: Position
  ) throws(LayoutError) -> [LayoutNode] {
    var outer = position
    outer.path = position.path.appending(name)
    (outer.hasUsedID, outer.traits) = (false, nil)
    let over = try one(other, outer)
    let nodes = try build(content, position)
    return nodes.map { make(kind, position, [$0, over]) }
  }

  private func lay(
    _ glass: Glass, _ shape: EffectShape, _ content: ViewNode, _ position: Position
  ) throws(LayoutError) -> [LayoutNode] {
    var inner = position
    inner.path = named(inner.path)
    inner.style.union = nil
    if glass.variant == .identity, position.glass != nil { return try build(content, inner) }
    if let outer = position.glass { throw .nestedGlass(outer: outer, inner: inner.path) }
    if glass.variant != .identity { inner.glass = inner.path }
    inner.style.isOnGlass = glass.variant != .identity
    let nodes = try build(content, inner)
    // Invisible glass gives way to glass inside it.
    if glass.variant == .identity, nodes.contains(where: \.holdsGlass) { return nodes }
    let child = nodes.count == 1 ? nodes[0] : make(.layers(.center), inner, nodes)
    return [
      LayoutNode(.glass(glass, shape), path: inner.path, style: position.style, children: [child])
    ]
  }

  private func describe(
    _ traits: AccessibilityTraits, _ content: ViewNode, _ position: Position
  ) throws(LayoutError) -> [LayoutNode] {
    var inner = position
    let merged = position.traits.map { traits.overridden(by: $0) } ?? traits
    inner.traits = merged
    var node = content
    while case .modified(let modifier, let next) = node.content {
      if case .accessibility = modifier { return try build(content, inner) }
      node = next
    }
    inner.traits = nil
    inner.isTold = position.isTold || merged.role != .group
    let role: AccessibilityElement.Role =
      switch node.content {
      case .text: .text
      case .icon: .image
      default: .group
      }
    let nodes = try build(content, inner)
    if position.isTold || merged.isHidden { return nodes }
    let child = nodes.count == 1 ? nodes[0] : make(.layers(.center), inner, nodes)
    return [make(.accessibility(merged, role: merged.role ?? role), position, [child])]
  }

  /// A text describes itself, unless something around it does.
  private func told(
    _ node: LayoutNode, _ role: AccessibilityElement.Role, _ label: String, _ position: Position
  ) -> LayoutNode {
    if position.isTold { return node }
    return make(.accessibility(AccessibilityTraits(label: label), role: role), position, [node])
  }

  private func make(
    _ kind: LayoutNode.Kind, _ position: Position, _ children: [LayoutNode] = [], leaf: String? = nil
  ) -> LayoutNode {
    LayoutNode(
      kind, path: leaf.map { position.path.appending($0) } ?? position.path, style: position.style,
      children: children)
  }

  /// A screen that is one piece without a name is called "root".
  private func named(_ path: ElementID) -> ElementID { path.path.isEmpty ? ElementID("root") : path }
}
