/// A button whose glass grows into a list of actions.
///
/// While open it is the list, so its owner's layout determines which way it grows; in a ``GlassEffectContainer`` the two
/// are one piece of glass. On other glass the list is below the button, on the same glass.
public struct Menu: View {
  /// Its name, for people who can't see the icon.
  public var title: String
  /// Name of the closed button's icon; `nil` shows the title.
  var icon: String?
  /// Whether the list is shown; the binding's id names the button in events.
  var isOpen: Binding<Bool>
  private let content: ViewNode

  /// A menu, open or closed.
  ///
  /// - Parameters:
  ///   - title: its name.
  ///   - icon: the closed button's icon; `nil` shows the title.
  ///   - isOpen: whether the list is shown, and the name in events.
  ///   - content: buttons, which become rows, and dividers.
  public init(
    _ title: String, icon: String? = nil, isOpen: Binding<Bool>, @ViewBuilder content: () -> some View
  ) {
    self.title = title
    self.icon = icon
    self.isOpen = isOpen
    self.content = content().node
  }

  /// The button, or the list.
  public var body: some View {
    EnvironmentReader { environment in
      if environment.isOnGlass {
        VStack(alignment: .leading, spacing: 4) {
          button
          if isOpen.value { MenuList { content }.frame(maxWidth: 260) }
        }
      } else if isOpen.value {
        MenuList { content }.padding(8).frame(idealWidth: 250, maxWidth: 320)
          .fixedSize(horizontal: true, vertical: true)
          .accessibilityLabel(title).accessibilityRole(.group)
          .glassEffect(.regular.interactive(environment.isEnabled), in: .rect(cornerRadius: 28))
          .elevation(.z4).glassEffectTransition(.matchedGeometry).glassEffectID(isOpen.id)
      } else {
        button.glassEffectTransition(.matchedGeometry).glassEffectID(isOpen.id)
      }
    }
  }

  private var button: ViewNode {
    let state = isOpen.value ? "open" : "closed"
    if let icon {
      return Button(isOpen.id, in: .circle, accessibilityLabel: title) { Icon(icon) }
        .accessibilityValue(state)
    }
    return Button(isOpen.id, accessibilityLabel: title) {
      HStack(spacing: 6) {
        Text(title).lineLimit(1)
        Icon(isOpen.value ? "chevron.up" : "chevron.down", size: 14)
      }
    }.accessibilityValue(state)
  }
}

/// A column of actions, for glass: the list of a menu or context menu.
public struct MenuList: View {
  private let content: ViewNode

  /// Buttons, which become rows, and dividers.
  public init(@ViewBuilder content: () -> some View) { self.content = content().node }

  /// The rows, all equally wide.
  public var body: some View {
    VStack(alignment: .leading, spacing: 0) { content }
      .environment { $0.isInMenu = true }
  }
}
