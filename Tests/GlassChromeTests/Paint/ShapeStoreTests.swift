import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Shapes that move by whole pixels aren't rasterized again")
struct ShapeStoreTests {
  private static let canvas = PixelRect(x: 0, y: 0, width: 300, height: 120)

  /// Asks for shapes, picture by picture, and counts those that were rasterized.
  private final class Pictures {
    let subsampling: ChromaSubsampling
    let rasterizer: OutlineRasterizer
    var store: ShapeStore?
    var rasterized = 0

    init(_ subsampling: ChromaSubsampling) throws {
      self.subsampling = subsampling
      rasterizer = try OutlineRasterizer()
    }

    func next(x: Double, y: Double = 20, lineWidth: Double = 0) -> InkShape {
      let next = ShapeStore(
        former: store, canvas: ShapeStoreTests.canvas, subsampling: subsampling, rasterizer: rasterizer)
      store = next
      let (form, box) = (GlassForm.rect(cornerRadius: 9), Rect(x: x, y: y, width: 60.5, height: 41))
      let shape = next.shape(.form(form), in: box, lineWidth: lineWidth) {
        rasterized += 1
        return ShapeOutline(form, in: box).path
      }
      next.settle()
      return shape
    }
  }

  @Test(
    "once for each place of luma among chroma samples, with the same coverage",
    arguments: [ChromaSubsampling.yuv444, .yuv422, .yuv420], [0.0, 2.5])
  func moves(subsampling: ChromaSubsampling, lineWidth: Double) throws {
    let pictures = try Pictures(subsampling)
    for step in 0..<40 {
      let x = 8.25 + Double(step * step % 150)
      let y = 20 + Double(step * 3 % 7)
      let shape = pictures.next(x: x, y: y, lineWidth: lineWidth)
      let alone = try Pictures(subsampling).next(x: x, y: y, lineWidth: lineWidth)
      #expect(shape.luma.spans == alone.luma.spans)
      #expect(shape.chroma.spans == alone.chroma.spans)
    }
    #expect(pictures.rasterized == subsampling.horizontal * subsampling.vertical)
  }

  @Test("but again where the canvas cuts them, by less than a pixel, and when they were gone")
  func others() throws {
    let pictures = try Pictures(.yuv444)
    _ = pictures.next(x: 20)
    _ = pictures.next(x: 30.5)
    #expect(pictures.rasterized == 2)
    // At 20 it wasn't asked for in the picture before.
    _ = pictures.next(x: 20)
    #expect(pictures.rasterized == 3)
    #expect(pictures.next(x: -30).luma.bounds.x == 0)
    #expect(pictures.rasterized == 4)
    #expect(pictures.next(x: -10).luma.bounds.width == 51)
    #expect(pictures.rasterized == 5)
  }

  @Test("so that a row that scrolls is drawn as one that was laid out there")
  func scrolls() throws {
    let row = ScrollView(.horizontal) {
      HStack(spacing: 10) {
        ForEach(0..<6) { i in
          VStack(spacing: 4) {
            PathShape("M0.5 0 L1 1 L0.1 0.9 Z", lineWidth: 1.5).frame(width: 31, height: 31)
            Icon("camera", size: 17)
          }
          .padding(8).background { RoundedRectangle(cornerRadius: 7) }.id("card-\(i)")
        }
      }
    }.glassEffect(in: .rect(cornerRadius: 10)).id("row")
    let list = try laidOut(row, in: Rect(x: 10, y: 10, width: 200, height: 100))
    let style = ChromeStyle(increaseContrast: true)
    let context = ItemPainter.Context(
      scale: 1, subsampling: .yuv420, palettes: ChromePalettes(style), type: try TypeStore(),
      increaseContrast: true, rasterizer: try OutlineRasterizer())
    func drawn(_ painter: ItemPainter) -> PlanarPicture {
      let picture = PlanarPicture(size: ChromeFixtures.size(300, 120), subsampling: .yuv420)
      painter.lie(on: [])
      painter.paint(into: picture, clip: Self.canvas, platesOnly: false)
      return picture
    }
    var animator = DisplayAnimator(list)
    var former: ItemPainter?
    for offset in [0.0, 3, 10, 10, 41, 120, 63, 0] {
      animator.scroll(list.scrollports.map { ScrollPosition(port: $0, offset: offset) })
      animator.advance(to: 1)
      let group = animator.displayed.groups[0]
      let painter = ItemPainter(group, context: context, clip: Self.canvas, former: former)
      let fresh = ItemPainter(group, context: context, clip: Self.canvas)
      #expect(painter.words == fresh.words)
      // What fades asks nothing of the glass: the rim beside it keeps its light.
      #expect(painter.words.allSatisfy { $0.box.x >= (offset > 10 ? 26 : 10) })
      let (scrolled, alone) = (drawn(painter), drawn(fresh))
      #expect(ChromeFixtures.samples(scrolled) == ChromeFixtures.samples(alone), "\(offset)")
      former = painter
    }
  }
}
