import HUDGeometry
import PixelTypes
import Showroom
import Testing

@testable import GlassChrome

@Suite("Words on glass")
struct WordsOnGlassTests {
  @Test(
    "every word of every component is drawn once all is at rest, in every size",
    arguments: ComponentCatalog.names)
  func allAreThere(name: String) throws {
    let entry = try #require(ComponentCatalog.entry(named: name))
    let engine = DisplayLayout(measuring: try TypefaceMeasurer(scale: 1))
    for (i, typeSize) in [DynamicTypeSize.xSmall, .large, .xxxLarge, .accessibility5].enumerated() {
      let style = ChromeStyle(appearance: i % 2 == 0 ? .light : .dark, increaseContrast: i != 1)
      let context = ItemPainter.Context(
        scale: 1, subsampling: .yuv422, palettes: ChromePalettes(style), type: try TypeStore(),
        increaseContrast: style.increaseContrast, rasterizer: try OutlineRasterizer())
      let environment = LayoutEnvironment(typeSize: typeSize, scale: 1)
      for state in entry.states {
        let list = try engine.resolve(
          state.view, in: Rect(x: 24, y: 24, width: 640, height: 900), environment: environment)
        let log = InkLog()
        var words = 0
        for group in list.groups {
          for case .text(let item) in group.items where !item.text.allSatisfy(\.isWhitespace) { words += 1 }
          for case .figures in group.items { words += 1 }
          let painter = ItemPainter(
            group, context: context, clip: PixelRect(x: 0, y: 0, width: 700, height: 960))
          var tiles = TileMap(canvas: try #require(PixelSize(width: 700, height: 960)))
          painter.lie(on: [])
          painter.update(FigureValues(), nanoseconds: 0, marking: &tiles)
          painter.log(into: log)
        }
        #expect(log.texts.count == words, "\(name) \(state.name) \(typeSize)")
      }
    }
  }
}
