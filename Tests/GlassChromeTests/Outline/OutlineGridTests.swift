import GlassChrome
import HUDGeometry
import PixelTypes
import Testing

@Suite("Hairlines on the pixel grid")
struct OutlineGridTests {
  @Test(
    "grid lines fill their rows and columns wholly and touch no neighbour",
    arguments: [(1920, 1080), (1080, 1920), (641, 479), (64, 48), (1003, 9), (9, 1003), (5, 4)], [1, 2, 3])
  func crisp(_ size: (Int, Int), _ hairline: Int) throws {
    let rasterizer = try OutlineRasterizer()
    let clip = PixelRect(x: 0, y: 0, width: size.0, height: size.1)
    var spans = CoverageSpans()
    for grid in [Grid.thirds, .phi, .fourByTwo, .crosshair] {
      let path = grid.path(width: Double(size.0), height: Double(size.1), hairline: Double(hairline))
      var rows: Set<Int32> = []
      var columns: Set<Int32> = []
      for i in stride(from: 0, to: path.elements.count, by: 2) {
        // One line at a time: where two cross, a stroke counts once anyway.
        guard case .move(let a) = path.elements[i], case .line(let b) = path.elements[i + 1] else {
          Issue.record("a grid line is a move and a line")
          continue
        }
        var line = Path()
        line.move(to: a)
        line.line(to: b)
        rasterizer.stroke(
          line, width: Double(hairline), cap: .butt, join: .miter, transform: .identity, clip: clip,
          into: &spans)
        let isColumn = a.x == b.x
        let bounds = spans.bounds
        #expect(spans.spans.allSatisfy { $0.coverage == 255 }, "\(grid)")
        #expect(isColumn ? bounds.height == size.1 : bounds.width == size.0)
        let wide = min(hairline, isColumn ? size.0 : size.1)
        #expect((isColumn ? bounds.width : bounds.height) == wide)
        let pixels = spans.spans.reduce(0) { $0 + Int($1.length) }
        #expect(pixels == bounds.width * bounds.height)
        if isColumn { columns.insert(Int32(bounds.x)) } else { rows.insert(Int32(bounds.y)) }
      }
      // All at once they are the same: nothing is added between them.
      rasterizer.stroke(
        path, width: Double(hairline), cap: .butt, join: .miter, transform: .identity, clip: clip,
        into: &spans)
      #expect(spans.spans.allSatisfy { $0.coverage == 255 }, "\(grid)")
    }
  }

  @Test("a line that is off the pixel grid by a quarter is seen as such")
  func proof() throws {
    let spans = try CoverageSpans.stroking(
      Path(svg: "M10.25 0V20"), width: 1, cap: .butt, clip: PixelRect(x: 0, y: 0, width: 20, height: 20))
    #expect(spans.spans.contains { $0.coverage < 255 } && spans.bounds.width == 2)
  }
}
