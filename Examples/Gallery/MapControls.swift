import GlassChrome

/// Controls over a map: pairs of buttons on one piece of glass each, close enough to reach for each other.
struct MapControls: View {
  var style: String

  var body: some View {
    GlassEffectContainer(spacing: 10) {
      VStack(spacing: 14) {
        VStack(spacing: 0) {
          choice("standard", "Map", "map")
          Divider()
          choice("satellite", "Satellite", "globe")
        }.frame(width: 44).padding(4).glassEffect(.regular.interactive()).id("style")
        VStack(spacing: 0) {
          button("closer", "Closer", "plus")
          Divider()
          button("farther", "Farther", "minus")
        }.frame(width: 44).padding(4).glassEffect(.regular.interactive()).id("zoom")
        button("location", "Where I am", "location").padding(4)
          .glassEffect(.regular.interactive(), in: .circle).id("here")
      }
    }
    .padding(20)
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topTrailing)
  }

  private func button(_ action: String, _ label: String, _ icon: String) -> ViewNode {
    Button(action, in: .circle, accessibilityLabel: label) {
      Icon(icon, size: 24).frame(width: 44, height: 44)
    }
    .buttonStyle(.plain)
  }

  private func choice(_ id: String, _ label: String, _ icon: String) -> ViewNode {
    button(id, label, icon).foregroundStyle(id == style ? .onTint : .primary)
      .background {
        if id == style { Circle().fill(.tint, strength: 1).matchedGeometryEffect(id: "style") }
      }
      .accessibilitySelected(id == style)
  }
}
