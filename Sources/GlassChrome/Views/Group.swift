/// Views modified together, as siblings in whatever contains the group.
public struct Group: View {
  /// The views as a list, without a layout.
  public let body: ViewNode

  /// Groups views; modifiers of the group apply to each of them.
  public init(@ViewBuilder content: () -> some View) { body = ViewNode(.list(content().node.elements)) }
}

/// A view for each element of a sequence.
public struct ForEach: View {
  /// The views as a list, each under its element's id.
  public let body: ViewNode

  /// A view for each element, identified by `id`.
  ///
  /// - Parameters:
  ///   - elements: what to show, in order.
  ///   - id: an element's identity: unique among its neighbours and stable between layouts.
  ///   - content: makes an element's view.
  public init<Element>(
    _ elements: some Sequence<Element>, id: (Element) -> String, @ViewBuilder content: (Element) -> some View
  ) {
    body = ViewNode(.list(elements.map { ViewNode(.modified(.id(id($0)), content($0).node)) }))
  }

  /// A view for each element, identified by the description of its `id`.
  public init<Element: Identifiable>(
    _ elements: some Sequence<Element>, @ViewBuilder content: (Element) -> some View
  ) where Element.ID: CustomStringConvertible {
    self.init(elements, id: { $0.id.description }, content: content)
  }

  /// A view for each element, identified by the description of a property.
  public init<Element, ID: Hashable & CustomStringConvertible>(
    _ elements: some Sequence<Element>, id: KeyPath<Element, ID>,
    @ViewBuilder content: (Element) -> some View
  ) {
    self.init(elements, id: { $0[keyPath: id].description }, content: content)
  }

  /// A view for each number, identified by it.
  public init(_ range: Range<Int>, @ViewBuilder content: (Int) -> some View) {
    self.init(range, id: { "\($0)" }, content: content)
  }
}

/// A view that depends on its environment: type size, direction, control size, whether it is on glass.
public struct EnvironmentReader: View {
  /// The view that the content makes from the environment.
  public let body: ViewNode

  /// A view that is remade at each layout.
  ///
  /// - Parameter content: makes the view from what it inherits; must depend on nothing else that changes.
  public init(@ViewBuilder content: @escaping @Sendable (ViewEnvironment) -> ViewNode) {
    body = ViewNode(.environment(content))
  }
}

/// The first of its views whose ideal size fits the space along the axes; otherwise the last.
///
/// They share one identity, so what they have in common flows from one into the other.
public struct ViewThatFits: View {
  /// The alternatives; the layout chooses.
  public let body: ViewNode

  /// Alternatives in order of preference.
  ///
  /// - Parameters:
  ///   - axes: the axes along which a view must fit.
  ///   - content: the views, the preferred one first.
  public init(in axes: [Axis] = Axis.allCases, @ViewBuilder content: () -> some View) {
    body = ViewNode(
      .thatFits(
        horizontally: axes.contains(.horizontal), vertically: axes.contains(.vertical)), content().node)
  }
}
