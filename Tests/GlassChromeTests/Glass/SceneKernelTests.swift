import PixelTypes
import RealModule
import TestSupport
import Testing

@testable import GlassChrome

/// The kernels on light again, one sample at a time.
@Suite("Glass: light against plain references")
struct SceneKernelTests {
  private static let widths = Array(1...40) + [63, 64, 65, 199, 200]

  private static func grey(_ rgb: [Int]) -> Int { (6966 * rgb[0] + 23_436 * rgb[1] + 2366 * rgb[2]) >> 15 }

  /// Light after a wash, and its codes times 16.
  private static func coded(_ rgb: [Int], keep: Int, add: [Int]) -> (light: [Int], codes: [Int]) {
    let light = (0..<3).map { min(rgb[$0] * keep / 65_536 + add[$0], 65_535) }
    // SAFETY: a quarter of 65,535 is the curve's last entry.
    let c = light.map { unsafe Int(TransferCurve.shared.code[$0 / 4]) }
    let luma = (4899 * c[0] + 9617 * c[1] + 1868 * c[2]) >> 14
    let codes = [
      luma >> 4, (32_768 + (9246 * (c[2] - luma)) >> 14) >> 4, (32_768 + (11_686 * (c[0] - luma)) >> 14) >> 4,
    ]
    return (light, codes.map { min(max($0, 0), 4080) })
  }

  private static func rgb(_ light: SampleTriple, _ x: Int, _ y: Int) -> [Int] {
    (0..<3).map { Int(light[$0][x, y]) }
  }

  @Test("light to codes and to luminance, with one wash and with a wash for each texel")
  func codes() {
    var random = Seeded(4)
    for width in Self.widths {
      let light = KernelSamples.triple(width, 2, &random)
      let washes = KernelSamples.washes(width, 2, &random)
      let wash = LightWash(color: LinearColor(red: 0.8, green: 0.1, blue: 0.4), opacity: 0.3)
      let (plain, washed) = (SampleTriple(width: width, height: 2), SampleTriple(width: width, height: 2))
      let grey = SamplePlane(width: width, height: 2)
      encode(light, wash: wash, into: plain)
      encode(light, washes: washes, into: washed)
      luminance(light, washes: washes, into: grey)
      var wrong = 0
      for (x, y) in grey.places {
        let rgb = Self.rgb(light, x, y)
        let one = Self.coded(
          rgb, keep: Int(wash.keep), add: [Int(wash.red), Int(wash.green), Int(wash.blue)])
        let own = Self.coded(
          rgb, keep: Int(washes.keep[x, y]), add: (0..<3).map { Int(washes.add[$0][x, y]) })
        if Self.rgb(plain, x, y) != one.codes { wrong += 1 }
        if Self.rgb(washed, x, y) != own.codes { wrong += 1 }
        if Int(grey[x, y]) != Self.grey(own.light) { wrong += 1 }
      }
      #expect(wrong == 0, "width \(width)")
    }
  }

  @Test("saturation, and light that is added")
  func saturation() {
    var random = Seeded(5)
    for width in Self.widths {
      let light = KernelSamples.triple(width, 2, &random)
      let before = (0..<2).map { y in (0..<width).map { Self.rgb(light, $0, y) } }
      let amount = Int.random(in: 0...600, using: &random)
      saturate(light, by: Int32(amount))
      let glow = KernelSamples.plane(width, 2, below: 20_000, &random)
      let saturated = (0..<2).map { y in (0..<width).map { Self.rgb(light, $0, y) } }
      addLight(light, glow)
      var wrong = 0
      for (x, y) in glow.places {
        let middle = Self.grey(before[y][x])
        let expected = before[y][x].map { min(max(middle + (($0 - middle) * amount) >> 8, 0), 65_535) }
        if saturated[y][x] != expected { wrong += 1 }
        if Self.rgb(light, x, y) != expected.map({ min($0 + Int(glow[x, y]), 65_535) }) { wrong += 1 }
      }
      #expect(wrong == 0, "width \(width)")
    }
  }

  @Test(
    "blur, at every width from 1 to 80, for each deviation that glass has", arguments: [0.5, 1, 2.75, 5.5])
  func blur(deviation: Double) {
    var random = Seeded(6)
    let half = SoftLight.filter(deviation: deviation * 4, texel: 4)
    #expect(2 * half.dropFirst().reduce(0, +) + half[0] == 4096)
    for width in 1...80 {
      let height = 1 + width % 9
      let plane = KernelSamples.plane(width, height, below: 65_535, &random)
      func filtered(_ count: Int, _ at: Int, _ sample: (Int) -> Int) -> Int {
        var sum = 2048 + sample(at) * Int(half[0])
        for k in 1..<max(half.count, 1) {
          sum += (sample(max(at - k, 0)) + sample(min(at + k, count - 1))) * Int(half[k])
        }
        return sum >> 12
      }
      let rows = (0..<height).map { y in (0..<width).map { x in filtered(width, x) { Int(plane[$0, y]) } } }
      GlassChrome.blur(plane, half, scratch: SamplePlane(width: width, height: height))
      let wrong = plane.places.count { x, y in Int(plane[x, y]) != filtered(height, y) { rows[$0][x] } }
      #expect(wrong == 0, "width \(width)")
    }
  }

  @Test(
    "a blur and the steps to and from texels together have the deviation that is asked for",
    arguments: [4.0, 8, 11, 22])
  func deviation(pixels: Double) {
    for texel in [2.0, 4, 8] where pixels / texel < 6 {
      let half = SoftLight.filter(deviation: pixels, texel: texel)
      let square = half.indices.dropFirst().reduce(0.0) { $0 + 2 * Double($1 * $1) * Double(half[$1]) / 4096 }
      // A texel's own width, and linear interpolation between texels.
      let whole = (square + 1.0 / 12 + 1.0 / 6) * texel * texel
      #expect(abs(whole.squareRoot() / pixels - 1) < 0.04)
    }
  }

  @Test(
    "the scene under each texel: its mean as light, held to what is visible",
    arguments: [ChromaSubsampling.yuv444, .yuv422, .yuv420], [2, 4, 8])
  func gathers(subsampling: ChromaSubsampling, texel: Int) {
    var random = Seeded(7)
    let picture = PlanarPicture(size: ChromeFixtures.size(96, 64), subsampling: subsampling)
    for channel in 0..<3 {
      let plane = picture.plane(channel)
      for (x, y) in plane.places {
        plane[x, y] = UInt8.random(in: channel == 0 ? 0...255 : 100...156, using: &random)
      }
    }
    let visible = PixelRect(x: 12, y: 6, width: 70, height: 51)
    let texels = PixelRect(x: 1, y: -1, width: 80 / texel + 2, height: 64 / texel + 2)
    let light = SampleTriple(width: texels.width, height: texels.height)
    gather(picture, texels, texel: texel, visible: visible, into: light)
    func held(_ at: Int, _ from: Int, _ end: Int) -> Int { min(max(at, from), end - 1) }
    var worst = 0.0
    for (column, row) in light[0].places {
      let (left, top) = ((texels.x + column) * texel, (texels.y + row) * texel)
      var (mean, cb, cr) = (0.0, 0.0, 0.0)
      for (x, y) in PixelRect(x: left, y: top, width: texel, height: texel).places {
        let code = picture.luma[held(x, visible.x, visible.maxX), held(y, visible.y, visible.maxY)]
        mean += TransferCurve.light(Double(code) / 255) / Double(texel * texel)
      }
      for (dx, dy) in Places(0..<2, 0..<2) {
        let x = held(left + texel * (1 + 2 * dx) / 4, visible.x, visible.maxX) / subsampling.horizontal
        let y = held(top + texel * (1 + 2 * dy) / 4, visible.y, visible.maxY) / subsampling.vertical
        cb += Double(picture.cb[x, y]) / 4 - 32
        cr += Double(picture.cr[x, y]) / 4 - 32
      }
      let luma = TransferCurve.code(mean) * 255
      let codes = [luma + 1.402 * cr, luma - 0.344136 * cb - 0.714136 * cr, luma + 1.772 * cb]
      for channel in 0..<3 {
        let got = TransferCurve.code(Double(light[channel][column, row]) / 65_535) * 255
        worst = max(worst, abs(got - min(max(codes[channel], 0), 255)))
      }
    }
    // Rounded to whole codes.
    #expect(worst < 0.8)
  }

  @Test("fine black and white is half as bright as white, not half its code")
  func mean() {
    let picture = PainterFixtures.grey(32, 32) { x, y in (x + y) % 2 == 0 ? 255 : 0 }
    let light = SampleTriple(width: 8, height: 8)
    gather(
      picture, PixelRect(x: 0, y: 0, width: 8, height: 8), texel: 4, visible: picture.bounds, into: light)
    #expect(abs(Double(light.second[3, 3]) / 65_535 - 0.5) < 0.01)
  }
}
