import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

/// Every kernel again, one sample at a time in plain integers, as its contract says it.
@Suite("Glass: kernels against plain references")
struct KernelReferenceTests {
  private static func plane(_ width: Int, _ height: Int, below limit: Int, _ random: inout Seeded)
    -> SamplePlane
  {
    let plane = SamplePlane(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        // The ends of the range come often.
        let value = Int.random(in: -limit / 8...limit + limit / 8, using: &random)
        plane[x, y] = UInt16(min(max(value, 0), limit))
      }
    }
    return plane
  }

  private static func triple(_ width: Int, _ height: Int, _ random: inout Seeded) -> SampleTriple {
    let triple = SampleTriple(width: width, height: height)
    for channel in 0..<3 {
      for y in 0..<height {
        for x in 0..<width { triple[channel][x, y] = UInt16.random(in: 0...65_535, using: &random) }
      }
    }
    return triple
  }

  private static func samples(_ plane: SamplePlane) -> [UInt16] {
    (0..<plane.height).flatMap { y in (0..<plane.width).map { plane[$0, y] } }
  }

  private static func samples(_ triple: SampleTriple) -> [[UInt16]] { (0..<3).map { samples(triple[$0]) } }

  /// The dither's definition: interleaved bits of column xor row, and row.
  private static func threshold(_ x: Int, _ y: Int) -> Int {
    (0..<4).reduce(0) { value, bit in
      let (p, q) = (x >> bit & 1, y >> bit & 1)
      return value * 4 + (p == q ? 0 : 2) + q
    }
  }

  @Test("rows of flat and of bevelled glass, at every width from 1 to 200")
  func rows() {
    var random = Seeded(1)
    let lines = Self.plane(200, 2, below: 4080, &random)
    let around = Self.plane(200, 2, below: 4080, &random)
    let target = PixelPlane(width: 220, height: 1)
    for width in 1...200 {
      let y = width % 16
      let column = Int.random(in: 0..<60, using: &random)
      let fraction = Int.random(in: 0...16, using: &random)
      target[width, 0] = 0xEE
      let run = unsafe SampleRun(
        base: target.base, count: width, dither: DitherTable.shared.row(y), column: column)
      unsafe paintRow(LinePair(lines, line: 0, fraction: fraction, from: 0), to: run)
      var wrong = 0
      for x in 0..<width {
        let mixed = Int(lines[x, 0]) * (16 - fraction) + Int(lines[x, 1]) * fraction
        if Int(target[x, 0]) != (mixed + Self.threshold(column + x, y)) / 256 { wrong += 1 }
      }
      let fine = Int.random(in: 0...256, using: &random)
      let light = Int.random(in: 0...256, using: &random)
      let mirrored = Int.random(in: 0...256 - light, using: &random)
      let mix = GlassMix(
        transmitted: UInt16(256 - light - mirrored), mirrored: UInt16(mirrored), light: UInt16(light))
      let code = UInt8.random(in: 0...255, using: &random)
      let part = Int.random(in: 0...16, using: &random)
      let isKept = target[width, 0] == 0xEE
      unsafe paintBevelRow(
        LinePair(lines, line: 0, fraction: fine, from: 0),
        environment: LinePair(around, line: 0, fraction: part, from: 0), mix: mix, lightCode: code, to: run)
      for x in 0..<width {
        let through = Int(lines[x, 0]) * (256 - fine) + Int(lines[x, 1]) * fine
        let sum =
          through * Int(mix.transmitted)
          + (Int(around[x, 0]) * (16 - part) + Int(around[x, 1]) * part) * 16 * mirrored + light * Int(code)
          * 4096
        let expected = min((sum / 4096 + Self.threshold(column + x, y)) / 256, 255)
        if Int(target[x, 0]) != expected { wrong += 1 }
      }
      #expect(wrong == 0, "width \(width)")
      #expect(isKept && target[width, 0] == 0xEE, "width \(width)")
    }
  }

  @Test("bent samples, and cross-fades, at every width from 1 to 200")
  func bent() {
    var random = Seeded(2)
    let lines = Self.plane(64, 8, below: 4080, &random)
    let around = Self.plane(64, 8, below: 4080, &random)
    let target = PixelPlane(width: 220, height: 1)
    for width in 1...200 {
      let first = Int.random(in: 0...3, using: &random)
      let list = (0..<width + first).map { _ -> BentPixel in
        let light = Int.random(in: 0...200, using: &random)
        let mirrored = Int.random(in: 0...256 - light, using: &random)
        return BentPixel(
          source: Int32(
            Int.random(in: 0..<7, using: &random) * lines.samplesPerRow
              + Int.random(in: 0..<63, using: &random)),
          environment: Int32(Int.random(in: 0..<7, using: &random) * around.samplesPerRow + 5),
          environmentFraction: UInt8.random(in: 0...16, using: &random),
          fractionX: UInt8.random(in: 0...16, using: &random),
          fractionY: UInt16.random(in: 0...256, using: &random),
          coverage: UInt16.random(in: 0...256, using: &random),
          mix: GlassMix(
            transmitted: UInt16(256 - light - mirrored), mirrored: UInt16(mirrored), light: UInt16(light)))
      }
      let before = (0...width).map { _ in UInt8.random(in: 0...255, using: &random) }
      for x in 0...width { target[x, 0] = before[x] }
      let column = Int.random(in: 0..<40, using: &random)
      let y = width % 16
      unsafe paintBent(
        list, first: first, lines: lines, environment: around, lightCode: 255,
        to: SampleRun(base: target.base, count: width, dither: DitherTable.shared.row(y), column: column))
      var wrong = 0
      for x in 0..<width {
        let p = list[first + x]
        let (line, left) = Int(p.source).quotientAndRemainder(dividingBy: lines.samplesPerRow)
        let (fx, fy) = (Int(p.fractionX), Int(p.fractionY))
        func across(_ y: Int) -> Int { Int(lines[left, y]) * (16 - fx) + Int(lines[left + 1, y]) * fx }
        let through = (across(line) * (256 - fy) + across(line + 1) * fy + 128) / 256
        let (above, part) = (Int(p.environment) / around.samplesPerRow, Int(p.environmentFraction))
        let mirrored =
          (Int(around[5, above]) * (16 - part) + Int(around[5, above + 1]) * part) * Int(p.mix.mirrored)
        let sum = through * Int(p.mix.transmitted) + mirrored + 255 * 256 * Int(p.mix.light)
        let c = Int(p.coverage)
        let blended = (sum / 256 * c + Int(before[x]) * 256 * (256 - c)) / 256
        if Int(target[x, 0]) != min((blended + Self.threshold(column + x, y)) / 256, 255) { wrong += 1 }
      }
      let drawn = (0..<width).map { target[$0, 0] }
      let over = PixelPlane(width: 220, height: 1, fill: 77)
      let opacity = Int.random(in: 0...256, using: &random)
      unsafe crossFade(target.base, opacity: opacity, count: width, to: over.base)
      for x in 0..<width {
        if Int(over[x, 0]) != (77 * (256 - opacity) + Int(drawn[x]) * opacity + 128) / 256 { wrong += 1 }
      }
      #expect(wrong == 0 && target[width, 0] == before[width] && over[width, 0] == 77, "width \(width)")
    }
  }

  @Test("glass that isn't there leaves every byte, whatever the dither")
  func noCoverage() {
    let target = PixelPlane(width: 64, height: 1)
    let lines = SamplePlane(width: 64, height: 2, fill: 4000)
    let pixel = BentPixel(
      source: 0, environment: 0, environmentFraction: 0, fractionX: 0, fractionY: 0, coverage: 0,
      mix: GlassMix(transmitted: 256, mirrored: 0, light: 0))
    for x in 0..<64 { target[x, 0] = UInt8(x * 4) }
    for y in 0..<16 {
      unsafe paintBent(
        Array(repeating: pixel, count: 64), first: 0, lines: lines, environment: lines, lightCode: 255,
        to: SampleRun(base: target.base, count: 64, dither: DitherTable.shared.row(y), column: 0))
    }
    #expect((0..<64).allSatisfy { target[$0, 0] == UInt8($0 * 4) })
  }

  @Test(
    "stretched rows, at every width from 1 to 200, for each texel and chroma step", arguments: [4, 8, 16],
    [1, 2])
  func stretch(texel: Int, step: Int) {
    var random = Seeded(3)
    for width in 1...200 {
      let from = Int.random(in: -20...60, using: &random) * 2
      let pixels = width * step
      let first = Int((Double(from - texel / 2) / Double(texel)).rounded(.down))
      let count = (pixels + texel) / texel + 2
      let source = Self.plane(count, 2, below: 4080, &random)
      let target = SamplePlane(width: width, height: 2)
      stretchRows(source, firstTexel: first, texel: texel, from: from, step: step, into: target)
      var wrong = 0
      for y in 0..<2 {
        for x in 0..<width {
          // Centre of the sample, in 1/32 of a texel from the middle of the first.
          let center = 2 * from + (2 * x + 1) * step
          let position = center * 16 / texel - 16 - 32 * first
          let index = min(max(position >> 5, 0), count - 1)
          let (a, b) = (Int(source[index, y]), Int(source[min(index + 1, count - 1), y]))
          let expected = a + ((b - a) * (position & 31)) >> 5
          if Int(target[x, y]) != expected { wrong += 1 }
        }
      }
      #expect(wrong == 0, "width \(width)")
    }
  }

  @Test("light to codes, with shade or with a wash for each texel, and saturation")
  func codes() {
    var random = Seeded(4)
    for width in Array(1...40) + [63, 64, 65, 199, 200] {
      let light = Self.triple(width, 2, &random)
      let shade = Self.plane(width, 2, below: 65_535, &random)
      let codes = SampleTriple(width: width, height: 2)
      let wash = LightWash(color: LinearColor(red: 0.8, green: 0.1, blue: 0.4), opacity: 0.3)
      encode(light, shade: shade, wash: wash, into: codes)
      var wrong = 0
      func expect(_ x: Int, _ y: Int, _ keep: Int, _ add: [Int], _ kept: Int) {
        let c = (0..<3).map { channel -> Int in
          let washed = min((Int(light[channel][x, y]) * keep) / 65_536 + add[channel], 65_535)
          return unsafe Int(TransferCurve.shared.code[(washed * kept / 65_536) / 4])
        }
        let luma = (4899 * c[0] + 9617 * c[1] + 1868 * c[2]) >> 14
        let expected = [
          luma >> 4, (32_768 + (9246 * (c[2] - luma)) >> 14) >> 4,
          (32_768 + (11_686 * (c[0] - luma)) >> 14) >> 4,
        ]
        for channel in 0..<3 where Int(codes[channel][x, y]) != min(max(expected[channel], 0), 4080) {
          wrong += 1
        }
      }
      for y in 0..<2 {
        for x in 0..<width {
          expect(
            x, y, Int(wash.keep), [Int(wash.red), Int(wash.green), Int(wash.blue)], Int(shade[x, y]))
        }
      }
      encode(light, shade: nil, wash: wash, into: codes)
      for x in 0..<width {
        expect(x, 1, Int(wash.keep), [Int(wash.red), Int(wash.green), Int(wash.blue)], 65_535)
      }
      let washes = WashPlanes(width: width, height: 2)
      for y in 0..<2 {
        for x in 0..<width {
          let keep = UInt16.random(in: 0...65_535, using: &random)
          washes.keep[x, y] = keep
          for channel in 0..<3 {
            washes.add[channel][x, y] = UInt16.random(in: 0...65_535 - keep, using: &random)
          }
        }
      }
      encode(light, washes: washes, into: codes)
      for y in 0..<2 {
        for x in 0..<width {
          expect(x, y, Int(washes.keep[x, y]), (0..<3).map { Int(washes.add[$0][x, y]) }, 65_536)
        }
      }
      #expect(wrong == 0, "width \(width)")

      let amount = Int32.random(in: 0...600, using: &random)
      let original = Self.samples(light)
      let range = saturate(light, by: amount)
      let after = Self.samples(light)
      func grey(_ r: Int, _ g: Int, _ b: Int) -> Int { (6966 * r + 23_436 * g + 2366 * b) >> 15 }
      var luminances: [Int] = []
      for i in original[0].indices {
        let rgb = (0..<3).map { Int(original[$0][i]) }
        let middle = grey(rgb[0], rgb[1], rgb[2])
        let expected = rgb.map { min(max(middle + ((($0 - middle) * Int(amount)) >> 8), 0), 65_535) }
        for channel in 0..<3 where Int(after[channel][i]) != expected[channel] { wrong += 1 }
        luminances.append(grey(expected[0], expected[1], expected[2]))
      }
      #expect(wrong == 0, "width \(width)")
      #expect(Int(range.darkest) == luminances.min() && Int(range.brightest) == luminances.max())
      let chosen = luminanceRange(light, where: nil)
      #expect(chosen.darkest == range.darkest && chosen.brightest == range.brightest)
    }
  }

  @Test("halved and resampled levels, at every width from 1 to 200")
  func levels() {
    var random = Seeded(5)
    let weights: [UInt32] = [1, 3, 3, 1]
    for width in 1...200 {
      let height = 1 + width % 7
      let source = Self.plane(width, height, below: 65_535, &random)
      let (w, h) = ((width + 1) / 2, (height + 1) / 2)
      let target = SamplePlane(width: w, height: h)
      halve(source, into: target, scratch: SamplePlane(width: w, height: height))
      var wrong = 0
      func across(_ x: Int, _ y: Int) -> UInt32 {
        var sum: UInt32 = 4
        for k in 0..<4 { sum += weights[k] * UInt32(source[min(max(2 * x - 1 + k, 0), width - 1), y]) }
        return sum / 8
      }
      for y in 0..<h {
        for x in 0..<w {
          var sum: UInt32 = 4
          for k in 0..<4 { sum += weights[k] * across(x, min(max(2 * y - 1 + k, 0), height - 1)) }
          if UInt32(target[x, y]) != sum / 8 { wrong += 1 }
        }
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
      for y in 0..<3 {
        for x in 0..<5 {
          let expected = read(rows[y]) { row in read(taps[x]) { UInt64(source[$0, row]) } }
          if UInt64(resampled[x, y]) != expected { wrong += 1 }
        }
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
        for y in 0..<plane.height {
          for x in 0..<plane.width { plane[x, y] = UInt8.random(in: 0...255, using: &random) }
        }
      }
      let light = SampleTriple(width: width, height: 3)
      linearize(picture, into: light)
      var wrong = 0
      for y in 0..<3 {
        for x in 0..<width {
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
      }
      #expect(wrong == 0, "width \(width)")
    }
  }
}
