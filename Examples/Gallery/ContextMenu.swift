import GlassChrome

/// A menu that grows out of the button that opens it, beside what it is about.
struct ContextMenu: View {
  var body: some View {
    GlassEffectContainer(spacing: 8) {
      VStack(alignment: .trailing, spacing: 14) {
        HStack(spacing: 10) {
          Icon("photo").accessibilityHidden()
          Text("Evening walk").font(.headline).lineLimit(1)
          Spacer()
          Text("12 pictures").font(.subheadline).foregroundStyle(.secondary).lineLimit(1)
        }
        .padding(.horizontal, 20).frame(minHeight: 56).glassEffect().id("album")
        Menu("Album", icon: "ellipsis", isOpen: Binding("actions", true)) {
          Button("edit", title: "Edit", icon: "pencil")
          Button("share", title: "Share", icon: "share")
          Button("keep", title: "Keep", icon: "keep")
          Divider()
          Button("delete", title: "Delete", icon: "trash", role: .destructive)
        }
      }
    }
    .padding(24)
    .frame(maxHeight: .infinity, alignment: .top)
  }
}
