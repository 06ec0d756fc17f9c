import GlassChrome

extension ComponentCatalog {
  static var language: [Entry] {
    [
      Entry(
        "flow-layout",
        [
          State(
            "chips",
            panel(
              FlowLayout(spacing: 8) {
                ForEach(["Lake", "Mountains", "Old town", "Night", "Portraits", "Sea"], id: \.self) {
                  Button($0.lowercased(), title: $0)
                }
              }.controlSize(.small)))
        ]),
      Entry(
        "menu",
        states("closed", menu(isOpen: false)) + states("open", menu(isOpen: true)) + [
          State("closed-on-glass", panel(menu(isOpen: false))),
          State("open-on-glass", panel(menu(isOpen: true))),
        ]),
      Entry(
        "popover",
        Edge.allCases.map { edge in State("\(edge)", popover(edge)) }),
      Entry(
        "alert", [State("two-answers", alert(isLong: false)), State("three-answers", alert(isLong: true))]),
      Entry(
        "scroll-view",
        ScrollEdgeEffectStyle.allCases.map { State("\($0)", panel(rows.scrollEdgeEffectStyle($0))) }),
    ]
  }

  private static func menu(isOpen: Bool) -> ViewNode {
    GlassEffectContainer(spacing: 8) {
      Menu("Sort", icon: isOpen ? nil : "ellipsis", isOpen: Binding("sort", isOpen)) {
        Button("share", title: "Share", icon: "share")
        Button("keep", title: "Keep", icon: "keep")
        Divider()
        Button("delete", title: "Delete", icon: "trash", role: .destructive)
      }
    }.node
  }

  /// A button at one end of its space, with a popover at the other.
  private static func popover(_ edge: Edge) -> ViewNode {
    let end: Alignment =
      switch edge {
      case .top: .bottom
      case .bottom: .top
      case .leading: .trailing
      case .trailing: .leading
      }
    return EnvironmentReader { environment in
      let isLarge = environment.layout.typeSize.isAccessibilitySize
      GlassEffectContainer {
        Button("info", in: .circle, accessibilityLabel: "About the picture") { Icon("info") }
          .popover(isPresented: Binding("about", true), arrowEdge: edge) {
            VStack(alignment: .leading, spacing: 4) {
              Text("Lake Bled").font(.headline).id("title")
              Text("1/250 s, f/8").font(.subheadline).foregroundStyle(.secondary).id("detail")
            }
          }
      }.frame(width: isLarge ? 420 : 300, height: isLarge ? 480 : 180, alignment: end)
    }.node
  }

  private static func alert(isLong: Bool) -> ViewNode {
    ViewNode.empty.alert("Delete the picture?", isPresented: Binding("sure", true)) {
      if isLong { Button("hide", title: "Hide it instead") }
      Button("cancel", title: "Cancel")
      Button("delete", title: "Delete", role: .destructive)
    } message: {
      Text("It can't be brought back.")
    }
  }

  /// More rows than fit.
  private static var rows: ViewNode {
    ScrollView {
      VStack(alignment: .leading, spacing: 12) {
        ForEach(
          ["Lake", "Mountains", "Old town", "Night", "Portraits", "Sea", "Coast", "Harbour"], id: \.self
        ) {
          Text($0).lineLimit(1)
        }
      }.frame(maxWidth: .infinity, alignment: .leading)
    }.frame(height: 150)
  }
}
