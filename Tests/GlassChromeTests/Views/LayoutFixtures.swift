import HUDGeometry

@testable import GlassChrome

var fakeLayout: DisplayLayout { DisplayLayout(measuring: FakeMeasurer()) }
let canvas = Rect(x: 0, y: 0, width: 400, height: 300)

/// What becomes of a view in a room.
func laidOut(
  _ view: some View, in room: Rect = canvas, environment: LayoutEnvironment = LayoutEnvironment(),
  alignment: Alignment = .center
) throws(LayoutError) -> DisplayList {
  try fakeLayout.resolve(view, in: room, environment: environment, alignment: alignment)
}

extension DisplayList {
  var items: [DisplayItem] { groups.flatMap(\.items) }
  var elements: [GlassElement] { groups.flatMap(\.elements) }
  /// Those outside scroll views.
  var texts: [DisplayItem] { items.filter { $0.text != nil && $0.clip == nil } }
}

extension DisplayItem {
  var text: String? { if case .text(let text, _) = ink { text } else { nil } }
  var icon: String? { if case .icon(let name, _) = ink { name } else { nil } }
  var lettering: Lettering? {
    switch ink {
    case .text(_, let lettering), .figures(_, let lettering): lettering
    default: nil
    }
  }
}

extension DisplayAnimator {
  /// On its way from one list to another, since 0.
  init(from list: DisplayList, to target: DisplayList, motion: DisplayMotion = .standard) {
    self.init(list, motion: motion)
    setTarget(target, at: 0)
  }
}

/// A view on one piece of glass that fills the canvas, from its upper leading corner on.
func onGlass(_ view: some View, alignment: Alignment = .topLeading) -> ViewNode {
  view.frame(maxWidth: .infinity, maxHeight: .infinity, alignment: alignment)
    .glassEffect(.regular, in: .rect(cornerRadius: 20)).id("glass")
}

/// Frames of what is drawn, by the end of their identities.
func frames(
  _ view: some View, alignment: Alignment = .topLeading, environment: LayoutEnvironment = LayoutEnvironment()
) throws -> [String: Rect] {
  let list = try laidOut(onGlass(view, alignment: alignment), environment: environment)
  return Dictionary(uniqueKeysWithValues: list.groups[0].items.map { ($0.id.path, $0.frame) })
}

/// A plate of a fixed size under a name.
func block(_ name: String, _ width: Double, _ height: Double) -> ViewNode {
  RoundedRectangle(cornerRadius: 0).frame(width: width, height: height).id(name)
}

func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
  Rect(x: x, y: y, width: width, height: height)
}
