import Testing

@testable import HUDGeometry

struct HorizonTests {
  func estimate(_ picture: SyntheticPicture, aspect: Double? = nil) -> HorizonEstimate {
    var estimator = HorizonEstimator(
      width: picture.width, height: picture.height,
      viewfinderAspect: aspect ?? Double(picture.width) / Double(picture.height))
    return estimator.estimate(picture.pixels.span, bytesPerRow: picture.width)
  }

  @Test("a clear horizon is found within 0.3° at every roll up to 20°, confidently", arguments: -20...20)
  func clear(_ degrees: Int) {
    let roll = Double(degrees) + 0.37
    let found = estimate(.horizon(rollDegrees: roll, offset: Double(degrees), seed: UInt64(degrees + 100)))
    #expect(abs(found.angleDegrees - roll) < 0.3)
    #expect(found.confidence > 0.6)
    #expect(abs(found.center.y - (0.5 + Double(degrees) / 135)) < 0.02)
  }

  @Test("sizes and offsets don't matter", arguments: [(160, 120), (240, 240), (480, 270), (270, 480)])
  func sizes(_ size: (Int, Int)) {
    for offset in [-0.25, 0.0, 0.2] {
      let found = estimate(
        .horizon(rollDegrees: 3.3, offset: offset * Double(size.1), width: size.0, height: size.1))
      #expect(abs(found.angleDegrees - 3.3) < 0.3)
    }
  }

  @Test("a luma squeezed in one direction gives the angle of the viewfinder")
  func squeezed() {
    let found = estimate(.horizon(rollDegrees: 10, offset: 0, width: 240, height: 240), aspect: 2)
    // In the viewfinder everything is twice as wide: tan halves.
    #expect(abs(found.angleDegrees - 5.038) < 0.3)
  }

  @Test("noise, flat grey and fog have no horizon", arguments: 0..<8)
  func nothing(_ seed: UInt64) {
    for picture in [
      SyntheticPicture.noise(amplitude: 100, seed: seed), .noise(amplitude: 8, seed: seed),
      .noise(amplitude: 0, seed: seed), .fog(seed: seed),
    ] {
      #expect(estimate(picture).confidence < 0.35)
    }
  }

  @Test(
    "pictures too small to hold anything say nothing",
    arguments: [(0, 0), (1, 1), (5, 5), (9, 240), (240, 6)])
  func tiny(_ size: (Int, Int)) {
    let picture = SyntheticPicture.noise(amplitude: 50, seed: 1, width: size.0, height: size.1)
    let found = estimate(picture, aspect: 1)
    #expect(found.confidence < 0.5 && found.angleDegrees.isFinite)
  }
}
