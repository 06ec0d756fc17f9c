import HUDGeometry
import Testing

@testable import GlassChrome

@Suite("A popover stands beside its view")
struct PopoverTests {
  /// The panel's frame, for a view of 40 × 40 with its upper left corner at a place.
  private func panel(at x: Double, _ y: Double, _ edge: Edge, isMirrored: Bool = false) throws -> Rect {
    let view = Icon("plus").frame(width: 40, height: 40).glassEffect(in: .circle).id("anchor")
      .popover(isPresented: Binding("panel", true), arrowEdge: edge) { block("content", 68, 28) }
      .padding(EdgeInsets(top: y, leading: x))
    let list = try laidOut(
      view, environment: LayoutEnvironment(direction: isMirrored ? .rightToLeft : .leftToRight),
      alignment: .topLeading)
    let element = list.elements.first { $0.id.path.hasSuffix("panel") }
    return try #require(element).frame
  }

  @Test("at the edge that it is given, 14 points away, in the middle")
  func beside() throws {
    #expect(try panel(at: 180, 100, .bottom) == rect(150, 154, 100, 60))
    #expect(try panel(at: 180, 100, .top) == rect(150, 26, 100, 60))
    #expect(try panel(at: 180, 100, .leading) == rect(66, 90, 100, 60))
    #expect(try panel(at: 180, 100, .trailing) == rect(234, 90, 100, 60))
    #expect(try panel(at: 180, 100, .trailing, isMirrored: true) == rect(66, 90, 100, 60))
  }

  @Test("at the opposite edge where there is no room, and within the canvas")
  func room() throws {
    #expect(try panel(at: 180, 250, .bottom) == rect(150, 176, 100, 60))
    #expect(try panel(at: 4, 100, .bottom) == rect(8, 154, 100, 60))
    #expect(try panel(at: 350, 100, .top).maxX == 392)
  }

  @Test("an arrow of the same glass points at the view, whichever way lines run")
  func arrow() throws {
    for (edge, isMirrored) in [(Edge.top, false), (.leading, false), (.trailing, false), (.trailing, true)] {
      let view = Icon("plus").frame(width: 40, height: 40).glassEffect(in: .circle).id("anchor")
        .popover(isPresented: Binding("panel", true), arrowEdge: edge) { block("content", 68, 28) }
        .padding(EdgeInsets(top: 100, leading: 180))
      let list = try laidOut(
        view, environment: LayoutEnvironment(direction: isMirrored ? .rightToLeft : .leftToRight),
        alignment: .topLeading)
      let group = try #require(list.groups.first { $0.elements.count > 1 })
      let (panel, arrow) = (
        group.elements[group.elements.count - 2].frame, group.elements[group.elements.count - 1].frame
      )
      let anchor = try #require(list.elements.first { $0.id == "anchor" }).frame
      #expect(panel.union(arrow) != panel && arrow.intersection(panel).width > 0)
      // Between the two, at the anchor's middle, and not in it.
      #expect(arrow.grown(by: 7).intersection(anchor).width > 0 && arrow.intersection(anchor).isEmpty)
      let isAcross = edge != .top
      #expect(abs(isAcross ? arrow.center.y - anchor.center.y : arrow.center.x - anchor.center.x) <= 1)
      guard case .path(let path) = group.elements[group.elements.count - 1].form else {
        Issue.record("no arrow")
        continue
      }
      let tip =
        edge == .top ? ".5 1" : (edge == .leading) != isMirrored && panel.x < anchor.x ? "1 .5" : "0 .5"
      #expect(path.contains(tip), "\(edge) \(isMirrored) \(path)")
    }
  }

  @Test("it takes no room, and is gone when it isn't presented")
  func gone() throws {
    let anchor = block("anchor", 40, 40)
    let shown = anchor.popover(isPresented: Binding("panel", true)) { block("content", 90, 90) }
    #expect(try fakeLayout.size(of: shown).width == 40)
    let hidden = onGlass(anchor).popover(isPresented: Binding("panel", false)) { block("content", 90, 90) }
    #expect(try laidOut(hidden).elements.count == 1)
  }

  @Test("a single line of text can be its content")
  func text() throws {
    let view = Button("info", title: "Info").popover(isPresented: Binding("about", true)) { Text("Lake") }
    let list = try laidOut(view)
    #expect(list.accessibility.map(\.label).contains("Lake"))
  }
}
