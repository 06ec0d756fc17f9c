import GlassChrome

/// One short hint on glass.
package struct HintPillView: View {
  /// The most words in a hint; an ellipsis replaces the rest.
  package static let maximumWords = 12

  /// The hint's words, separated by single spaces.
  package var text: String
  /// What kind of hint it is.
  package var role: HintRole

  /// A hint, cut to ``maximumWords`` words.
  package init(_ text: String, role: HintRole = .info) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    self.text =
      words.count <= Self.maximumWords
      ? words.joined(separator: " ") : words.prefix(Self.maximumWords).joined(separator: " ") + "…"
    self.role = role
  }

  /// The words, two lines at most (six at accessibility sizes), on a plate of glass that materializes.
  package var body: some View {
    HStack(spacing: 8) {
      switch role {
      case .info: Group {}
      case .violation: Icon("warning").foregroundStyle(.warning)
      case .success: Icon("checkmark").foregroundStyle(.success)
      }
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
