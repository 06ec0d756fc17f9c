import GlassChrome
import PixelTypes
import TestPictures
import Testing

@testable import Compositor

@Suite("Zebra and peaking")
struct AssistInkTests {
  @Test("with zebra, peaking keeps off what is striped, and stays on all other edges")
  func together() throws {
    let rect = PixelRect(x: 16, y: 16, width: 160, height: 96)
    let size = try #require(PixelSize(width: 192, height: 128))
    let small = PixelPlane(width: 80, height: 48)
    PlaneFill.fill(small, PixelRect(x: 0, y: 0, width: 80, height: 48), with: 120)
    // A window that clips, and a dark pillar.
    PlaneFill.fill(small, PixelRect(x: 10, y: 10, width: 20, height: 20), with: 250)
    PlaneFill.fill(small, PixelRect(x: 50, y: 5, width: 8, height: 40), with: 20)
    func red(_ assists: Set<Assist>) -> Set<Int> {
      let canvas = PlanarPicture(size: size, subsampling: .yuv444)
      var painter = InkPainter(canvas: size, subsampling: .yuv444)
      painter.begin()
      var ink = AssistInk(rect: rect, scale: 1, assists: assists)
      ink.draw(small, into: canvas, with: &painter)
      let striped = rect.places.filter { canvas.cr[$0, $1] > 160 }
      return Set(striped.map { ($1 - rect.y) / 2 * 80 + ($0 - rect.x) / 2 })
    }
    let (alone, both) = (red([.peaking]), red([.peaking, .zebra]))
    let striped = alone.filter { small[$0 % 80, $0 / 80] >= AssistInk.zebraLevel }
    #expect(striped.count > 40 && both == alone.subtracting(striped))
  }
}
