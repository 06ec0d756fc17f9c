import GlassChrome

/// A field with what is searched for, and suggestions that flow into rows, narrowed by it.
struct SearchWithSuggestions: View {
  var query: String

  private let suggestions = [
    "Liquid glass", "Lake in winter", "City lights", "Mountains", "Coastline", "Portraits", "Limestone",
    "Street life", "Olive trees",
  ]

  private var matching: [String] {
    suggestions.filter { query.isEmpty || $0.lowercased().contains(query.lowercased()) }
  }

  var body: some View {
    GlassEffectContainer(spacing: 10) {
      VStack(alignment: .leading, spacing: 16) {
        field
        FlowLayout(spacing: 10) {
          ForEach(matching, id: \.self) { suggestion in
            Button(suggestion, title: suggestion).buttonStyle(.glass).controlSize(.small)
              .glassEffectID(suggestion)
          }
        }
      }
    }
    .padding(20)
    .frame(maxHeight: .infinity, alignment: .top)
  }

  private var field: ViewNode {
    HStack(spacing: 8) {
      Icon("search").foregroundStyle(.secondary).accessibilityHidden()
      Text(query).lineLimit(1)
        .overlay(alignment: .trailing) {
          PathShape("M.5 0V1", lineWidth: 2).foregroundStyle(.tint).frame(width: 2).offset(x: 2)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      Button("clear", in: .circle, accessibilityLabel: "Clear the text") { Icon("xmark", size: 16) }
        .buttonStyle(.plain).frame(minWidth: 44, minHeight: 44)
    }
    .padding(.leading, 16).padding(.trailing, 4).frame(minHeight: 48)
    .dynamicTypeSize(...DynamicTypeSize.accessibility2)
    .glassEffect(.regular.interactive())
    .id("query")
  }
}
