extension View {
  /// Puts a panel of glass beside a view, which keeps its place.
  ///
  /// The panel stays within the canvas: it moves to the opposite edge if there is more room. A view
  /// on glass can't have one, only the glass itself; nor may the panel touch other groups of glass.
  ///
  /// - Parameters:
  ///   - isPresented: whether it is shown; its id names the panel.
  ///   - arrowEdge: the edge of the view where the panel appears.
  ///   - content: the panel's content, at most 360 points wide.
  public func popover(
    isPresented: Binding<Bool>, arrowEdge: Edge = .bottom, @ViewBuilder content: () -> some View
  ) -> ViewNode {
    guard isPresented.value else { return node }
    let panel = content().id("content").padding(16).frame(maxWidth: 360).fixedSize(
      horizontal: true, vertical: false
    )
    .accessibilityRole(.group).accessibilityLabel("Popover")
    .glassEffect(in: .rect(cornerRadius: 24)).elevation(.z5).id(isPresented.id)
    return modified(.join(.beside(arrowEdge), panel, name: "beside"))
  }
}
