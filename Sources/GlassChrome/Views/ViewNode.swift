/// A view lowered to the language's primitive elements: every view and modifier comes down to these.
public struct ViewNode: View {
  indirect enum Content: Sendable {
    case empty
    /// Siblings in whatever contains them.
    case list([ViewNode])
    case stack(axis: Axis, guide: StackGuide, spacing: Double?, ViewNode)
    case layers(Alignment, ViewNode)
    case flow(Alignment, spacing: Double, ViewNode)
    case spacer(minLength: Double?)
    case divider
    case text(String)
    case figures(Figures.Content)
    case icon(name: String, size: Double?)
    case plate(EffectShape, role: ColorRole?, strength: Double)
    case edge(EffectShape, role: ColorRole, lineWidth: Double)
    case path(String, lineWidth: Double)
    case picture(Thumbnail, EffectShape)
    case container(spacing: Double, ViewNode)
    case scroll(Axis, ScrollView.TargetBehavior, ViewNode)
    case thatFits(horizontally: Bool, vertically: Bool, ViewNode)
    case environment(@Sendable (ViewEnvironment) -> ViewNode)
    case modified(ViewModifier, ViewNode)
  }

  let content: Content

  init(_ content: Content) { self.content = content }

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
  case padding(EdgeInsets)
  case frame(FrameLimits)
  case fixedSize(horizontal: Bool, vertical: Bool)
  case layoutPriority(Double)
  case offset(x: Double, y: Double)
  case relativeFrame(RelativeFrame)
  case matchedGeometry(String)
  case effectID(String)
  case overlay(Alignment, ViewNode)
  case background(Alignment, ViewNode)
  case beside(Edge, ViewNode)
  case environment(@Sendable (inout ViewEnvironment) -> Void)
  case glass(Glass, EffectShape)
  case containerShape(EffectShape)
  case id(String)
  case accessibility(AccessibilityTraits)
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
}

/// A part of the available space and its position there, as fractions.
struct RelativeFrame: Sendable, Hashable {
  var width: Double?
  var height: Double?
  var x: Double
  var y: Double
}

/// The line on which a stack's views are aligned.
enum StackGuide: Sendable, Hashable {
  case leading, center, trailing, top, bottom, firstTextBaseline
}
