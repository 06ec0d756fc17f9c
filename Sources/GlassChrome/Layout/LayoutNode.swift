/// An element of a screen between its description and its place.
///
/// Its identity and inherited style are settled; its size is remembered for each proposal.
final class LayoutNode {
  enum Kind {
    case stack(axis: Axis, guide: StackGuide, spacing: Double?)
    case layers(Alignment)
    case flow(Alignment, spacing: Double)
    case spacer(minLength: Double)
    /// A hairline across a stack that runs along the axis.
    case divider(Axis)
    case text(String)
    case figures(Figures.Content)
    case icon(name: String, size: Double?)
    case plate(EffectShape, role: ColorRole?, strength: Double)
    case edge(EffectShape, role: ColorRole, lineWidth: Double)
    case path(String, lineWidth: Double)
    case picture(Thumbnail, EffectShape)
    case padding(EdgeInsets)
    case frame(FrameLimits)
    case fixedSize(horizontal: Bool, vertical: Bool)
    case offset(x: Double, y: Double)
    case relativeFrame(RelativeFrame)
    /// The first child sets the size; the second is laid over or behind it.
    case overlay(Alignment)
    case background(Alignment)
    /// The second child stands beside the first, without taking room.
    case beside(Edge)
    case glass(Glass, EffectShape)
    case containerShape(EffectShape)
    case container(spacing: Double)
    case scroll(Axis, ScrollView.TargetBehavior)
    case thatFits(horizontally: Bool, vertically: Bool)
    case accessibility(AccessibilityTraits, role: AccessibilityElement.Role)
  }

  let kind: Kind
  let path: ElementID
  let style: ViewEnvironment
  let children: [LayoutNode]
  var priority: Double
  var sizes: [ProposedSize: Dimensions] = [:]

  init(_ kind: Kind, path: ElementID, style: ViewEnvironment, children: [LayoutNode] = []) {
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
