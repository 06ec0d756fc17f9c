import PixelTypes
import TestScenes
import Testing

@testable import GlassChrome

@Suite("A column has one ink")
struct RegionInkTests {
  /// Two pills over a scene that is dark behind one and bright behind the other.
  private func inks(_ regions: (top: PixelRect, side: PixelRect)) throws -> Set<Bool> {
    let size = ChromeFixtures.size(320, 160)
    let layout = ChromeLayout(
      canvas: size, viewfinders: [], topRegion: regions.top, bottomRegion: ChromeFixtures.rect(0, 0, 0, 0),
      sideRegion: regions.side, scale: 1)
    let painter = try ChromePainter(layout: layout, style: ChromeStyle(), subsampling: .yuv420)
    let list = try DisplayLayout(measuring: try TypefaceMeasurer(scale: 1)).resolve(
      VStack(spacing: 40) {
        for word in ["one", "two"] {
          Text(word).padding(12).glassEffect(in: .capsule).id(word)
        }
      }, in: Rect(x: 0, y: 0, width: 320, height: 160), environment: LayoutEnvironment())
    let backdrop = PlanarPicture(size: ChromeFixtures.size(40, 20), subsampling: .grey)
    for y in 0..<20 { for x in 0..<40 { backdrop.luma[x, y] = y < 10 ? 235 : 20 } }
    let canvas = PlanarPicture(size: size, subsampling: .yuv420)
    for frame in 0..<12 {
      painter.paint(
        list, backdrop: backdrop, nanoseconds: Int64(frame) * 500_000_000, into: canvas)
    }
    return Set(painter.bodies.map { $0.soft.words.isInkDark(0) })
  }

  @Test(
    "over a scene half bright and half dark, glass in one region has one ink, and glass elsewhere its own")
  func one() throws {
    let none = ChromeFixtures.rect(0, 0, 0, 0)
    #expect(try inks((none, ChromeFixtures.rect(0, 0, 320, 160))).count == 1)
    #expect(try inks((none, none)).count == 2)
  }
}
