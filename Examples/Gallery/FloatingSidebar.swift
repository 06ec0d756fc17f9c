import GlassChrome

/// A column of places that floats over what they lead to; the present one shows its name.
struct FloatingSidebar: View {
  var selection: String

  private struct Place {
    var id: String
    var icon: String
    var label: String
  }

  private let places = [
    Place(id: "home", icon: "house", label: "Home"),
    Place(id: "search", icon: "search", label: "Search"),
    Place(id: "messages", icon: "message", label: "Chats"),
    Place(id: "profile", icon: "person", label: "Profile"),
    Place(id: "settings", icon: "gear", label: "Settings"),
  ]

  var body: some View {
    HStack(alignment: .top, spacing: 16) {
      VStack(spacing: 6) {
        ForEach(places, id: \.id) { row($0) }
      }
      .padding(.vertical, 10).padding(.horizontal, 8)
      .accessibilityLabel("Places").accessibilityRole(.group)
      .glassEffect(.regular.interactive(), in: .rect(cornerRadius: 30))
      .id("places")
      VStack(alignment: .leading, spacing: 6) {
        Text("Chats").font(.title).bold().lineLimit(1)
        Text("Two new messages").foregroundStyle(.secondary).lineLimit(1)
      }
      .padding(20)
      .frame(maxWidth: .infinity, alignment: .leading)
      .glassEffect(in: .rect(cornerRadius: 30))
      .id("content")
    }
    .padding(16)
    .frame(maxHeight: .infinity)
  }

  private func row(_ place: Place) -> ViewNode {
    let isSelected = place.id == selection
    return VStack(spacing: 4) {
      Icon(isSelected ? IconSet.filled(place.icon) : place.icon, size: isSelected ? 26 : 22)
      if isSelected { Text(place.label).font(.caption2).bold().lineLimit(1) }
    }
    .foregroundStyle(isSelected ? .onTint : .primary)
    .frame(width: 66, height: isSelected ? 64 : 48)
    .background {
      if isSelected {
        RoundedRectangle(cornerRadius: 22).fill(.tint, strength: 1).matchedGeometryEffect(id: "indicator")
      }
    }
    .accessibilityLabel(place.label)
    .accessibilitySelected(isSelected)
    .accessibilityRole(.tab)
  }
}
