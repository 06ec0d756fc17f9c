import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

/// Every kernel again, one sample at a time in plain integers, as its contract says it.
@Suite("Glass: kernels against plain references")
struct KernelReferenceTests {
  @Test(
    "stretched rows, at every width from 1 to 200, for each texel and chroma step", arguments: [2, 4, 8, 16],
    [1, 2])
  func stretch(texel: Int, step: Int) {
    var random = Seeded(3)
    for width in 1...200 {
      let from = Int.random(in: -20...60, using: &random) * 2
      let pixels = width * step
      let first = Int((Double(from - texel / 2) / Double(texel)).rounded(.down))
      let count = (pixels + texel) / texel + 2
      let source = KernelSamples.plane(count, 2, below: 4080, &random)
      let target = SamplePlane(width: width, height: 2)
      stretchRows(source, firstTexel: first, texel: texel, from: from, step: step, into: target)
      let wrong = target.places.count { x, y in
        // Centre of the sample, in 1/32 of a texel from the middle of the first.
        let center = 2 * from + (2 * x + 1) * step
        let position = center * 16 / texel - 16 - 32 * first
        let index = min(max(position >> 5, 0), count - 1)
        let (a, b) = (Int(source[index, y]), Int(source[min(index + 1, count - 1), y]))
        return Int(target[x, y]) != a + ((b - a) * (position & 31)) >> 5
      }
      #expect(wrong == 0, "width \(width)")
    }
  }

  @Test("halved and resampled levels, at every width from 1 to 200")
  func levels() {
    var random = Seeded(5)
    let weights: [UInt32] = [1, 3, 3, 1]
    for width in 1...200 {
      let height = 1 + width % 7
      let source = KernelSamples.plane(width, height, below: 65_535, &random)
      let (w, h) = ((width + 1) / 2, (height + 1) / 2)
      let target = SamplePlane(width: w, height: h)
      halve(source, into: target, scratch: SamplePlane(width: w, height: height))
      /// A sample of half the size, of `count` along an axis.
      func half(_ at: Int, _ count: Int, _ sample: (Int) -> UInt32) -> UInt32 {
        (0..<4).reduce(4) { $0 + weights[$1] * sample(min(max(2 * at - 1 + $1, 0), count - 1)) } / 8
      }
      var wrong = target.places.count { x, y in
        let expected = half(y, height) { row in half(x, width) { UInt32(source[$0, row]) } }
        return UInt32(target[x, y]) != expected
      }
      let taps = (0..<5).map { _ in
        SplineTap(
          position: Double.random(in: -1.5...2.5, using: &random), levelZeroCount: width, level: 0,
          count: width)
      }
      let rows = (0..<3).map { _ in
        SplineTap(
          position: Double.random(in: 0...1, using: &random), levelZeroCount: height, level: 0, count: height)
      }
      let resampled = SamplePlane(width: 5, height: 3)
      resample(
        source, columns: taps, rows: rows, firstRow: 0, scratch: SamplePlane(width: 5, height: height),
        into: resampled)
      func read(_ tap: SplineTap, _ at: (Int) -> UInt64) -> UInt64 {
        let sum =
          at(Int(tap.index.0)) * UInt64(tap.weight.0) + at(Int(tap.index.1)) * UInt64(tap.weight.1)
          + at(Int(tap.index.2)) * UInt64(tap.weight.2) + at(Int(tap.index.3)) * UInt64(tap.weight.3)
        return (sum + 2048) / 4096
      }
      wrong += resampled.places.count { x, y in
        UInt64(resampled[x, y]) != read(rows[y]) { row in read(taps[x]) { UInt64(source[$0, row]) } }
      }
      #expect(wrong == 0, "width \(width)")
    }
  }

  @Test("pictures to light", arguments: [ChromaSubsampling.yuv444, .yuv422, .yuv420, .grey])
  func light(subsampling: ChromaSubsampling) {
    var random = Seeded(6)
    for width in Array(1...33) + [64, 127, 200] {
      let picture = PlanarPicture(size: ChromeFixtures.size(width, 3), subsampling: subsampling)
      for plane in [picture.luma, picture.cb, picture.cr] {
        for (x, y) in plane.places { plane[x, y] = UInt8.random(in: 0...255, using: &random) }
      }
      let light = SampleTriple(width: width, height: 3)
      linearize(picture, into: light)
      var wrong = 0
      for (x, y) in picture.luma.places {
        let luma = Double(picture.luma[x, y])
        var (u, w) = (0.0, 0.0)
        if subsampling != .grey {
          u = Double(picture.cb[x / subsampling.horizontal, y / subsampling.vertical]) - 128
          w = Double(picture.cr[x / subsampling.horizontal, y / subsampling.vertical]) - 128
        }
        let rgb = [luma + 1.402 * w, luma - 0.344136 * u - 0.714136 * w, luma + 1.772 * u]
        for channel in 0..<3 {
          // Half codes may round either way.
          let codes = [rgb[channel] - 0.002, rgb[channel] + 0.002].map {
            UInt8(min(max(($0).rounded(), 0), 255))
          }
          let expected = codes.map { UInt16((TransferCurve.light(Double($0) / 255) * 65_535).rounded()) }
          if !expected.contains(light[channel][x, y]) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "width \(width)")
    }
  }
}
