import GlassChrome
import HUDGeometry
import PixelTypes
import TestSupport
import Testing

@testable import Showroom

@Suite("Words of components")
struct ComponentWordsTests {
  /// Words that the layout sets and the painter draws, of a component in a state.
  private static func words(_ view: ViewNode, _ style: ChromeStyle) throws -> (set: Int, drawn: Int) {
    let stage = try ComponentStage([view], style: style, scale: 1)
    let log = InkLog()
    stage.measure(by: log)
    try stage.show(view, nanoseconds: 0)
    stage.draw(over: try TestBackdrop.greyWall.picture(), nanoseconds: 0)
    let list = try DisplayLayout(measuring: try TypefaceMeasurer(scale: 1)).resolve(
      view,
      in: Rect(
        x: 0, y: 0, width: Double(stage.canvas.size.width) - 2 * ComponentStage.margin,
        height: Double(stage.canvas.size.height) - 2 * ComponentStage.margin),
      environment: LayoutEnvironment(typeSize: style.typeSize))
    let set = list.groups.flatMap(\.items).filter { item in
      // What a scroll view cuts or fades isn't whole.
      if let clip = item.clip, let port = list.scrollports.first(where: { $0.id == clip.id }), port.range > 0
      {
        let fade = port.fades ? min(16, port.range) : 0
        let isCut =
          clip.axis == .horizontal
          ? item.frame.maxX > clip.frame.maxX - fade : item.frame.maxY > clip.frame.maxY - fade
        if isCut { return false }
      }
      switch item.ink {
      case .text, .figures: return true
      case .plate, .icon, .shape, .edge, .picture: return false
      }
    }
    return (set.count, log.texts.count)
  }

  @Test(
    "all words that are laid out are drawn: none lies so near a rim that the painter leaves it out",
    arguments: ComponentCatalog.names, [DynamicTypeSize.xSmall, .large, .xxxLarge, .accessibility5])
  func drawn(name: String, typeSize: DynamicTypeSize) throws {
    let states = try #require(ComponentCatalog.entry(named: name)).states
    for state in Share.of(states, oneIn: 16, beside: "\(name) \(typeSize)") {
      let words = try Self.words(state.view, ChromeStyle(typeSize: typeSize))
      #expect(words.drawn == words.set, "\(name) \(state.name) at \(typeSize)")
    }
  }
}
