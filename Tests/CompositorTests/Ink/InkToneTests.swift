import Foundation
import Testing

@testable import Compositor

/// Relative luminance of a grey code (IEC 61966-2-1).
private func luminance(_ code: Double) -> Double {
  let v = code / 255
  return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
}

private func contrast(_ a: Double, _ b: Double) -> Double {
  (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

/// Least over all grey backgrounds of the best contrast among core, edge and background.
private func worstContrast(_ tone: InkTone, _ color: GuideColor) -> Double {
  var worst = Double.infinity
  for background in 0...255 {
    let ground = Double(background)
    let core = luminance(ground + (Double(color.y) - ground) * tone.core)
    let edge = luminance(ground * (1 - tone.edge))
    let behind = luminance(ground)
    worst = min(worst, max(contrast(core, edge), contrast(core, behind), contrast(edge, behind)))
  }
  return worst
}

@Suite("Two-tone strokes")
struct InkToneTests {
  @Test(
    "every tone in every colour keeps 3:1 over every background level",
    arguments: [InkTone.template, .guide], [GuideColor.white, .amber, .green, .cyan])
  func legible(tone: InkTone, color: GuideColor) {
    #expect(worstContrast(tone, color) >= 3)
  }

  @Test("warnings keep 3:1, in red too", arguments: [GuideColor.amber, .red])
  func alarm(color: GuideColor) { #expect(worstContrast(.alarm, color) >= 3) }

  @Test(
    "figures and letters differ from their own edge by 4.5:1 over every background level",
    arguments: [GuideColor.white, .amber, .green, .cyan])
  func text(color: GuideColor) {
    let tone = InkTone.text
    for background in 0...255 {
      let edge = Double(background) * (1 - tone.edge)
      let core = edge + (Double(color.y) - edge) * tone.core
      #expect(contrast(luminance(core), luminance(edge)) >= 4.5, "over \(background)")
    }
  }

  @Test("an alarm's letters differ from their plate by 4.5:1, which covers what is behind")
  func plate() {
    #expect(InkTone.alarm.core == 1)
    #expect(contrast(luminance(Double(GuideColor.amber.y)), luminance(Double(GuideColor.black.y))) >= 4.5)
  }

  @Test("grid lines, which are white, keep 3:1 too")
  func grid() { #expect(worstContrast(.grid, .white) >= 3) }

  @Test("a core without its edge would not: the rule can be broken")
  func edgeMatters() { #expect(worstContrast(InkTone(core: 0.94, edge: 0), .white) < 1.2) }
}
