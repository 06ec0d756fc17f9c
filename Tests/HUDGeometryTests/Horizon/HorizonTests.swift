import RealModule
import TestScenes
import TestSupport
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

  @Test("a film's angle is sure after 200 ms of confidence, a still's at once, and a doubtful one's never")
  func sure() {
    let clear = SyntheticPicture.horizon(rollDegrees: 2, offset: 4, seed: 3)
    for isPhoto in [false, true] {
      for picture in [clear, .noise(amplitude: 100, seed: 3, width: clear.width, height: clear.height)] {
        var tracker = HorizonTracker(
          width: picture.width, height: picture.height, viewfinderAspect: 16 / 9.0, isPhoto: isPhoto)
        var reading = HorizonReading()
        let sure = (0..<12).map { frame in
          tracker.update(
            picture.pixels.span, bytesPerRow: picture.width, nanoseconds: Int64(frame) * 33_000_000,
            reading: &reading)
          return reading.isSure
        }
        let isClear = reading.confidence >= 0.8
        #expect(isClear == (picture.pixels == clear.pixels))
        #expect(sure.first == (isPhoto && isClear) && sure.last == isClear)
        #expect(sure.firstIndex(of: true) == (isClear ? isPhoto ? 0 : 7 : nil))
      }
    }
  }

  @Test("a first picture has its angle at once, with an interval that holds the truth", arguments: -6...6)
  func atOnce(_ degrees: Int) throws {
    let roll = Double(degrees) + 0.2
    let picture = SyntheticPicture.horizon(rollDegrees: roll, offset: 4, seed: UInt64(degrees + 50))
    var tracker = HorizonTracker(width: picture.width, height: picture.height, viewfinderAspect: 16 / 9.0)
    var reading = HorizonReading()
    tracker.update(picture.pixels.span, bytesPerRow: picture.width, nanoseconds: 0, reading: &reading)
    #expect(reading.state == .unknown && !reading.isKnown && reading.visibility == 0)
    #expect(abs(try #require(reading.bestDegrees) - roll) < 0.3)
    let interval = try #require(reading.interval)
    #expect(interval.contains(roll) && interval.upperBound - interval.lowerBound < 6)
    // Without a picture there is nothing to tell.
    tracker.update(nil, bytesPerRow: 0, nanoseconds: 1, reading: &reading)
    #expect(reading.bestDegrees == nil && reading.interval == nil)
  }

  @Test("the margin about an angle has its share of the mass, whatever the angle")
  func margin() {
    var posterior = AnglePosterior()
    let middle = AnglePosterior.bins / 2
    posterior.values[middle] = 1
    // All of it lies within a quarter of a degree about 0.
    #expect(abs(posterior.margin(about: 0, holding: 0.8) - 0.2) < 0.01 + 0.21)
    #expect(posterior.margin(about: 0, holding: 0.99) <= 0.5)
    #expect(abs(posterior.margin(about: 2, holding: 0.9) - 2.2) < 0.3)
    posterior.values[middle] = 0.5
    posterior.values[middle + 40] = 0.5
    #expect(posterior.margin(about: 0, holding: 0.4) < 0.5)
    #expect((19.5...20.5).contains(posterior.margin(about: 0, holding: 0.9)))
    for bin in 0..<AnglePosterior.bins { posterior.values[bin] = 1 / Float(AnglePosterior.bins) }
    for angle in [-60.0, -30, 0, 59.9] {
      let margin = posterior.margin(about: angle, holding: 0.5)
      let inside = min(60.25, angle + margin) - max(-60.25, angle - margin)
      #expect(abs(inside / 120.5 - 0.5) < 0.02)
    }
    #expect(AnglePosterior().margin(about: 0, holding: 0.9) >= 120)
  }

  @Test(
    "while nothing moves, estimates are averaged; after a doubtful way a sure picture outweighs what was gathered"
  )
  func weights() {
    func decay(_ heard: Double = 30, seconds: Double = 0.03, doubt: Double = 0, deviation: Double = 0.3)
      -> Double
    {
      HorizonTracker.decay(heard: heard, seconds: seconds, doubt: doubt, deviation: deviation)
    }
    #expect(decay(0) == 0 && decay(1) == 0.5 && decay(9) == 0.9)
    // Four seconds limit the mean, however many were heard.
    #expect((decay(1e6, seconds: 0.2) - Double.exp(-0.05)).magnitude < 1e-12)
    // As doubtful as the way, a picture weighs as much as all before.
    #expect((decay(doubt: 0.3) - 0.5).magnitude < 1e-12)
    #expect(decay(doubt: 0.3, deviation: 0.15) < 0.25 && decay(doubt: 0.3, deviation: 0.6) > 0.75)
    // None is so sure, nor so doubtful, that it alone decides.
    #expect(decay(doubt: 0.3, deviation: 0.01) == decay(doubt: 0.3, deviation: 0.15))
    #expect(decay(doubt: 0.3, deviation: 60) == decay(doubt: 0.3, deviation: 0.7))
  }

  @Test("a standing scene's angle does not jitter, though each frame has noise of its own")
  func jitter() {
    var tracker = HorizonTracker(width: 240, height: 135, viewfinderAspect: 16 / 9.0)
    var reading = HorizonReading()
    var angles: [Double] = []
    for i in 0..<60 {
      let picture = SyntheticPicture.horizon(rollDegrees: 4.2, offset: 8, seed: UInt64(i), noise: 6)
      tracker.update(
        picture.pixels.span, bytesPerRow: 240, nanoseconds: Int64(i) * 33_333_333, reading: &reading)
      if i >= 20 { angles.append(reading.angleDegrees) }
    }
    let mean = angles.reduce(0, +) / Double(angles.count)
    let variance = angles.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(angles.count)
    #expect(variance.squareRoot() < 0.05)
    #expect(reading.isKnown)
  }

  @Test(
    "a segment of a clear edge is placed to a tenth of a pixel and a fifth of a degree",
    arguments: [-70.0, -20, 0, 33, 60, 88])
  func segments(_ degrees: Double) {
    var cells = EdgeCells(width: 240, height: 135, viewfinderAspect: 16 / 9.0)
    var scan = SegmentScan(width: 240, height: 135, pixelAspect: cells.pixelAspect)
    var pixels: [UInt8] = []
    let (s, c) = (Double.sin(degrees * .pi / 180), Double.cos(degrees * .pi / 180))
    for y in 0..<135 {
      for x in 0..<240 {
        let below = (Double(y) + 0.5 - 67.5) * c + (Double(x) + 0.5 - 120) * s
        pixels.append(UInt8(60 + 120 * max(0, min(1, below / 2 + 0.5))))
      }
    }
    var fixed = FixedParts(cells)
    cells.read(pixels.span, bytesPerRow: 240, hiding: &fixed)
    scan.read(cells)
    var longest = Segment()
    for i in 0..<scan.count where scan.segments[i].length > longest.length { longest = scan.segments[i] }
    #expect(abs(Double(longest.angle) - degrees) < 0.2)
    #expect(abs(Double(longest.u) * s + Double(longest.v) * c) * 240 < 0.1)
    #expect(longest.length > 0.4)
  }

  @Test("the filter swallows an outlier, rests in noise, and catches up with a step within a second")
  func filter() {
    var filter = AngleFilter()
    var random = Seeded(3)
    var worst = 0.0
    for i in 0..<300 {
      let outlier = i % 50 == 25 ? 5.0 : 0
      let value = outlier + (random.unit() - 0.5) * 0.2
      let out = filter.update(value, nanoseconds: Int64(i) * 33_333_333)
      if i > 10 { worst = max(worst, out.magnitude) }
    }
    #expect(worst < 0.09)
    var out = 0.0
    for i in 300..<330 { out = filter.update(4, nanoseconds: Int64(i) * 33_333_333) }
    #expect(abs(out - 4) < 0.1)
    #expect(filter.update(-9, nanoseconds: 40_000_000_000) == -9)
  }
}
