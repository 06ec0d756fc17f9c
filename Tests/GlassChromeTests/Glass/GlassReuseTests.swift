import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Glass takes over what doesn't change")
struct GlassReuseTests {
  private typealias Fixtures = PainterFixtures

  private static func bar(touch: Point? = nil) -> GlassElement {
    var element = Fixtures.element(
      "bar", 20, 16, 360, 60, .rect(cornerRadius: 20), glass: .regular.interactive())
    element.touch = touch
    element.touchStrength = touch == nil ? 0 : 1
    return element
  }

  @Test("a finger on it lights the rim nearby: no body is made for that, and nothing is left of it")
  func touches() throws {
    let layout = Fixtures.open(400, 96)
    let painter = try Fixtures.painter(layout, subsampling: .yuv422)
    let canvas = PlanarPicture(size: layout.canvas, subsampling: .yuv422)
    func paint(_ element: GlassElement, _ milliseconds: Int64) {
      painter.paint(
        Fixtures.list([element]), backdrop: Fixtures.black, nanoseconds: milliseconds * 1_000_000,
        into: canvas)
    }
    paint(Self.bar(), 0)
    let body = painter.bodies[0]
    let rows = body.rows
    let rim = (0..<400).map { canvas.luma[$0, 16] }
    paint(Self.bar(touch: Point(180, 30)), 33)
    #expect(painter.bodies[0] === body)
    let lit = (0..<400).map { canvas.luma[$0, 16] }
    #expect(lit[180] > rim[180] + 20)
    for x in 0..<400 where abs(x - 180) > 110 { #expect(lit[x] == rim[x]) }
    paint(Self.bar(touch: Point(300, 30)), 66)
    #expect((0..<400).filter { canvas.luma[$0, 16] != rim[$0] }.allSatisfy { abs($0 - 300) <= 110 })
    paint(Self.bar(), 99)
    #expect(painter.bodies[0] === body)
    for channel in 0..<3 {
      #expect(body.rows[channel].segments == rows[channel].segments)
      #expect(body.rows[channel].pixels == rows[channel].pixels)
    }
    #expect((0..<400).map { canvas.luma[$0, 16] } == rim)
  }

  @Test(
    "glass that comes or goes looks as if it were computed anew for each share of it",
    arguments: [ChromaSubsampling.yuv444, .yuv422, .yuv420],
    [Glass.regular, .clear, Glass(.regular, isDispersive: true)])
  func comes(subsampling: ChromaSubsampling, glass: Glass) {
    func body(_ presence: Double, _ known: [GlassBody]) -> GlassBody {
      Fixtures.body(
        [Fixtures.element("a", 21, 14, 120.5, 61, .rect(cornerRadius: 20), glass: glass, presence: presence)],
        canvas: ChromeFixtures.size(160, 96), subsampling: subsampling, known: known)
    }
    var known: [GlassBody] = []
    for presence in [0.001, 0.2, 0.74, 0.76, 1, 0.5, 0.1] {
      let (next, alone) = (body(presence, known), body(presence, []))
      for channel in 0..<3 {
        #expect(next.rows[channel].starts == alone.rows[channel].starts, "\(presence)")
        #expect(next.rows[channel].segments == alone.rows[channel].segments, "\(presence)")
        #expect(next.rows[channel].pixels == alone.rows[channel].pixels, "\(presence)")
      }
      known = [next]
    }
  }
}
