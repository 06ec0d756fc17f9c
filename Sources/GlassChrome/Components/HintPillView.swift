/// One short hint on a capsule of its own.
public struct HintPillView: View {
  public enum Role: Sendable, Hashable, CaseIterable { case info, violation }

  /// Most words that a hint has; what comes after them is left out.
  public static let maximumWords = 12

  public var text: String
  public var role: Role

  public init(_ text: String, role: Role = .info) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    self.text =
      words.count <= Self.maximumWords
      ? words.joined(separator: " ") : words.prefix(Self.maximumWords).joined(separator: " ") + "…"
    self.role = role
  }

  public var body: some View {
    HStack(spacing: 8) {
      if role == .violation { Icon("warning").foregroundStyle(.warning) }
      EnvironmentReader { environment in
        Text(text).fontWeight(.semibold).lineLimit(environment.layout.typeSize.isAccessibilitySize ? 6 : 2)
          .multilineTextAlignment(.center)
      }.id("words")
    }
    .font(.callout)
    .padding(.horizontal, 20)
    .padding(.vertical, 8)
    .frame(minHeight: 44)
    .accessibilityLabel(text)
    .accessibilityRole(.status)
    .glassEffect(in: .rect(cornerRadius: 22))
    .glassEffectTransition(.materialize)
    .id("hint")
  }
}
