import GlassChrome
import HUDGeometry
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor

@Suite("A viewfinder inside another")
struct InsetInkTests {
  private func layout(_ mode: LayoutMode = .pip, scale: Double = 1) throws -> CanvasLayout {
    let (first, second) = (PixelSize(width: 640, height: 480), PixelSize(width: 320, height: 200))
    return try CanvasLayout(
      CanvasLayout.Request(mode: mode, scale: scale), cameras: [try #require(first), try #require(second)])
  }

  @Test("only picture-in-picture has a border, around the second viewfinder")
  func modes() throws {
    for mode in LayoutMode.allCases {
      let layout = try layout(mode)
      #expect(layout.insetBorders.map(\.inset) == (mode == .pip ? [layout.viewfinders[1]] : []))
    }
  }

  @Test(
    "the gap is one tone around straight edges and round corners, and nothing else is touched",
    arguments: [1.0, 2])
  func form(scale: Double) throws {
    let layout = try layout(scale: scale)
    let border = try #require(layout.insetBorders.first)
    let ink = try #require(try InsetInk(layout))
    let canvas = PlanarPicture(size: layout.canvas, subsampling: .yuv422)
    PlaneFill.fill(canvas.luma, canvas.bounds, with: 150)
    var painter = InkPainter(canvas: layout.canvas, subsampling: .yuv422)
    painter.begin()
    let tone = GuideColor(y: 30, cb: 140, cr: 120)
    for place in [0, 1] { ink.draw(on: place, tone: tone, into: canvas, with: &painter) }
    let (inset, luma) = (border.inset, canvas.luma)
    // The gap on all four sides, its outer pixels in the tone, and its rim light.
    let (x, y) = (inset.x + inset.width / 2, inset.y + inset.height / 2)
    for (px, py) in [
      (inset.x - border.gap, y), (inset.maxX + border.gap - 1, y), (x, inset.y - border.gap),
      (x, inset.maxY + border.gap - 1),
    ] { #expect(luma[px, py] == 30) }
    #expect(luma[inset.x - 1, y] > 130 && luma[x, inset.maxY] > 130)
    // Corners of the inner viewfinder belong to the gap; its edges don't.
    for (px, py) in [
      (inset.x, inset.y), (inset.maxX - 1, inset.y), (inset.x, inset.maxY - 1),
      (inset.maxX - 1, inset.maxY - 1),
    ] { #expect(luma[px, py] == 30) }
    let (inside, around) = (inset.insetBy(border.cornerRadius), inset.insetBy(-border.gap))
    for (px, py) in luma.places where luma[px, py] != 150 {
      let isCorner = !(inside.x..<inside.maxX ~= px || inside.y..<inside.maxY ~= py)
      let mayBeTouched = around.contains(x: px, y: py) && (!inset.contains(x: px, y: py) || isCorner)
      if !mayBeTouched { Issue.record("\(px), \(py) is touched") }
    }
  }

  @Test(
    "ink keeps off a clearing, to the pixel, and is otherwise the same", arguments: [1, 2, 3] as [UInt64])
  func clearing(seed: UInt64) throws {
    var numbers = Seeded(seed)
    let size = try #require(PixelSize(width: 120, height: 90))
    let hole = PixelRect(x: 41, y: 23, width: 50, height: 40)
    var path = Path()
    path.move(to: Point(0, 0))
    for _ in 0..<8 {
      path.line(
        to: Point(Double.random(in: 0...120, using: &numbers), Double.random(in: 0...90, using: &numbers)))
    }
    var spans = CoverageSpans()
    try OutlineRasterizer().stroke(
      path, width: 7, transform: .identity, clip: PixelRect(x: 0, y: 0, width: 120, height: 90), into: &spans)
    func painted(_ clearing: PixelRect?) -> PlanarPicture {
      let picture = PlanarPicture(size: size, subsampling: .yuv444)
      var painter = InkPainter(canvas: size, subsampling: .yuv444)
      painter.clearings = clearing.map { [$0] } ?? []
      painter.paint(spans, color: .white, opacity: 0.9, into: picture)
      return picture
    }
    let (whole, cleared) = (painted(nil), painted(hole))
    for (x, y) in cleared.luma.places {
      if hole.contains(x: x, y: y) {
        #expect(cleared.luma[x, y] == 0)
      } else {
        #expect(cleared.luma[x, y] == whole.luma[x, y] && cleared.cb[x, y] == whole.cb[x, y])
      }
    }
    #expect(hole.places.count { whole.luma[$0, $1] > 0 } > 50)
  }

  @Test("the border is all the ink that a small viewfinder has of itself, but for its name")
  func lines() throws {
    let shoot = try Shoot(
      ["synth:coast?w=640&h=480&roll=3", "synth:grey?w=320&h=200"], layout: .pip, draws: true, frames: 1)
    let border = try #require(shoot.layout.insetBorders.first)
    let mask = shoot.masks[0].blocks
    func touched(_ rect: PixelRect) -> Int {
      Places((rect.x + 7) / 8..<rect.maxX / 8, (rect.y + 7) / 8..<rect.maxY / 8)
        .count { mask.isTouched(column: $0, row: $1) }
    }
    // The name is in the upper half.
    let (inner, rows) = (border.inset.insetBy(16), border.inset.height / 2)
    let below = PixelRect(x: inner.x, y: inner.maxY - rows + 16, width: inner.width, height: rows - 16)
    #expect(touched(below) == 0)
    #expect(touched(border.inset.insetBy(-16)) > 20)
  }
}
