import RealModule
import Testing

@testable import GlassChrome

@Suite("Glass: light laid over codes")
struct LightTableTests {
  /// sRGB's curve (IEC 61966-2-1), written down once more.
  private static func light(_ code: Double) -> Double {
    code > 0.04045 ? Double.pow((code + 0.055) / 1.055, 2.4) : code / 12.92
  }

  private static func code(_ light: Double) -> Double {
    light > 0.0031308 ? 1.055 * Double.pow(light, 1 / 2.4) - 0.055 : 12.92 * light
  }

  /// A share of white over a code, mixed as light; codes 0...255.
  private static func lit(_ code: Int, _ share: Double) -> Double {
    let light = light(Double(code) / 255)
    return 255 * Self.code(light + (1 - light) * share)
  }

  // SAFETY: levels are below 64 and columns below 257, the table's size.
  private static func entry(_ level: Int, _ code: Int) -> Int {
    unsafe Int(LightTable.shared.code[level * LightTable.columns + code])
  }

  @Test("every level over every code is the screen of the two as light")
  func codes() {
    var worst = 0.0
    for level in 0..<LightTable.levels {
      let share = Double(level * level) / 3969
      for code in 0...255 {
        worst = max(worst, abs(Double(Self.entry(level, code)) - Self.lit(code, share)))
      }
      #expect(Self.entry(level, 256) == Self.entry(level, 255))
    }
    #expect(worst < 0.51)
  }

  @Test("a stored share is the nearest level's, and light mixed as codes is found out")
  func stored() {
    for i in 0...1000 {
      let share = Double(i) / 1000
      let level = Double(LightTable.stored(share) >> 2)
      #expect(abs(share.squareRoot() * 63 - level) <= 0.5)
    }
    #expect(LightTable.stored(-1) == 0 && LightTable.stored(2) >> 2 == 63)
    let mixedAsCodes = 40 + (255 - 40) * 0.25
    #expect(abs(Self.lit(40, 0.25) - mixedAsCodes) > 20)
  }

  @Test("chroma goes towards the light's as a middle grey's luma does")
  func chroma() {
    for level in 0..<LightTable.levels {
      let share = Double(level * level) / 3969
      let grey = 0.42
      let lit = Self.code(Self.light(grey) + (1 - Self.light(grey)) * share)
      // SAFETY: as above.
      let stored = unsafe Double(LightTable.shared.chroma[level])
      #expect(abs(stored - (lit - grey) / (1 - grey) * 256) < 0.51)
    }
  }
}
