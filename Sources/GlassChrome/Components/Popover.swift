extension View {
  /// Puts a panel of glass beside a view, which keeps its place; an arrow points from the panel to the view.
  ///
  /// The panel stays within the canvas: it moves to the opposite edge if there is more room. A view
  /// on glass can't have one, only the glass itself; nor may the panel touch other groups of glass.
  ///
  /// - Parameters:
  ///   - isPresented: whether it is shown; its id names the panel.
  ///   - arrowEdge: the edge of the view where the panel appears.
  ///   - title: what it is, for people who can't see it.
  ///   - content: the panel's content, at most 360 points wide.
  public func popover(
    isPresented: Binding<Bool>, arrowEdge: Edge = .bottom, title: String = "Popover",
    @ViewBuilder content: () -> some View
  ) -> ViewNode {
    popover(isPresented: isPresented, arrowEdge: arrowEdge, title: title, padding: 16, content: content)
  }

  /// The same with another distance between the content and the panel's edges, or another width at most.
  package func popover(
    isPresented: Binding<Bool>, arrowEdge: Edge, title: String, padding: Double, maxWidth: Double = 360,
    @ViewBuilder content: () -> some View
  ) -> ViewNode {
    guard isPresented.value else { return node }
    let inner = content().id("content").padding(padding)
    // A wide one ends where its room ends.
    let panel =
      (maxWidth > 360
      ? inner.limit(width: maxWidth)
      : inner.frame(maxWidth: maxWidth).fixedSize(horizontal: true, vertical: false))
      .accessibilityRole(.group).accessibilityLabel(title)
      .glassEffect(in: .rect(cornerRadius: 24)).elevation(.z5).id(isPresented.id)
    return modified(.join(.beside(arrowEdge), panel, name: "beside"))
  }
}
