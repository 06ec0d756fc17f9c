import PixelTypes
import Testing

@testable import GlassChrome

@Suite("Glass: the tone under words")
struct ToneCurveTests {
  private static let lights = (0...4_000).map { Double($0) / 4_000 }
  private static let limits: [(Double, isUnderDarkInk: Bool)] =
    [0.05, 0.075, 0.12, 0.17].map { ($0, false) } + [0.18, 0.34, 0.6, 0.7].map { ($0, true) }

  private static func materials() -> [GlassMaterial] {
    let red = GlassElement(id: "a", frame: .zero, glass: .regular.tint(.recording).prominent())
    return [
      .regular(ChromeStyle()), .regular(ChromeStyle(appearance: .light)), .clear(ChromeStyle()),
      GlassMaterial.make(red, style: ChromeStyle()),
    ]
  }

  /// What a curve makes of a grey.
  private static func shown(_ curve: ToneCurve, _ light: Double) -> Double {
    light + (curve.wash.luminance - light) * curve.opacity(light)
  }

  @Test("all light keeps the limit, and comes close to it", arguments: 0..<8)
  func bounds(index: Int) {
    let (limit, isUnderDarkInk) = Self.limits[index]
    for material in Self.materials() {
      let curve = ToneCurve(limit: limit, isUnderDarkInk: isUnderDarkInk, material)
      let shown = Self.lights.map { Self.shown(curve, $0) }
      #expect(shown.allSatisfy { isUnderDarkInk ? $0 >= limit - 1e-4 : $0 <= limit + 1e-4 })
      let worst = isUnderDarkInk ? shown[0] : shown[shown.count - 1]
      #expect(abs(worst - limit) < 0.005)
      // What needs no wash gets none.
      let (spared, own) = isUnderDarkInk ? (2 * limit, 0.8) : (0.005, 0.004)
      if spared < 0.8 { #expect(curve.opacity(max(spared, own)) == 0) }
    }
  }

  @Test("brighter light stays brighter, and no step becomes larger to the eye", arguments: 0..<8)
  func order(index: Int) {
    let (limit, isUnderDarkInk) = Self.limits[index]
    for material in Self.materials() {
      let curve = ToneCurve(limit: limit, isUnderDarkInk: isUnderDarkInk, material)
      var (last, lastShown) = (0.0, Self.shown(curve, 0))
      // Steps of six entries: between two the wash is even.
      for light in Self.lights where light - last >= 6 / Double(ToneCurve.entries) {
        let shown = Self.shown(curve, light)
        #expect(shown > lastShown - 0.001)
        let step = 255 * (light.squareRoot() - last.squareRoot())
        #expect(255 * abs(shown.squareRoot() - lastShown.squareRoot()) < step + 1)
        (last, lastShown) = (light, shown)
      }
    }
  }

  @Test("without a limit it changes nothing")
  func none() {
    for (limit, isUnderDarkInk) in [(1.0, false), (0, true)] {
      let curve = ToneCurve(limit: limit, isUnderDarkInk: isUnderDarkInk, .regular(ChromeStyle()))
      #expect(curve.opacities.allSatisfy { $0 == 0 } && curve.changes.allSatisfy { $0 == 0 })
    }
  }

  @Test("an even colour stays nearer to its limit than a scene's light does")
  func knee() {
    func shown(_ knee: Double) -> Double {
      Self.shown(
        ToneCurve(limit: 0.17, isUnderDarkInk: false, PainterFixtures.soft { $0.knee = knee }), 0.25)
    }
    #expect(shown(0.9) > 0.16 && shown(0.1) < 0.13)
  }
}

@Suite("Glass: words that ask for less")
struct ToneEasingTests {
  @Test(
    "tone eases off within 0.4 s in small steps, at any frame rate, and deepens at once",
    arguments: [false, true])
  func eases(isUnderDarkInk: Bool) {
    let material = GlassMaterial.regular(ChromeStyle())
    let (strict, lax) = isUnderDarkInk ? (0.6, 0.2) : (0.075, 0.17)
    func shown(_ curve: ToneCurve) -> Double {
      let light = isUnderDarkInk ? 0.0 : 1.0
      return light + (curve.wash.luminance - light) * curve.opacity(light)
    }
    func tone(_ limit: Double, after former: ToneCurve?) -> ToneCurve {
      ToneCurve(limit: limit, isUnderDarkInk: isUnderDarkInk, material, after: former)
    }
    let deep = tone(strict, after: nil)
    var ends: [Double] = []
    for rate in [30, 60] {
      let curve = tone(lax, after: deep)
      var last = shown(curve)
      #expect(last == shown(deep))
      for k in 0...rate {
        _ = curve.relax(1_000_000_000 + Int64(k) * 1_000_000_000 / Int64(rate))
        let now = shown(curve)
        #expect((now.squareRoot() - last.squareRoot()).magnitude < 0.045)
        #expect(isUnderDarkInk ? now <= last : now >= last)
        last = now
        if k == rate / 5 { ends.append(now) }
        if k == rate / 2 { #expect(now == shown(tone(lax, after: nil))) }
      }
    }
    #expect(ends[0] == ends[1])
    #expect(shown(tone(strict, after: tone(lax, after: nil))) == shown(deep))
  }
}
