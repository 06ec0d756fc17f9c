import GlassChrome
import Screen

extension ComponentCatalog {
  private static let face = "M.5 .1A.18 .2 0 0 1 .5 .5A.18 .2 0 0 1 .5 .1ZM.1 .95A.4 .42 0 0 1 .9 .95Z"

  static let templates = ["Portrait", "Full body", "Group", "Bottle", "Plate", "Building"].map {
    TemplateShelfView.Item(id: $0.lowercased(), title: $0, outline: face)
  }

  static var bars: [Entry] {
    [
      Entry(
        "top-bar",
        [
          State("one-live", topBar([.live])), State("two-live", topBar([.live, .live])),
          State("one-stale", topBar([.live, .stale])), State("one-lost", topBar([.lost, .live])),
          State("connecting", topBar([.connecting, .connecting])),
        ]),
      Entry(
        "status-item",
        CameraStatus.allCases.map {
          State($0.rawValue, panel(StatusItem("Front", status: $0, rateSlot: 1)))
        }),
      Entry(
        "template-shelf",
        [
          State("none-selected", TemplateShelfView(templates, selection: Binding("shelf", ""))),
          State("selected", TemplateShelfView(templates, selection: Binding("shelf", "group"))),
          State("last-selected", TemplateShelfView(templates, selection: Binding("shelf", "building"))),
          State("empty", TemplateShelfView([], selection: Binding("shelf", ""))),
        ]),
      Entry("template-card", states("idle", card(false)) + states("selected", card(true))),
      Entry(
        "navigation-bar",
        [
          State("title", NavigationBar("Library")),
          State(
            "actions",
            NavigationBar(
              "Portrait", back: ControlItem("back", title: "Back", icon: "chevron.left"),
              actions: [
                ControlItem("share", title: "Share", icon: "share"),
                ControlItem("inbox", title: "Inbox", icon: "folder", badge: 3),
              ])),
          State("elevated", NavigationBar("Library", isElevated: true)),
        ]),
      Entry(
        "tab-bar",
        [
          State("capture", tabs("capture")), State("library", tabs("library")),
          State("settings", tabs("settings")), State("minimized", tabs("capture", isMinimized: true)),
        ]),
    ]
  }

  private static func topBar(_ states: [CameraStatus]) -> TopBarView {
    TopBarView(
      sources: states.enumerated().map { i, status in
        StatusItem(i == 0 ? "Front" : "Back", status: status, rateSlot: i + 1)
      })
  }

  private static func card(_ isSelected: Bool) -> ViewNode {
    panel(TemplateCard(id: "portrait", title: "Portrait", outline: face, isSelected: isSelected))
  }

  private static func tabs(_ selection: String, isMinimized: Bool = false) -> TabBar {
    TabBar(
      [
        ControlItem("capture", title: "Capture", icon: "camera"),
        ControlItem("library", title: "Library", icon: "library", badge: 12),
        ControlItem("settings", title: "Settings", icon: "gear"),
      ], selection: Binding("tabs", selection), isMinimized: isMinimized)
  }
}
