/// A short message about something that happened, on glass more opaque than usual. Its owner removes it.
public struct Toast: View, Sendable, Hashable {
  /// What the message is about, shown by icon and colour.
  public enum Role: Sendable, Hashable, CaseIterable {
    case info, success, error

    var icon: String {
      switch self {
      case .info: "info"
      case .success: "checkmark"
      case .error: "warning"
      }
    }

    var ink: ColorRole {
      switch self {
      case .info: .primary
      case .success: .success
      case .error: .destructive
      }
    }
  }

  /// The words, two lines at most.
  public var message: String
  /// What the message is about.
  var role: Role

  /// A message, by default for information.
  public init(_ message: String, role: Role = .info) {
    self.message = message
    self.role = role
  }

  /// An icon and the words on thick glass, high above the scene.
  public var body: some View {
    HStack(spacing: 10) {
      Icon(role.icon).foregroundStyle(role.ink)
      Text(message).fontWeight(.medium).lineLimit(2).id("message")
    }
    .font(.callout)
    .padding(.horizontal, 18)
    .padding(.vertical, 10)
    .frame(minHeight: 44)
    .accessibilityLabel(message)
    .accessibilityRole(.status)
    .glassEffect(Glass(.regular, tier: .thick), in: .rect(cornerRadius: 22))
    .elevation(.z4)
    .id("toast")
  }
}
