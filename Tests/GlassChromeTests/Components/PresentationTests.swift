import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("Menus and alerts")
struct PresentationTests {
  private func screen(
    _ view: some View, width: Double = 400, environment: LayoutEnvironment = LayoutEnvironment()
  ) throws -> DisplayList {
    try laidOut(view, in: rect(0, 0, width, 300), environment: environment)
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
    #expect(list.elements.map(\.frame.width) == [300])
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
    let ids = [closed, open].map { $0.elements.map(\.id) }
    #expect(ids[0].count == 1 && ids[0] == ids[1])
    #expect(names(closed) == ["more"] && names(open) == ["share", "delete"])
    let rows = open.accessibility.filter(\.role.isControl).map(\.frame)
    #expect(rows[0].width == rows[1].width && rows[0].height >= 44 && rows[1].y >= rows[0].maxY)
  }
}
