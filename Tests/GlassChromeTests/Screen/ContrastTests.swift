import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("Text keeps its contrast")
struct ContrastTests {
  private typealias Fixtures = ChromeFixtures

  @Test(
    "every text keeps 4.5:1, or 7:1 where asked, over every backdrop, measured in the pixels around it",
    arguments: ChromeFixtures.Backdrop.allCases, [0, 1, 2, 3, 4])
  func text(backdrop: ChromeFixtures.Backdrop, variant: Int) throws {
    let style = ChromeStyle(
      appearance: variant.isMultiple(of: 2) ? .dark : .light, reduceTransparency: variant == 4,
      increaseContrast: variant == 2 || variant == 3)
    let layout = Fixtures.small
    let log = InkLog()
    let results = try [true, false].map { drawsInk in
      let renderer = try ChromeRenderer(layout: layout, style: style, subsampling: .yuv444)
      (renderer.drawsInk, renderer.inkLog) = (drawsInk, log)
      let canvas = Fixtures.canvas(layout, .yuv444)
      // A black frame first: the wash has to be up in the first frame of the backdrop.
      let black = Fixtures.Backdrop.black.picture
      renderer.render(Fixtures.state(recording: true), backdrop: black, nanoseconds: 0, into: canvas)
      log.clear()
      renderer.render(
        Fixtures.state(recording: true), backdrop: backdrop.picture, nanoseconds: 130_000_000, into: canvas)
      return canvas
    }
    var worst = Double.infinity
    var cores = 0
    for entry in Set(log.texts) {
      for (x, y) in entry.area.intersection(results[0].bounds.insetBy(3)).places {
        let ink = Fixtures.luminance(results[0], x, y)
        let change = Int(results[0].luma[x, y]) - Int(results[1].luma[x, y])
        guard abs(ink - entry.luminance) < 0.01, abs(change) > 40 else { continue }
        cores += 1
        for (dx, dy) in Places(-1..<2, -1..<2) {
          let plate = Fixtures.luminance(results[1], x + 2 * dx, y + 2 * dy)
          worst = min(worst, PlateContrast.ratio(entry.luminance, plate))
        }
      }
    }
    #expect(cores > 40)
    #expect(worst >= (style.increaseContrast ? 7 : 4.5))
  }
}
