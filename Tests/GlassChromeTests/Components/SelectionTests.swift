import HUDGeometry
import Showroom
import Testing

@testable import GlassChrome

@Suite("What is selected or on")
struct SelectionTests {
  private static let room = Rect(x: 0, y: 0, width: 640, height: 600)

  private static func inside(_ item: DisplayItem, _ frame: Rect) -> Bool {
    let f = item.frame
    return f.x >= frame.x - 0.5 && f.y >= frame.y - 0.5 && f.maxX <= frame.maxX + 0.5
      && f.maxY <= frame.maxY + 0.5
  }

  @Test("has an edge, and a filled icon or a check mark", arguments: ComponentCatalog.names)
  func marks(name: String) throws {
    for state in try #require(ComponentCatalog.entry(named: name)).states {
      let list = try laidOut(state.view, in: Self.room)
      let items = list.items
      for element in list.accessibility where element.isSelected && element.isEnabled {
        let own = items.filter { Self.inside($0, element.frame) }
        #expect(own.contains { $0.kind == .edge }, "\(name) \(state.name): \(element.id.path)")
        // A switch has a knob at its other end in place of an icon, the shutter a square in place of its disc.
        guard element.role != .toggle, name != "capture-button" else { continue }
        let isMarked = own.compactMap(\.icon).contains { $0.hasSuffix(".fill") || $0 == "checkmark" }
        #expect(isMarked, "\(name) \(state.name): \(element.id.path)")
      }
    }
  }

  @Test("a filled icon has more ink than its lines; one that has no filled form stays as it is")
  func filled() throws {
    let rasterizer = try OutlineRasterizer()
    func ink(_ name: String) throws -> Int {
      try #require(IconSet.icon(named: name)).mask(pixels: 96, rasterizer: rasterizer).coverage
        .reduce(0) { $0 + Int($1) }
    }
    let filled = IconSet.names.filter { $0.hasSuffix(".fill") }
    #expect(filled.count >= 12)
    for name in filled {
      #expect(try Double(ink(name)) > 1.15 * Double(ink(String(name.dropLast(5)))), "\(name)")
    }
    #expect(IconSet.filled("camera") == "camera.fill" && IconSet.filled("plus") == "plus")
  }

  @Test("buttons take the border shape and the tint around them; their own shape and red come first")
  func borderShape() throws {
    func glass(_ view: some View) throws -> GlassElement {
      try #require(laidOut(view, in: Self.room).groups.first?.elements.first)
    }
    let button = Button("go", title: "Go").buttonStyle(.glassProminent)
    #expect(try glass(button).form == .capsule)
    let formed = try glass(button.buttonBorderShape(.roundedRectangle(radius: 9)).tint(.hex(0x123456)))
    #expect(formed.form == .rect(cornerRadius: 9) && formed.glass.tint == .hex(0x123456))
    #expect(try glass(button.buttonBorderShape(.circle)).form == .circle)
    let own = Button("go", role: .destructive, in: .ellipse, accessibilityLabel: "Go") { Icon("trash") }
      .buttonStyle(.glassProminent).buttonBorderShape(.circle).tint(.success)
    #expect(try glass(own).form == .ellipse && glass(own).glass.tint == .destructive)
    let panel = try glass(Text("words").padding(20).glassBackgroundEffect())
    #expect(panel.form == .rect(cornerRadius: 28) || panel.frame.height < 56)
    #expect(panel.glass == .regular)
  }
}
