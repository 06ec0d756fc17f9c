import PixelTypes
import Testing

@testable import GlassChrome

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
    var results: [PlanarPicture] = []
    for drawsInk in [true, false] {
      let renderer = try ChromeRenderer(layout: layout, style: style, subsampling: .yuv444)
      renderer.drawsInk = drawsInk
      let canvas = Fixtures.canvas(layout, .yuv444)
      // A black frame first: the wash has to be up in the first frame of the backdrop.
      let black = Fixtures.Backdrop.black.picture
      renderer.render(Fixtures.state(recording: true), backdrop: black, nanoseconds: 0, into: canvas)
      renderer.render(
        Fixtures.state(recording: true), backdrop: backdrop.picture, nanoseconds: 130_000_000, into: canvas)
      results.append(canvas)
    }
    let palette = ChromePalette(style)
    let inks = [palette.primary.luma, palette.onRecording.luma]
    var worst = Double.infinity
    var cores = 0
    for y in 3..<layout.canvas.height - 3 {
      for x in 3..<layout.canvas.width - 3 {
        let code = results[0].luma[x, y]
        guard inks.contains(code), abs(Int(code) - Int(results[1].luma[x, y])) > 40 else { continue }
        cores += 1
        let ink = Fixtures.luminance(results[0], x, y)
        for dy in [-2, 0, 2] {
          for dx in [-2, 0, 2] {
            let plate = Fixtures.luminance(results[1], x + dx, y + dy)
            worst = min(worst, (max(ink, plate) + 0.05) / (min(ink, plate) + 0.05))
          }
        }
      }
    }
    #expect(cores > 40)
    #expect(worst >= (style.increaseContrast ? 7 : 4.5))
  }

  @Test(
    "secondary text keeps the limit on the brightest and darkest plate its glass allows", arguments: 0..<4)
  func secondary(variant: Int) {
    let style = ChromeStyle(
      appearance: variant.isMultiple(of: 2) ? .dark : .light, increaseContrast: variant > 1)
    let ink = TransferCurve.light(Double(ChromePalette(style).secondary.luma) / 255)
    let plate: Double
    switch GlassMaterial.regular(style).limit {
    case .atMost(let most): plate = most
    case .atLeast(let least): plate = least
    }
    let ratio = (max(ink, plate) + 0.05) / (min(ink, plate) + 0.05)
    #expect(ratio >= (style.increaseContrast ? 7 : 4.5))
  }

  @Test("the wash attacks at once and lets go over 400 ms")
  func attackAndRelease() {
    var contrast = ContrastGuard(limit: .atMost(0.1), washLuminance: 0, base: 0.2)
    #expect(contrast.update(darkest: 0, brightest: 0.05, nanoseconds: 0) == 0.2)
    let bright = contrast.update(darkest: 0, brightest: 0.96, nanoseconds: 1)
    #expect(abs(bright - 0.9) < 1e-9)
    let later = contrast.update(darkest: 0, brightest: 0.05, nanoseconds: 100_000_001)
    #expect(abs(later - 0.65) < 1e-6)
    #expect(contrast.update(darkest: 0, brightest: 0.05, nanoseconds: 400_000_001) == 0.2)
  }

  @Test("the needed wash brings the worst texel just inside the limit", arguments: [0.0, 0.08, 0.3, 1])
  func needed(wash: Double) {
    let dark = ContrastGuard(limit: .atMost(0.15), washLuminance: min(wash, 0.08), base: 0)
    let a = dark.needed(darkest: 0, brightest: 0.9)
    #expect(abs(0.9 * (1 - a) + min(wash, 0.08) * a - 0.146) < 1e-9)
    let light = ContrastGuard(limit: .atLeast(0.4), washLuminance: 0.9, base: 0)
    let b = light.needed(darkest: 0.1, brightest: 1)
    #expect(abs(0.1 * (1 - b) + 0.9 * b - 0.404) < 1e-9)
    #expect(light.needed(darkest: 0.5, brightest: 1) == 0)
  }
}
