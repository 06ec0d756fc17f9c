/// A button by its importance on the screen.
public struct ChromeButton: View {
  /// How important a button is, or what it does.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The screen's one main action: prominent.
    case primary
    /// Glass, or a plate on glass.
    case secondary
    /// Its words alone on glass; thin glass if there is none beneath.
    case tertiary
    /// As `secondary`, in the colour of what can't be undone.
    case destructive
  }

  /// The name in events: last part of its ``ElementID``.
  public var action: String
  /// The words on it, and its accessibility label.
  public var title: String
  /// Name of the icon before the title; `nil` shows none.
  public var icon: String?
  /// How important it is, which sets its style.
  public var kind: Kind

  /// A button with a title; see the properties.
  public init(_ action: String, title: String, icon: String? = nil, kind: Kind = .secondary) {
    self.action = action
    self.title = title
    self.icon = icon
    self.kind = kind
  }

  /// A button in the style of its kind.
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
