import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

@Suite("Levels of blur average light")
struct BlurPyramidTests {
  @Test("a uniform picture stays uniform on every level", arguments: [(64, 32), (241, 135), (5, 9), (1, 1)])
  func uniform(size: (Int, Int)) {
    let picture = ChromeFixtures.picture(size.0, size.1) { _, _ in (180, 180, 180) }
    let pyramid = BlurPyramid(of: picture)
    let expected = TransferCurve.shared.light(ofCode: 180)
    for level in pyramid.levels.indices {
      let (w, h) = (pyramid.levels[level].width, pyramid.levels[level].height)
      for (x, y) in [(0, 0), (w - 1, h - 1), (w / 2, h / 2)] {
        let light = pyramid.light(level: level, x: x, y: y)
        #expect(light.red == expected && light.green == expected && light.blue == expected)
      }
    }
  }

  @Test("light, not codes, is averaged: black and white lines become half the light")
  func linear() {
    let picture = ChromeFixtures.picture(64, 64) { x, _ in Int(x * 64) % 2 == 0 ? (0, 0, 0) : (255, 255, 255)
    }
    let pyramid = BlurPyramid(of: picture)
    #expect(abs(Int(pyramid.light(level: 1, x: 16, y: 16).green) - 32_768) < 64)
  }

  @Test("levels spread as widely as they say")
  func spread() {
    let picture = ChromeFixtures.picture(128, 128) { x, y in
      Int(x * 128) == 64 && Int(y * 128) == 64 ? (255, 255, 255) : (0, 0, 0)
    }
    let pyramid = BlurPyramid(of: picture)
    for level in 1...2 {
      let texel = Double(1 << level)
      var (sum, mean, square) = (0.0, 0.0, 0.0)
      for (x, y) in Places(0..<pyramid.levels[level].width, 0..<pyramid.levels[level].height) {
        let light = Double(pyramid.light(level: level, x: x, y: y).green)
        let at = (Double(x) + 0.5) * texel
        sum += light
        mean += light * at
        square += light * at * at
      }
      let variance = square / sum - (mean / sum) * (mean / sum) + texel * texel / 3
      let deviation = BlurPyramid.blurDeviation(level: level)
      #expect(abs(variance.squareRoot() / deviation - 1) < 0.12)
    }
  }
}
