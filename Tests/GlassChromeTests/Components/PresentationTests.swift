import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("Menus, alerts, toolbars and columns")
struct PresentationTests {
  private func screen(
    _ view: some View, width: Double = 400, environment: LayoutEnvironment = LayoutEnvironment()
  ) throws -> DisplayList {
    try fakeLayout.resolve(view, in: rect(0, 0, width, 300), environment: environment)
  }

  private func names(_ list: DisplayList) -> [String] {
    list.accessibility.filter(\.role.isControl).map { String($0.id.path.split(separator: "/").last ?? "") }
  }

  @Test("an alert takes the view's place: what it covers can't be seen or touched")
  func alert() throws {
    func view(_ isPresented: Bool) -> ViewNode {
      Button("delete", title: "Delete").alert("Sure?", isPresented: Binding("sure", isPresented)) {
        Button("no", title: "No")
        Button("yes", title: "Yes", role: .destructive)
      } message: {
        Text("It can't be undone.")
      }
    }
    #expect(try names(screen(view(false))) == ["delete"])
    let list = try screen(view(true))
    #expect(names(list) == ["no", "yes"])
    #expect(list.groups.flatMap(\.elements).map(\.frame.width) == [300])
    #expect(list.accessibility.contains { $0.role == .group && $0.label == "Sure?" })
    // Two answers share the width.
    let answers = list.accessibility.filter(\.role.isControl).map(\.frame)
    #expect(answers[0].y == answers[1].y && (answers[0].width - answers[1].width).magnitude < 1)
  }

  @Test("a menu is one piece of glass, open and closed, and its rows are as wide as it")
  func menu() throws {
    func view(_ isOpen: Bool) -> ViewNode {
      GlassEffectContainer {
        Menu("More", icon: "ellipsis", isOpen: Binding("more", isOpen)) {
          Button("share", title: "Share")
          Divider()
          Button("delete", title: "Delete", role: .destructive)
        }
      }.node
    }
    let (closed, open) = (try screen(view(false)), try screen(view(true)))
    let ids = [closed, open].map { $0.groups.flatMap(\.elements).map(\.id) }
    #expect(ids[0].count == 1 && ids[0] == ids[1])
    #expect(names(closed) == ["more"] && names(open) == ["share", "delete"])
    let rows = open.accessibility.filter(\.role.isControl).map(\.frame)
    #expect(rows[0].width == rows[1].width && rows[0].height >= 44 && rows[1].y >= rows[0].maxY)
  }

  @Test("a toolbar's neighbours share glass, and gaps, titles and main actions stand alone")
  func toolbar() throws {
    let bar = Toolbar {
      ToolbarItemGroup {
        Button("a", title: "A")
        Button("b", title: "B")
      }
      ToolbarSpacer(.fixed, spacing: 20)
      ToolbarItem { Button("c", title: "C") }
      ToolbarItem { Button("d", title: "D") }.sharedBackgroundVisibility(.hidden)
      ToolbarSpacer()
      ToolbarItem { Button("e", title: "E") }
    }
    let frames = try screen(bar).groups.flatMap(\.elements).map(\.frame).sorted { $0.x < $1.x }
    #expect(frames.count == 4)
    #expect((frames[1].x - frames[0].maxX - 20).magnitude <= 2)
    #expect(frames[3].maxX >= 396 && frames[3].x - frames[2].maxX > 50)
    let placed = Toolbar {
      ToolbarItem(placement: .confirmationAction) { Button("done", title: "Done") }
      ToolbarItem(placement: .topBarLeading) { Button("back", title: "Back") }
      ToolbarItem(placement: .principal) { Text("Title") }
    }
    #expect(try names(screen(placed)) == ["back", "done"])
    #expect(try screen(placed).groups.flatMap(\.elements).filter(\.glass.isProminent).count == 1)
  }

  @Test("a split view shows both columns where there is room, else one")
  func columns() throws {
    func shown(_ visibility: NavigationSplitView.Visibility, _ width: Double) throws -> Set<String> {
      let view = NavigationSplitView(columnVisibility: visibility) {
        Text("Side").frame(maxWidth: .infinity).glassEffect()
      } detail: {
        Text("Main").glassEffect()
      }
      return Set(try screen(view, width: width).accessibility.map(\.label))
    }
    #expect(try shown(.automatic, 800) == ["Side", "Main"])
    #expect(try shown(.automatic, 400) == ["Main"])
    #expect(try shown(.doubleColumn, 400) == ["Side"])
    #expect(try shown(.detailOnly, 800) == ["Main"])
  }

  @Test("an accessory stands above its tab bar, or beside the minimized one")
  func accessory() throws {
    func frames(_ isMinimized: Bool) throws -> [Rect] {
      let bar = TabBar(
        [TabBar.Tab("a", title: "A", icon: "house"), TabBar.Tab("b", title: "B", icon: "map")],
        selection: Binding("tabs", "a"), isMinimized: isMinimized)
      let view = bar.tabViewBottomAccessory {
        EnvironmentReader { Text($0.tabViewBottomAccessoryPlacement == .inline ? "short" : "long").node }
      }
      let list = try screen(view)
      #expect(list.accessibility.contains { $0.label == (isMinimized ? "short" : "long") })
      return ["tabs-accessory", "tabs"].compactMap { name in
        list.groups.flatMap(\.elements).first {
          $0.id.path.split(separator: "/").last.map(String.init) == name
        }?
        .frame
      }
    }
    let (expanded, inline) = (try frames(false), try frames(true))
    #expect(expanded.count == 2 && expanded[0].maxY < expanded[1].y)
    #expect(inline.count == 2 && inline[0].x > inline[1].maxX && inline[0].y < inline[1].maxY)
  }
}
