import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Glass: a scene that drifts")
struct SceneTurnTests {
  private typealias Fixtures = PainterFixtures

  private static let layout = Fixtures.open(1024, 256)
  private static let list = Fixtures.list([Fixtures.element("a", 40, 30, 200, 60, elevation: .z2)])

  /// Grey all over, by a tenth of a code brighter with each step: half of the pixels' share comes a code at a time.
  private func scene(_ tenths: Int) -> PlanarPicture {
    Fixtures.grey(64, 16) { x, y in 90 + Double(tenths) / 10 + Double((x * 7 + y * 3) % 10) / 10 }
  }

  @Test("is taken up in turns: little of the canvas in each frame, all of it before it shows")
  func turns() throws {
    let painter = try Fixtures.painter(Self.layout, subsampling: .yuv420)
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv420)
    var shares: [Double] = []
    for frame in 0..<60 {
      painter.paint(
        Self.list, backdrop: scene(frame), nanoseconds: Int64(frame) * 33_000_000, into: canvas)
      shares.append(Double(painter.tiles.count) / Double(painter.tiles.columns * painter.tiles.rows))
      guard frame > 12, frame % 9 == 0 else { continue }
      let fresh = try Fixtures.still(Self.list, Self.layout, scene(frame), subsampling: .yuv420)
      let worst = canvas.luma.places.map { abs(Int(canvas.luma[$0, $1]) - Int(fresh.luma[$0, $1])) }.max()
      #expect(try #require(worst) <= 2)
    }
    #expect(shares[0] == 1)
    let later = shares.dropFirst(12)
    #expect(later.reduce(0, +) / Double(later.count) < 0.2)
    #expect(later.contains { $0 > 0 })
  }

  @Test("comes to rest: a while after it has stopped nothing is drawn any more")
  func rests() throws {
    let painter = try Fixtures.painter(Self.layout, subsampling: .yuv420)
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv420)
    for frame in 0..<50 {
      painter.paint(
        Self.list, backdrop: scene(min(frame, 20)), nanoseconds: Int64(frame) * 33_000_000, into: canvas)
      if frame > 20 + SceneMemory.turns + 13 { #expect(painter.tiles.count == 0) }
    }
  }

  @Test("and a cut, or anything that shows, is drawn at once")
  func cuts() throws {
    let painter = try Fixtures.painter(Self.layout, subsampling: .yuv420)
    let canvas = PlanarPicture(size: Self.layout.canvas, subsampling: .yuv420)
    for (frame, tenths) in [0, 0, 0, 60, 60, 120, 1200].enumerated() {
      painter.paint(
        Self.list, backdrop: scene(tenths), nanoseconds: Int64(frame) * 33_000_000, into: canvas)
      let isNew = [0, 3, 5, 6].contains(frame)
      if isNew { #expect(painter.tiles.count == painter.tiles.columns * painter.tiles.rows) }
    }
  }
}
