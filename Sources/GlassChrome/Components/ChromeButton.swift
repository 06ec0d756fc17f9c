/// A button by its weight on the screen.
public struct ChromeButton: View {
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The one action: prominent.
    case primary
    /// Glass, or a plate on glass.
    case secondary
    /// Its words alone on glass; thin glass where there is none.
    case tertiary
    case destructive
  }

  public var action: String
  public var title: String
  public var icon: String?
  public var kind: Kind

  public init(_ action: String, title: String, icon: String? = nil, kind: Kind = .secondary) {
    self.action = action
    self.title = title
    self.icon = icon
    self.kind = kind
  }

  public var body: some View {
    EnvironmentReader { environment in
      let style: ButtonStyle =
        switch kind {
        case .primary: .glassProminent
        case .secondary, .destructive: .automatic
        case .tertiary: .plain
        }
      let button = Button(action, title: title, icon: icon, role: kind == .destructive ? .destructive : nil)
        .buttonStyle(style)
      if kind == .tertiary, !environment.isOnGlass {
        button.padding(.horizontal, environment.controlSize.padding(environment.layout.typeSize))
          .glassEffect(Glass(.regular, isInteractive: environment.isEnabled, tier: .ultraThin))
          .id(action + "-plate")
      } else {
        button
      }
    }
  }
}
