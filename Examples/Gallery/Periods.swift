import GlassChrome

/// A segmented control of one's own: the indicator slides over one piece of glass.
struct Periods: View {
  var selection: String

  private let options = ["Day", "Week", "Month", "Year"]

  var body: some View {
    HStack(spacing: 2) {
      ForEach(options, id: { $0.lowercased() }) { option in
        let isSelected = option.lowercased() == selection
        Text(option).font(.subheadline).bold().lineLimit(1)
          .foregroundStyle(isSelected ? .onTint : .primary)
          .padding(.vertical, 10)
          .frame(maxWidth: .infinity, minHeight: 44)
          .background {
            if isSelected {
              ZStack {
                Capsule().fill(.tint, strength: 1).matchedGeometryEffect(id: "indicator")
                Capsule().strokeBorder(lineWidth: 1.5).matchedGeometryEffect(id: "indicator-edge")
              }
            }
          }
          .accessibilityLabel(option)
          .accessibilitySelected(isSelected)
          .accessibilityRole(.tab)
      }
    }
    .padding(6)
    .accessibilityLabel("Period")
    .accessibilityRole(.group)
    .glassEffect(.regular.interactive())
    .padding(.horizontal, 24)
    .id("period")
  }
}
