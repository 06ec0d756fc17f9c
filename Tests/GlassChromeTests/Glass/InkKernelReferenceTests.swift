import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

/// The kernels that lay ink and glow on, again, one sample at a time in plain integers, as their contracts say it.
@Suite("Glass: ink and glow against plain references")
struct InkKernelReferenceTests {
  /// `code` over a sample: by coverage 0...255 and opacity 0...256, in 1/256 steps.
  private static func blend(_ under: UInt8, _ code: Int, coverage: Int, opacity: Int) -> UInt8 {
    let share = (coverage * opacity * 257 + 32_768) / 65_536
    return UInt8((Int(under) * (256 - share) + code * share + 128) / 256)
  }

  @Test("spans of every width from 1 to 200, cut by the clip and by the plane")
  func spans() {
    var random = Seeded(11)
    for width in 1...200 {
      let plane = KernelSamples.pixels(120, 3, &random)
      var expected = ChromeFixtures.samples(plane)
      let clip = PixelRect(
        x: Int.random(in: -4...30, using: &random), y: Int.random(in: 0...1, using: &random),
        width: Int.random(in: 20...130, using: &random), height: 2)
      let (code, opacity) = (
        UInt8.random(in: 0...255, using: &random), Int.random(in: 0...256, using: &random)
      )
      var spans = CoverageSpans()
      for y in 0..<3 {
        let span = CoverageSpan(
          x: Int32.random(in: -30...100, using: &random), y: Int32(y), length: Int32(width),
          coverage: UInt8.random(in: 1...255, using: &random))
        spans.append(span)
        for x in Int(span.x)..<Int(span.x) + width where (0..<120).contains(x) {
          guard x >= clip.x, x < clip.maxX, y >= clip.y, y < clip.maxY else { continue }
          expected[y * 120 + x] = Self.blend(
            expected[y * 120 + x], Int(code), coverage: Int(span.coverage), opacity: opacity)
        }
      }
      blendSpans(spans, code: code, opacity: opacity, into: InkTarget(plane, clip: clip))
      #expect(ChromeFixtures.samples(plane) == expected, "width \(width)")
    }
  }

  @Test(
    "masks of every width from 1 to 120, on luma and on shared chroma", arguments: [(1, 1), (2, 1), (2, 2)])
  func masks(horizontal: Int, vertical: Int) {
    var random = Seeded(12)
    for width in 1...120 {
      let height = 1 + width % 9
      let mask = GlyphMask(
        width: width, height: height, left: 0, top: 0,
        coverage: (0..<width * height).map { _ in
          UInt8(clamping: Int.random(in: -60...300, using: &random))
        })
      let plane = KernelSamples.pixels(70, 9, &random)
      var expected = ChromeFixtures.samples(plane)
      let (x, y) = (Int.random(in: -9...60, using: &random), Int.random(in: -3...8, using: &random))
      let clip = PixelRect(x: Int.random(in: 0...9, using: &random), y: 1, width: 58, height: 7)
      let (code, opacity) = (
        UInt8.random(in: 0...255, using: &random), Int.random(in: 1...256, using: &random)
      )
      for (column, row) in Places(clip.x..<min(clip.maxX, 70), clip.y..<clip.maxY) {
        var sum = 0
        for (dx, dy) in Places(0..<horizontal, 0..<vertical) {
          let (mx, my) = (column * horizontal + dx - x, row * vertical + dy - y)
          if (0..<width).contains(mx), (0..<height).contains(my) {
            sum += Int(mask.coverage[my * width + mx])
          }
        }
        // The mean of the samples' coverage, cut once.
        let share = (sum * opacity * 257 / (horizontal * vertical) + 32_768) / 65_536
        expected[row * 70 + column] = UInt8(
          (Int(expected[row * 70 + column]) * (256 - share) + Int(code) * share + 128) / 256)
      }
      blendMask(
        mask, x: x, y: y, code: code, opacity: opacity,
        into: InkTarget(plane, clip: clip, horizontal: horizontal, vertical: vertical))
      #expect(ChromeFixtures.samples(plane) == expected, "width \(width)")
    }
  }
}
