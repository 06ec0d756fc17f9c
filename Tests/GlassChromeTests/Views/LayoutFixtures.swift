import HUDGeometry

@testable import GlassChrome

var fakeLayout: DisplayLayout { DisplayLayout(measuring: FakeMeasurer()) }
let canvas = Rect(x: 0, y: 0, width: 400, height: 300)

/// A view on one piece of glass that fills the canvas, from its upper leading corner on.
func onGlass(_ view: some View, alignment: Alignment = .topLeading) -> ViewNode {
  view.frame(maxWidth: .infinity, maxHeight: .infinity, alignment: alignment)
    .glassEffect(.regular, in: .rect(cornerRadius: 20)).id("glass")
}

/// Frames of what is drawn, by the end of their identities.
func frames(
  _ view: some View, alignment: Alignment = .topLeading, environment: LayoutEnvironment = LayoutEnvironment()
) throws -> [String: Rect] {
  let list = try fakeLayout.resolve(
    onGlass(view, alignment: alignment), in: canvas, environment: environment)
  return Dictionary(uniqueKeysWithValues: list.groups[0].items.map { ($0.id.path, $0.frame) })
}

/// A plate of a fixed size under a name.
func block(_ name: String, _ width: Double, _ height: Double) -> ViewNode {
  RoundedRectangle(cornerRadius: 0).frame(width: width, height: height).id(name)
}

func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
  Rect(x: x, y: y, width: width, height: height)
}
