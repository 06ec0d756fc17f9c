/// A view lowered to the language's primitive elements: every view and modifier comes down to these.
public struct ViewNode: View {
  indirect enum Content: Sendable {
    case empty
    /// Siblings in whatever contains them.
    case list([ViewNode])
    /// One element, with the views in it.
    case element(LayoutElement, ViewNode)
    case environment(@Sendable (ViewEnvironment) -> ViewNode)
    case modified(ViewModifier, ViewNode)
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  init(_ element: LayoutElement, _ content: ViewNode = .empty) { self.content = .element(element, content) }

  /// The node itself: it is primitive.
  public var body: ViewNode { self }
  /// The node itself.
  public var node: ViewNode { self }

  package static let empty = ViewNode(.empty)

  /// Siblings in whatever contains them.
  package static func list(_ nodes: [ViewNode]) -> ViewNode { ViewNode(.list(nodes)) }

  /// The outermost explicit id in a chain of modifiers.
  var explicitID: String? {
    var node = self
    while case .modified(let modifier, let inner) = node.content {
      if case .id(let id) = modifier { return id }
      node = inner
    }
    return nil
  }

  /// The views of a list, one level deep; anything else alone.
  var elements: [ViewNode] {
    if case .list(let nodes) = content { return nodes }
    return [self]
  }
}

/// What a modifier does to the view it wraps.
enum ViewModifier: Sendable {
  /// Puts it into an element.
  case wrap(LayoutElement)
  /// Puts it into an element together with a second view, whose identity ends in a name.
  case join(LayoutElement, ViewNode, name: String)
  case layoutPriority(Double)
  case matchedGeometry(String)
  case effectID(String)
  case environment(@Sendable (inout ViewEnvironment) -> Void)
  case id(String)
}

/// An element of a screen, apart from the elements in it.
enum LayoutElement: Sendable {
  /// Aligned across the axis.
  case stack(Axis, Alignment, spacing: Double?)
  case layers(Alignment)
  case flow(Alignment, spacing: Double)
  case spacer(minLength: Double)
  /// A hairline across the enclosing stack.
  case divider
  case text(String)
  case figures(LiveNumber)
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
  case accessibility(AccessibilityTraits)

  /// The end of its identity, for ink; `nil` for an element that has its view's.
  var name: String? {
    switch self {
    case .text: "text"
    case .figures: "figures"
    case .icon: "icon"
    case .plate: "plate"
    case .edge: "edge"
    case .path: "shape"
    case .picture: "picture"
    default: nil
    }
  }
}

/// How far a frame may stretch, in points; `nil` leaves a side to the content.
struct FrameLimits: Sendable, Hashable {
  var minWidth: Double?
  var idealWidth: Double?
  var maxWidth: Double?
  var minHeight: Double?
  var idealHeight: Double?
  var maxHeight: Double?
  var alignment: Alignment
  /// Whether it takes what its content takes, not all that its limits allow.
  var hugs = false
}

/// A part of the available space and its position there, as fractions.
struct RelativeFrame: Sendable, Hashable {
  var width: Double?
  var height: Double?
  var x: Double
  var y: Double
}
