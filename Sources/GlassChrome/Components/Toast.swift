/// A short message that goes by itself, on glass that is more opaque than other.
public struct Toast: View {
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

  public var message: String
  public var role: Role

  public init(_ message: String, role: Role = .info) {
    self.message = message
    self.role = role
  }

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
