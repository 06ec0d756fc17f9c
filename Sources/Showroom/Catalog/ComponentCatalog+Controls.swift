import GlassChrome

extension ComponentCatalog {
  static var controls: [Entry] {
    [
      Entry(
        "toggle",
        states("on", panel(Toggle("Grid", isOn: Binding("grid", true))))
          + states("off", panel(Toggle("Grid", isOn: Binding("grid", false))))),
      Entry(
        "segmented-control",
        ["day", "week", "month"].flatMap { selection in
          states(selection, panel(segments(selection)))
        } + [State("on-glass", segments("week").onGlass())]),
      Entry(
        "picker",
        states("closed", panel(picker(isOpen: false))) + states("open", panel(picker(isOpen: true)))),
      Entry(
        "stepper",
        states("middle", panel(stepper(5))) + [
          State("least", panel(stepper(1))), State("most", panel(stepper(9))),
        ]),
    ]
  }

  static var buttons: [Entry] {
    let kinds: [(name: String, style: ButtonStyle, role: ButtonRole?)] = [
      ("primary", .glassProminent, nil), ("secondary", .automatic, nil),
      ("destructive", .automatic, .destructive),
    ]
    let ranks = kinds.flatMap { name, style, role in
      states(name, Button("go", title: "Export", icon: "export", role: role).buttonStyle(style))
        + states(name + "-on-glass", panel(Button("go", title: "Export", role: role).buttonStyle(style)))
    }
    let sizes = ControlSize.allCases.flatMap { size in
      [
        State("glass-\(size)", Button("go", title: "Export").buttonStyle(.glass).controlSize(size)),
        State(
          "prominent-\(size)", Button("go", title: "Export").buttonStyle(.glassProminent).controlSize(size)),
        State(
          "icon-\(size)",
          Button("go", in: .circle, accessibilityLabel: "Export") { Icon("export") }.controlSize(size)),
      ]
    }
    let button = Button("go", title: "Export").buttonStyle(.glassProminent)
    let icon = Button("go", accessibilityLabel: "Export") { Icon("export") }.buttonStyle(.glassProminent)
    let forms = [
      State("tinted", button.tint(.hex(0xAF52DE)).buttonBorderShape(.roundedRectangle(radius: 12))),
      State("tinted-bright", button.tint(.hex(0xFFE14D))),
      State("tinted-circle", icon.tint(.color(red: 0, green: 110, blue: 90)).buttonBorderShape(.circle)),
      State(
        "tinted-on-glass",
        panel(button.tint(.hex(0xAF52DE)).buttonBorderShape(.roundedRectangle(radius: 12)))),
      State("tinted-bright-on-glass", panel(button.tint(.hex(0xFFE14D)))),
      State(
        "tinted-circle-on-glass",
        panel(icon.tint(.color(red: 0, green: 110, blue: 90)).buttonBorderShape(.circle))),
    ]
    return [Entry("button", ranks + sizes + forms)]
  }

  static var signs: [Entry] {
    [
      Entry(
        "panel",
        [
          State(
            "background",
            VStack(spacing: 4) {
              Text("Two cameras").font(.headline).id("title")
              Text("Drawn as one picture").font(.subheadline).foregroundStyle(.secondary).id("subtitle")
            }.padding(24).glassBackgroundEffect().id("panel")),
          State(
            "capsule",
            Text("Two cameras").font(.headline).padding(.horizontal, 28).padding(.vertical, 16)
              .glassBackgroundEffect(in: .capsule).id("panel")),
        ]),
      Entry("symbol", [State("off", panel(symbols(false))), State("on", panel(symbols(true)))]),
      Entry(
        "badge",
        [
          State("dot", panel(Badge())), State("count", panel(Badge(3))), State("many", panel(Badge(120))),
        ]),
    ]
  }

  private static func segments(_ selection: String) -> SegmentedControl {
    SegmentedControl(
      "Range",
      ["day", "week", "month"].map {
        ControlItem($0, title: $0.prefix(1).uppercased() + $0.dropFirst())
      },
      selection: Binding("range", selection))
  }

  /// Icons with one effect each, next to words that say the same.
  private static func symbols(_ isOn: Bool) -> ViewNode {
    AdaptiveStack(spacing: 24) {
      Icon(isOn ? "bolt.fill" : "bolt.off").contentTransition(.symbolEffect(.replace)).id("replace")
      Icon("camera").symbolEffect(.bounce, value: isOn).id("bounce")
      Icon("record.fill").symbolEffect(.pulse, isActive: isOn).id("pulse")
      Text(isOn ? "On" : "Off").id("word")
    }.node
  }

  private static func picker(isOpen: Bool) -> Picker {
    Picker(
      "Lines",
      options: [
        ControlItem("thirds", title: "Thirds"), ControlItem("phi", title: "Golden ratio"),
        ControlItem("diagonals", title: "Diagonals"),
      ], selection: Binding("lines", "phi"), isOpen: isOpen)
  }

  private static func stepper(_ value: Int) -> Stepper {
    Stepper("Bursts", value: Binding("bursts", value), in: 1...9)
  }
}
