import HUDGeometry
import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Icons are complete and in proportion")
struct IconSetTests {
  private let rasterizer: OutlineRasterizer

  init() throws { rasterizer = try OutlineRasterizer() }

  @Test("each name comes once, in order")
  func names() {
    #expect(Set(IconSet.names).count == IconSet.names.count && IconSet.names == IconSet.names.sorted())
    #expect(IconSet.icon(named: "unicorn") == nil)
  }

  @Test("all of an icon's drawing is read")
  func parses() throws {
    let drawings = DataFile.names.filter { $0.hasPrefix("GlassChrome/Icons/") }
    #expect(drawings.count == IconSet.names.count { !$0.hasSuffix(".off") })
    for drawing in drawings {
      #expect(try SVGDocument(DataFile.text(drawing)).viewBox == Rect(x: 0, y: 0, width: 24, height: 24))
    }
  }

  @Test("an icon's ink lies within the live area, about its middle", arguments: IconSet.names)
  func liveArea(name: String) throws {
    let icon = try #require(IconSet.icon(named: name))
    #expect(icon.name == name)
    // Ten pixels a unit.
    let mask = icon.mask(pixels: 240, rasterizer: rasterizer)
    let inked = (0..<240 * 240).filter { mask.coverage[$0] > 127 }
    let (columns, rows) = (inked.map { $0 % 240 }, inked.map { $0 / 240 })
    let (left, right) = (try #require(columns.min()), try #require(columns.max()))
    let (top, bottom) = (try #require(rows.min()), try #require(rows.max()))
    #expect(left >= 19 && top >= 19 && right <= 220 && bottom <= 220)
    #expect(abs(left + right - 239) <= 25 && abs(top + bottom - 239) <= 25)
    // Wide or tall enough to be seen beside the others, but for signs that are small by nature.
    #expect(max(right - left, bottom - top) >= 125)
    #expect(inked.count > 2_500)
  }

  @Test(
    "a struck icon keeps its distance above the slash",
    arguments: IconSet.names.filter { $0.hasSuffix(".off") })
  func struck(name: String) throws {
    let icon = try #require(IconSet.icon(named: name))
    let whole = try #require(IconSet.icon(named: String(name.dropLast(4))))
    let mask = icon.mask(pixels: 240, rasterizer: rasterizer)
    func ink(_ mask: GlyphMask, above distance: Double) -> Int {
      // A line that runs beside the slash, the ends left out.
      let offset = Int((distance * 10 * 2.0.squareRoot()).rounded())
      return (50..<190).count { mask.coverage[$0 * 240 + $0 + offset] > 127 }
    }
    #expect(ink(mask, above: 0) == 140)
    #expect(ink(mask, above: 1.4) == 0)
    #expect(ink(whole.mask(pixels: 240, rasterizer: rasterizer), above: 1.4) > 0)
  }

  @Test("an icon scales with its lines, and moves by parts of a pixel")
  func mask() throws {
    let icon = try #require(IconSet.icon(named: "camera"))
    func ink(_ mask: GlyphMask) -> Double { mask.coverage.reduce(0) { $0 + Double($1) } / 255 }
    let (small, large) = (
      icon.mask(pixels: 24, rasterizer: rasterizer), icon.mask(pixels: 96, rasterizer: rasterizer)
    )
    #expect(abs(ink(large) / ink(small) - 16) < 0.6)
    let moved = icon.mask(pixels: 24, x: 0.5, rasterizer: rasterizer)
    #expect(moved.width == 25 && abs(ink(moved) - ink(small)) < 3)
    #expect(moved.coverage != small.coverage)
    #expect(icon.mask(pixels: .nan, rasterizer: rasterizer).width == 0)
    #expect(icon.mask(pixels: 1e9, rasterizer: rasterizer).width == 0)
  }
}
