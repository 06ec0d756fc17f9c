/// Views that are modified together and stand as brothers in whatever holds them.
public struct Group: View {
  public let body: ViewNode

  public init(@ViewBuilder content: () -> some View) { body = ViewNode(.list(content().node.elements)) }
}

/// A view for each element of a collection.
public struct ForEach: View {
  public let body: ViewNode

  /// - Parameter id: who an element is, unlike its neighbours and the same from layout to layout.
  public init<Element>(
    _ elements: some Sequence<Element>, id: (Element) -> String, @ViewBuilder content: (Element) -> some View
  ) {
    body = ViewNode(.list(elements.map { ViewNode(.modified(.id(id($0)), content($0).node)) }))
  }

  public init<Element: Identifiable>(
    _ elements: some Sequence<Element>, @ViewBuilder content: (Element) -> some View
  ) where Element.ID: CustomStringConvertible {
    self.init(elements, id: { $0.id.description }, content: content)
  }

  /// For numbers that are their own identity.
  public init(_ range: Range<Int>, @ViewBuilder content: (Int) -> some View) {
    self.init(range, id: { "\($0)" }, content: content)
  }
}

/// A view that depends on where it stands: size of type, direction, control size, whether it lies on glass.
public struct EnvironmentReader: View {
  public let body: ViewNode

  public init(@ViewBuilder content: @escaping @Sendable (ViewEnvironment) -> ViewNode) {
    body = ViewNode(.environment(content))
  }
}

/// The first of its views that fits into the room along the axes, at its ideal size; else the last.
///
/// All of them have one identity, so that what they share flows from one into the other.
public struct ViewThatFits: View {
  public let body: ViewNode

  public init(in axes: [Axis] = Axis.allCases, @ViewBuilder content: () -> some View) {
    body = ViewNode(
      .thatFits(
        horizontally: axes.contains(.horizontal), vertically: axes.contains(.vertical), content().node))
  }
}
