import CGlass
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome

/// The inner loops of glass again, one sample at a time, as their contract says it.
@Suite("Glass: rows of glass against plain references")
struct GlassKernelTests {
  /// A row of soft light between two lines, and how much of lens, mirror and rim may show.
  private struct Lines {
    let soft: SamplePlane
    let clear: SamplePlane
    var fraction = 0
    var lightCode: UInt8 = 255
    var isLuma = true
    /// What the glass makes of the sharp scene; `nil` for what it is.
    var tone: LensTone?
    /// Column and row of the first sample.
    var column = 0
    var row = 0

    init(_ random: inout Seeded) {
      soft = KernelSamples.plane(216, 2, below: 4080, &random)
      clear = KernelSamples.plane(216, 2, below: 4080, &random)
    }

    mutating func change(_ random: inout Seeded) {
      fraction = Int.random(in: 0...16, using: &random)
      isLuma = Bool.random(using: &random)
      lightCode = isLuma ? 255 : UInt8.random(in: 60...200, using: &random)
      tone = Bool.random(using: &random) ? LensTone([GlassMaterial.regular(ChromeStyle())]) : nil
      (column, row) = (Int.random(in: 0..<60, using: &random), Int.random(in: 0..<16, using: &random))
    }

    // SAFETY: both planes have two rows, wider than any run here; the dither repeats after 16 columns.
    var lines: cglass_lines {
      unsafe cglass_lines(
        soft_above: soft.row(0), soft_below: soft.row(1), clear_above: clear.row(0),
        clear_below: clear.row(1),
        fraction: UInt16(fraction), dither: DitherTable.shared.row(row) + (column & 15),
        tone: tone?.codes(isLuma ? 0 : 1), lit_codes: LightTable.shared.code,
        lit_chroma: LightTable.shared.chroma, light_code: lightCode,
        is_luma: isLuma ? 1 : 0)
    }

    /// A line's value, 0...1 for 0...4080.
    private func mixed(_ plane: SamplePlane, _ x: Int) -> Double {
      Double(Int(plane[x, 0]) * (16 - fraction) + Int(plane[x, 1]) * fraction) / 65_280
    }

    /// In codes.
    func softLight(_ x: Int) -> Double { mixed(soft, x) * 255 }

    /// How much may show, 0...1.
    func clearShare(_ x: Int) -> Double { mixed(clear, x) }

    /// The sharp scene over the soft light, in codes: luma is mixed nearly as light, which is about its square.
    func through(_ x: Int, sharp: Double, share: Double) -> Double {
      let soft = softLight(x)
      guard isLuma else { return soft + (sharp - soft) * share }
      return (soft * soft + (sharp * sharp - soft * soft) * share).squareRoot()
    }

    /// A code of the scene, in the glass's tone.
    func toned(_ code: Double) -> Double {
      guard let tone else { return code }
      // SAFETY: codes are at most 255, and the table has one more.
      let row = unsafe tone.codes(isLuma ? 0 : 1)
      let whole = Int(code)
      return unsafe Double(row[whole]) + (Double(row[whole + 1]) - Double(row[whole]))
        * (code - Double(whole))
    }

    /// A sample's light, in codes: soft light, the lens over it, the mirror over that, darkened, and lit.
    func shine(_ look: EdgeLook, _ x: Int, sharp: Double, mirror: Double) -> Double {
      let clear = clearShare(x)
      func mix(_ a: Double, _ b: Double, _ share: Double) -> Double { a + (b - a) * share }
      var light = through(x, sharp: toned(sharp), share: min(Double(look.lens) / 255, 1) * clear)
      light = mix(light, toned(mirror), Double(look.mirrored) / 255 * clear)
      light = mix(light, isLuma ? 0 : 128, Double(look.dark) / 255 * (look.yields_light == 1 ? clear : 1))
      let shine = look.yields_light == 1 ? Double(look.light) * clear : Double(look.light)
      let level = Int(shine + 1e-9) / 4
      // SAFETY: levels are below 64 and codes below 256.
      if isLuma {
        let row = unsafe LightTable.shared.code + level * LightTable.columns
        let code = Int(light)
        return unsafe mix(Double(row[code]), Double(row[code + 1]), light - Double(code))
      }
      return unsafe mix(light, Double(lightCode), Double(LightTable.shared.chroma[level]) / 256)
    }

    /// Whether a sample is a light in codes, dithered and cut to a whole one; light is kept to 1/25 of a code.
    func fits(_ sample: UInt8, _ light: Double, _ x: Int) -> Bool {
      let dithered = light + Double(KernelSamples.threshold(column + x, row)) / 256
      func cut(_ code: Double) -> Int { min(Int(max(code, 0)), 255) }
      return (cut(dithered - 0.04)...cut(dithered + 0.04)).contains(Int(sample))
    }
  }

  private static func look(_ random: inout Seeded) -> EdgeLook {
    var look = EdgeLook.middle(lens: UInt16.random(in: 0...256, using: &random))
    func byte() -> UInt8 { Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : 0 }
    (look.mirrored, look.dark) = (byte(), byte())
    // A level times 4.
    look.light = byte() & 0xFC
    look.fraction_x = UInt8.random(in: 0...64, using: &random)
    look.fraction_y = UInt8.random(in: 0...64, using: &random)
    look.yields_light = 0
    look.coverage = UInt16.random(in: 0...256, using: &random)
    return look
  }

  /// A run on a plane's first row.
  @unsafe
  private static func run(_ target: PixelPlane, _ count: Int, column: Int, row: Int) -> SampleRun {
    // SAFETY: the plane is wider than any run here.
    unsafe SampleRun(base: target.base, count: count, dither: DitherTable.shared.row(row), column: column)
  }

  /// A kernel and its plain twin, each on a row of its own.
  private struct Twins {
    let fast = PixelPlane(width: 220, height: 1)
    let plain = PixelPlane(width: 220, height: 1)

    func fill(_ codes: [UInt8]) {
      for x in codes.indices { (fast[x, 0], plain[x, 0]) = (codes[x], codes[x]) }
    }

    /// Whether both are the same, up to a width, and end there.
    func agree(_ width: Int, before: UInt8) -> Bool {
      (0..<width).allSatisfy { fast[$0, 0] == plain[$0, 0] } && fast[width, 0] == before
        && plain[width, 0] == before
    }
  }

  @Test("clear rows, at every width from 1 to 200")
  func clear() {
    var random = Seeded(11)
    var lines = Lines(&random)
    let scene = KernelSamples.pixels(220, 1, &random)
    let twins = Twins()
    for width in 1...200 {
      lines.change(&random)
      let lens = Int32.random(in: 0...256, using: &random)
      twins.fill(Array(repeating: 0xEE, count: 220))
      var c = unsafe lines.lines
      // SAFETY: rows are wider than the width.
      unsafe cglass_clear(&c, scene.base, lens, Int32(width), twins.fast.base)
      unsafe cglass_clear_plain(&c, scene.base, lens, Int32(width), twins.plain.base)
      let wrong = (0..<width).count { x in
        let share = Double(lens) / 256 * lines.clearShare(x)
        return !lines.fits(twins.fast[x, 0], lines.through(x, sharp: Double(scene[x, 0]), share: share), x)
      }
      #expect(wrong == 0 && twins.agree(width, before: 0xEE), "width \(width)")
    }
  }

  @Test("straight edges, at every width from 1 to 200")
  func band() {
    var random = Seeded(12)
    var lines = Lines(&random)
    let scene = KernelSamples.pixels(220, 3, &random)
    let twins = Twins()
    for width in 1...200 {
      lines.change(&random)
      var look = Self.look(&random)
      twins.fill(Array(repeating: 0xEE, count: 220))
      var c = unsafe lines.lines
      // SAFETY: the scene has three rows, wider than the width.
      let (lower, mirror) = unsafe (scene.base + scene.bytesPerRow, scene.base + 2 * scene.bytesPerRow)
      unsafe cglass_band(&c, &look, scene.base, lower, mirror, Int32(width), twins.fast.base)
      unsafe cglass_band_plain(&c, &look, scene.base, lower, mirror, Int32(width), twins.plain.base)
      let part = Double(look.fraction_y) / 64
      let wrong = (0..<width).count { x in
        let sharp = Double(scene[x, 0]) * (1 - part) + Double(scene[x, 1]) * part
        return !lines.fits(
          twins.fast[x, 0], lines.shine(look, x, sharp: sharp, mirror: Double(scene[x, 2])), x)
      }
      #expect(wrong == 0 && twins.agree(width, before: 0xEE), "width \(width)")
    }
  }

  @Test("bent samples, at every width from 1 to 200")
  func bent() {
    var random = Seeded(13)
    var lines = Lines(&random)
    let scene = KernelSamples.pixels(64, 8, &random)
    let twins = Twins()
    for width in 1...200 {
      lines.change(&random)
      // The last row, too: it is read in place of the one below it.
      let places = (0..<width).map { _ in
        (Int.random(in: 0..<63, using: &random), Int.random(in: 0..<8, using: &random))
      }
      let looks = places.map { x, y -> EdgeLook in
        var look = Self.look(&random)
        look.source = Int32(y * scene.bytesPerRow + x)
        look.mirror = Int32((7 - y) * scene.bytesPerRow + 63 - x)
        return look
      }
      let before = (0...width).map { _ in UInt8.random(in: 0...255, using: &random) }
      twins.fill(before)
      var c = unsafe lines.lines
      let last = 7 * scene.bytesPerRow
      // SAFETY: places lie in the scene; rows are wider than the width.
      unsafe cglass_bent(&c, looks, scene.base, scene.bytesPerRow, last, Int32(width), twins.fast.base)
      unsafe cglass_bent_plain(&c, looks, scene.base, scene.bytesPerRow, last, Int32(width), twins.plain.base)
      let wrong = (0..<width).count { i in
        let (look, (x, y)) = (looks[i], places[i])
        let (fx, fy) = (Double(look.fraction_x) / 64, Double(look.fraction_y) / 64)
        func across(_ y: Int) -> Double { Double(scene[x, y]) * (1 - fx) + Double(scene[x + 1, y]) * fx }
        let sharp = across(y) * (1 - fy) + across(min(y + 1, 7)) * fy
        let light = lines.shine(look, i, sharp: sharp, mirror: Double(scene[63 - x, 7 - y]))
        let share = Double(look.coverage) / 256
        return !lines.fits(twins.fast[i, 0], light * share + Double(before[i]) * (1 - share), i)
      }
      #expect(wrong == 0 && twins.agree(width, before: before[width]), "width \(width)")
    }
  }

  @Test("the rim's light yields to words where it may, and only there", arguments: [false, true])
  func yields(isBent: Bool) {
    var random = Seeded(17)
    let lines = Lines(&random)
    for (x, y) in lines.soft.places { (lines.soft[x, y], lines.clear[x, y]) = (640, UInt16(x * 18)) }
    let scene = PixelPlane(width: 220, height: 2, fill: 40)
    let target = PixelPlane(width: 220, height: 1)
    func shown(_ yields: UInt8) -> [UInt8] {
      var look = EdgeLook.middle(lens: 0)
      (look.light, look.yields_light) = (LightTable.stored(0.5), yields)
      var c = unsafe lines.lines
      // SAFETY: rows are wider than the width.
      if isBent {
        unsafe cglass_bent(
          &c, Array(repeating: look, count: 200), scene.base, scene.bytesPerRow, scene.bytesPerRow, 200,
          target.base)
      } else {
        unsafe cglass_band(&c, &look, scene.base, scene.base, scene.base, 200, target.base)
      }
      return (0..<200).map { target[$0, 0] }
    }
    let (kept, yielded) = (shown(0), shown(1))
    #expect(kept.allSatisfy { $0 > 150 })
    #expect(yielded[0] <= 40 && yielded[199] > 130)
    #expect(zip(yielded, yielded.dropFirst()).allSatisfy { $1 + 1 >= $0 })
  }

  @Test("glass that isn't there leaves every byte, whatever the dither")
  func noCoverage() {
    var random = Seeded(14)
    var lines = Lines(&random)
    let scene = KernelSamples.pixels(64, 2, &random)
    let target = PixelPlane(width: 64, height: 1)
    for x in 0..<64 { target[x, 0] = UInt8(x * 4) }
    var look = EdgeLook.middle(lens: 128)
    look.coverage = 0
    for row in 0..<16 {
      lines.row = row
      var c = unsafe lines.lines
      // SAFETY: every look shows the scene's first sample; the row is as wide as there are looks.
      unsafe cglass_bent(
        &c, Array(repeating: look, count: 64), scene.base, scene.bytesPerRow, scene.bytesPerRow, 64,
        target.base)
    }
    #expect((0..<64).allSatisfy { target[$0, 0] == UInt8($0 * 4) })
  }

  @Test("rows of soft light and cross-fades, at every width from 1 to 200")
  func rows() {
    var random = Seeded(15)
    let soft = KernelSamples.plane(216, 2, below: 4080, &random)
    let target = PixelPlane(width: 220, height: 1)
    let over = PixelPlane(width: 220, height: 1)
    for width in 1...200 {
      let part = Int.random(in: 0...16, using: &random)
      let (column, row) = (Int.random(in: 0..<60, using: &random), width % 16)
      target[width, 0] = 0xEE
      let lines = unsafe LinePair(soft, line: 0, fraction: part, from: 0)
      unsafe paintRow(lines, to: Self.run(target, width, column: column, row: row))
      var wrong = (0..<width).count { x in
        let mixed = Int(soft[x, 0]) * (16 - part) + Int(soft[x, 1]) * part
        return Int(target[x, 0]) != (mixed + KernelSamples.threshold(column + x, row)) / 256
      }
      for x in 0...width { over[x, 0] = 77 }
      let opacity = Int.random(in: 0...256, using: &random)
      unsafe crossFade(target.base, opacity: opacity, count: width, to: over.base)
      wrong += (0..<width).count { x in
        Int(over[x, 0]) != (77 * (256 - opacity) + Int(target[x, 0]) * opacity + 128) / 256
      }
      #expect(wrong == 0 && target[width, 0] == 0xEE && over[width, 0] == 77, "width \(width)")
    }
  }

  @Test("shadows on rows of luma and of chroma, at every width from 1 to 200")
  func shade() {
    var random = Seeded(16)
    let source = KernelSamples.pixels(220, 1, &random)
    let kept = KernelSamples.pixels(440, 1, &random)
    let target = PixelPlane(width: 220, height: 1)
    for width in 1...200 {
      for (step, zero) in [(1, 0), (1, 128), (2, 128)] {
        target[width, 0] = 0xEE
        unsafe shadeRow(
          source.base, by: kept.base, step: step, toward: numericCast(zero), count: width, to: target.base)
        let wrong = (0..<width).count { x in
          let share = Double(kept[x * step, 0]) + 1
          let code = Double(zero) + (Double(source[x, 0]) - Double(zero)) * share / 256
          return Int(target[x, 0]) != Int((code + 0.5).rounded(.down))
        }
        #expect(wrong == 0 && target[width, 0] == 0xEE, "width \(width)")
      }
    }
    // A share of all leaves every code.
    for x in 0..<220 { kept[x, 0] = 255 }
    unsafe shadeRow(source.base, by: kept.base, step: 1, toward: 128, count: 200, to: target.base)
    #expect((0..<200).allSatisfy { target[$0, 0] == source[$0, 0] })
  }
}

@Suite("The sharp scene in the glass's tone")
struct LensToneTests {
  private static func codes(_ tone: LensTone?, _ channel: Int) -> [UInt8] {
    // SAFETY: 257 codes each.
    (0..<257).compactMap { i in unsafe tone?.codes(channel)[i] }
  }

  @Test("a dark scene is bright in luminous glass, and brighter parts of it stay brighter")
  func codes() throws {
    let tone = try #require(LensTone([GlassMaterial.regular(ChromeStyle(appearance: .light))]))
    tone.fit(LinearColor(grey: 0.05))
    let luma = Self.codes(tone, 0)
    #expect(luma[0] >= 155 && luma[255] >= 245 && luma[256] == luma[255])
    #expect(zip(luma, luma.dropFirst()).allSatisfy { $0 <= $1 })
    for channel in 1...2 {
      let chroma = Self.codes(tone, channel)
      #expect(abs(Int(chroma[128]) - 128) <= 1 && chroma[190] > chroma[66])
    }
  }

  @Test("it has the tone that words need")
  func words() throws {
    let material = GlassMaterial.regular(ChromeStyle())
    let tone = try #require(LensTone([material]))
    tone.fit(LinearColor(grey: 0.5))
    let bare = Self.codes(tone, 0)
    tone.fit(LinearColor(grey: 0.5), ToneCurve(limit: 0.15, isUnderDarkInk: false, material))
    let most = 255 * TransferCurve.code(0.15)
    #expect(bare[255] > 250 && abs(Double(Self.codes(tone, 0)[255]) - most) < 4)
    tone.fit(LinearColor(grey: 0.5))
    #expect(Self.codes(tone, 0) == bare)
  }

  @Test("it follows the scene's colour, and not its flicker")
  func follows() throws {
    let tone = try #require(LensTone([GlassMaterial.regular(ChromeStyle())]))
    tone.fit(LinearColor(code: 20, 60, 200))
    let blue = Self.codes(tone, 0)
    tone.fit(LinearColor(code: 21, 61, 200))
    #expect(Self.codes(tone, 0) == blue)
    tone.fit(LinearColor(code: 90, 90, 90))
    #expect(Self.codes(tone, 0) != blue)
  }

  @Test("glass of one tone has it in its lens; clear glass and glass of several tones have none")
  func materials() {
    let (dark, light) = (
      GlassMaterial.regular(ChromeStyle()), GlassMaterial.regular(ChromeStyle(appearance: .light))
    )
    #expect(LensTone([light, light]) != nil)
    #expect(LensTone([dark, light]) == nil)
    #expect(LensTone([GlassMaterial.clear(ChromeStyle())]) == nil)
  }
}
