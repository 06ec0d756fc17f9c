extension View {
  /// Asks a question in the view's place: while an alert is shown, the view keeps its space but is
  /// hidden and can't be touched. Glass can't lie on glass, and only the answer counts.
  ///
  /// - Parameters:
  ///   - title: the question, in a few words.
  ///   - isPresented: whether it is shown; its id names the alert.
  ///   - actions: buttons for the answers: two appear side by side if they fit.
  ///   - message: the consequences of the answers.
  public func alert(
    _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View,
    @ViewBuilder message: () -> some View
  ) -> ViewNode {
    let alert = Alert(title, id: isPresented.id, actions: actions().node, message: message().node)
    return ZStack {
      hidden(isPresented.value).id("content")
      if isPresented.value { alert }
    }.node
  }

  /// Asks a question without a message in the view's place: see ``alert(_:isPresented:actions:message:)``.
  public func alert(
    _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View
  ) -> ViewNode {
    alert(title, isPresented: isPresented, actions: actions) { ViewNode.empty }
  }
}

/// A question and its answers on a panel of glass, 300 points wide.
package struct Alert: View {
  private let title: String
  private let id: String
  private let picture: ViewNode
  private let actions: ViewNode
  private let message: ViewNode

  /// - Parameter picture: what the question is about, above it.
  package init(
    _ title: String, id: String, picture: ViewNode = .empty, actions: ViewNode, message: ViewNode
  ) {
    self.title = title
    self.id = id
    self.picture = picture
    self.actions = actions
    self.message = message
  }

  package var body: some View {
    EnvironmentReader { environment in
      VStack(alignment: .leading, spacing: 16) {
        picture.frame(maxWidth: .infinity)
        VStack(alignment: .leading, spacing: 6) {
          Text(title).font(.headline).lineLimit(3).id("title")
          message.font(.subheadline).lineLimit(6).id("message")
        }.padding(.horizontal, 8)
        ViewThatFits(in: [.horizontal]) {
          HStack(spacing: 8) { actions }
          VStack(spacing: 8) { actions }
        }.buttonSizing(.flexible).controlSize(.regular).id("actions")
      }
      .padding(18)
      .frame(width: min(300, environment.layout.canvas.width))
      .accessibilityLabel(title).accessibilityRole(.group)
      .glassEffect(Glass(.regular, tier: .thick), in: .rect(cornerRadius: 34))
      .elevation(.z5)
    }.id(id)
  }
}
