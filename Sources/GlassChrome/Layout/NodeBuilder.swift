/// Turns views into layout nodes: settles identities and inherited style, and rejects glass in glass.
struct NodeBuilder {
  /// Where in the tree a view stands, and what it inherits.
  struct Position {
    var path: ElementID
    var style: ViewEnvironment
    /// Whether `path` already contains the explicit identity of this chain of modifiers.
    var hasUsedID = false
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
    let root = ViewNode(.stack(.vertical, .center, spacing: nil), view.node)
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
    case .element(let element, let content): return [try build(element, content, position)]
    }
  }

  private func build(
    _ element: LayoutElement, _ content: ViewNode, _ position: Position
  ) throws(LayoutError) -> LayoutNode {
    var inner = position
    switch element {
    case .stack(let axis, _, _):
      inner.style.axis = axis
      return make(element, position, try brothers(content.elements, inner))
    case .thatFits: return make(element, position, try alternatives(content.elements, position))
    case .scroll:
      if let outer = position.scroll { throw .nestedScroll(outer: outer, inner: position.path.named) }
      inner.scroll = position.path.named
      return make(element, position, [try one(content, inner)])
    case .container:
      inner.container = position.path.named
      return make(element, position, [try one(content, inner)])
    case .text(let text):
      let node = make(element, position)
      // A text describes itself, unless something around it does.
      return position.isTold
        ? node : make(.accessibility(AccessibilityTraits(role: .text, label: text)), position, [node])
    default: return make(element, position, try brothers(content.elements, position))
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
    case .matchedGeometry(let id):
      inner.path = (position.glass ?? position.container ?? ElementID("")).appending(id)
      inner.hasUsedID = false
      return try build(content, inner)
    case .effectID(let id):
      inner.path = (position.container ?? ElementID("")).appending(id)
      inner.hasUsedID = content.explicitID != nil
      return try build(content, inner)
    case .wrap(.glass(let glass, let shape)): return try lay(glass, shape, content, position)
    case .wrap(.accessibility(let traits)): return try describe(traits, content, position)
    case .wrap(let element): return try build(content, position).map { make(element, position, [$0]) }
    case .join(let element, let other, let name):
      inner.path = position.path.appending(name)
      (inner.hasUsedID, inner.traits) = (false, nil)
      let second = try one(other, inner)
      return try build(content, position).map { make(element, position, [$0, second]) }
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
    for element in elements { nodes.append(one(try build(element, position), position)) }
    return nodes
  }

  /// A view as one node.
  private func one(_ content: ViewNode, _ position: Position) throws(LayoutError) -> LayoutNode {
    one(try brothers(content.elements, position), position)
  }

  /// A list as one node: other than one become layers.
  private func one(_ nodes: [LayoutNode], _ position: Position) -> LayoutNode {
    nodes.count == 1 ? nodes[0] : make(.layers(.center), position, nodes)
  }

  private func lay(
    _ glass: Glass, _ shape: EffectShape, _ content: ViewNode, _ position: Position
  ) throws(LayoutError) -> [LayoutNode] {
    var inner = position
    inner.path = inner.path.named
    inner.style.union = nil
    if glass.variant == .identity, position.glass != nil { return try build(content, inner) }
    if let outer = position.glass { throw .nestedGlass(outer: outer, inner: inner.path) }
    if glass.variant != .identity { inner.glass = inner.path }
    inner.style.isOnGlass = glass.variant != .identity
    let nodes = try build(content, inner)
    // Invisible glass gives way to glass inside it.
    if glass.variant == .identity, nodes.contains(where: \.holdsGlass) { return nodes }
    return [
      LayoutNode(
        .glass(glass, shape), path: inner.path, style: position.style, children: [one(nodes, inner)])
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
      if case .wrap(.accessibility) = modifier { return try build(content, inner) }
      node = next
    }
    inner.traits = nil
    inner.isTold = position.isTold || merged.role != .group
    let role: AccessibilityElement.Role =
      switch node.content {
      case .element(.text, _): .text
      case .element(.icon, _): .image
      default: .group
      }
    let nodes = try build(content, inner)
    if position.isTold || merged.isHidden { return nodes }
    var told = merged
    told.role = merged.role ?? role
    return [make(.accessibility(told), position, [one(nodes, inner)])]
  }

  private func make(
    _ element: LayoutElement, _ position: Position, _ children: [LayoutNode] = []
  ) -> LayoutNode {
    LayoutNode(
      element, path: element.name.map(position.path.appending) ?? position.path, style: position.style,
      children: children)
  }
}

extension ElementID {
  /// A screen that is one piece without a name is called "root".
  var named: ElementID { path.isEmpty ? ElementID("root") : self }
}
