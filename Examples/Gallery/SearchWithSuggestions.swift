import GlassChrome

/// A search field with suggestions that flow into rows, narrowed by what is typed.
struct SearchWithSuggestions: View {
  var query: TextInput

  private let suggestions = [
    "Liquid glass", "Lake in winter", "City lights", "Mountains", "Coastline", "Portraits", "Limestone",
    "Street life", "Olive trees",
  ]

  private var matching: [String] {
    query.text.isEmpty
      ? suggestions : suggestions.filter { $0.lowercased().contains(query.text.lowercased()) }
  }

  var body: some View {
    GlassEffectContainer(spacing: 10) {
      VStack(alignment: .leading, spacing: 16) {
        SearchField(TextField("Search the pictures", id: "query", input: query, isFocused: true))
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
}
