import Geometry
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("Cards answer a finger")
struct CardPressTests {
  /// A column beside the main camera, with room for a shelf or a sheet.
  private static let layout = ChromeLayout(
    canvas: ChromeFixtures.size(1968, 816),
    viewfinders: [ChromeFixtures.rect(16, 80, 1280, 720), ChromeFixtures.rect(1312, 80, 640, 360)],
    topRegion: ChromeFixtures.rect(0, 0, 1968, 80), bottomRegion: ChromeFixtures.rect(0, 0, 0, 0),
    sideRegion: ChromeFixtures.rect(1312, 464, 640, 344), scale: 0.75)

  @Test(
    "a pressed card shrinks to 98 % with all that it shows, its mark included, and swings back beyond its size",
    arguments: ["template/portrait", "template/full-body", "portraits"])
  func cards(name: String) throws {
    let stage = try ChromeStage(Self.layout)
    var state = ScreenEventTests.state()
    state.selectedTemplate = 1
    if name == "portraits" {
      var library = LibraryContents()
      library.items = [LibraryItem("portraits", title: "Portraits", detail: "12")]
      (state.hasLibrary, state.library) = (true, library)
    }
    for second in 0..<3 { stage.draw(state, at: Int64(second) * 1_000_000_000) }
    let card = try #require(
      stage.renderer.accessibility.first { ("/" + $0.id.path).hasSuffix("/" + name) && $0.role == .button })
    func shown() -> [DisplayItem] {
      stage.renderer.displayed.groups.flatMap(\.items).filter { card.frame.grown(by: 4).contains($0.frame) }
    }
    let resting = shown()
    #expect(
      resting.count >= 3 && resting.contains { $0.kind == .text }
        && resting.contains { $0.kind == .plate || $0.kind == .edge })
    let samples = ChromeFixtures.samples(stage.canvas)
    _ = stage.renderer.handle(.press(.points(card.frame.center)))
    for k in 0...12 { stage.draw(state, at: 3_000_000_000 + Int64(k) * 16_666_667) }
    for (item, before) in zip(shown(), resting) {
      #expect((item.frame.width / before.frame.width - 0.98).magnitude < 0.001, "\(item.id.path)")
      let expected = before.frame.scaled(by: 0.98, about: card.frame.center).center
      #expect(item.frame.center.distance(to: expected) < 0.02, "\(item.id.path)")
    }
    #expect(ChromeFixtures.samples(stage.canvas) != samples)
    _ = stage.renderer.handle(.release(nil))
    var widest = 0.0
    for k in 13...60 {
      stage.draw(state, at: 3_000_000_000 + Int64(k) * 16_666_667)
      widest = max(widest, (shown().first?.frame.width ?? 0) / resting[0].frame.width)
    }
    #expect(widest > 1.005 && widest < 1.03)
  }
}
