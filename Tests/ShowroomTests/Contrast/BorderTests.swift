import Geometry
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome
@testable import Showroom

@Suite("The glass's border")
struct BorderTests {
  private static let scale = 2.0

  /// A component with increased contrast over a backdrop, and its glass.
  private static func drawn(_ name: String, _ backdrop: PictureBackdrop, _ style: ChromeStyle) throws -> (
    canvas: PlanarPicture, outlines: [ShapeOutline]
  ) {
    let room = Rect(x: 0, y: 0, width: 680, height: 900)
    let state = try #require(try ChromeWall.entry(named: name).states.last?.view)
    let list = try DisplayLayout(measuring: try TypefaceMeasurer(scale: scale)).resolve(
      state, in: room, environment: LayoutEnvironment(scale: scale))
    let elements = list.groups.flatMap(\.elements).filter { $0.glass.variant != .identity }
    let canvas = try ChromePicture.draw(
      list, width: room.width, height: room.height, over: backdrop, style: style, scale: scale)
    return (
      canvas, elements.map { ShapeOutline($0.form.scaled(by: scale), in: $0.frame.scaled(by: scale)) }
    )
  }

  /// The share of an outline's samples at which the line inside it stands out by 3:1 from what lies inside or outside it.
  private static func closed(_ outline: ShapeOutline, _ canvas: PlanarPicture) -> Double {
    func light(_ at: Point) -> Double {
      let x = min(max(Int(at.x.rounded(.down)), 0), canvas.size.width - 1)
      let y = min(max(Int(at.y.rounded(.down)), 0), canvas.size.height - 1)
      return InkColor.luminance(luma: canvas.luma[x, y], cb: canvas.cb[x, y], cr: canvas.cr[x, y])
    }
    var (seen, all) = (0, 0)
    for loop in outline.loops {
      for (i, vertex) in loop.enumerated() {
        let way = loop[(i + 1) % loop.count].position - vertex.position
        guard way.length > 0.01 else { continue }
        for step in 0..<max(Int(way.length), 1) {
          let at = vertex.position + way * ((Double(step) + 0.5) / max(way.length.rounded(.down), 1))
          let across = Point(-way.y, way.x) * (1 / way.length)
          let inward = outline.depth(at: at + across) > 0 ? across : across * -1
          // The line, within a pixel of its middle; and what lies beside it: other lines may be near.
          let lines = [0.5, 1.5, 2.5].map { light(at + inward * $0) }
          let beside = [-6.0, 5, 8, 12].map { light(at + inward * $0) }
          let stands = lines.contains { line in
            beside.contains { PlateContrast.ratio(line, $0) >= 3 }
          }
          all += 1
          if stands { seen += 1 }
        }
      }
    }
    return Double(seen) / Double(max(all, 1))
  }

  @Test(
    "with increased contrast it is closed, wherever words lie",
    arguments: [
      "template-shelf", "mode-switcher", "tab-bar", "tool-cluster", "top-bar", "alert", "settings-sheet",
      "recording-timer", "hint-pill", "zoom-slider",
    ])
  func closed(name: String) throws {
    for appearance in Share.of([ChromeStyle.Appearance.dark, .light], oneIn: 2, beside: name) {
      for backdrop in Share.of(
        [TestBackdrop.nightCity, .skin, .checker], oneIn: 3, beside: "\(name) \(appearance)")
      {
        let style = ChromeStyle(appearance: appearance, increaseContrast: true)
        let (canvas, outlines) = try Self.drawn(name, .picture(try backdrop.picture()), style)
        #expect(!outlines.isEmpty)
        for outline in outlines {
          let share = Self.closed(outline, canvas)
          #expect(share == 1, "\(appearance) over \(backdrop)")
        }
      }
    }
  }

  @Test("a line that isn't there is found out")
  func absent() throws {
    let (canvas, outlines) = try Self.drawn("tab-bar", .gradient([0x808080, 0x808080]), ChromeStyle())
    #expect(outlines.allSatisfy { Self.closed($0, canvas) < 0.5 })
  }
}
