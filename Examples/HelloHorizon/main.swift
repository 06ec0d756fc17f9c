import HUDGeometry

// 320 × 180 samples of luma: a bright sky over a sea that rises 5° to the right, 7 in 80.
var luma = Array(repeating: UInt8(60), count: 320 * 180)
for y in 0..<180 {
  for x in 0..<320 where 80 * (90 - y) > 7 * (x - 160) { luma[y * 320 + x] = 200 }
}
var analyzer = HUDAnalyzer(settings: HUDSettings(), lumaWidth: 320, lumaHeight: 180)
analyzer.update(luma: luma.span, bytesPerRow: 320, nanoseconds: 0)
let horizon = analyzer.reading.horizon
print("\(horizon.bestDegrees ?? .nan)°, within 1° with a probability of \(horizon.confidence)")
