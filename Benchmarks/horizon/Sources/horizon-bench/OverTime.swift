import Foundation
import HUDGeometry

/// What the guides say of frames that follow each other: pictures turned by a known roll, and standing scenes.
struct OverTime {
  /// Of one kind of measurement: errors in degrees.
  struct Errors {
    var name: String
    var values: [Double] = []
    var asked = 0

    init(_ name: String) { self.name = name }

    func line() -> String {
      name + ": "
        + String(
          format: "found %d of %d, median %.3f, p95 %.3f, worst %.3f", values.count, asked,
          HorizonBench.quantile(values, 0.5), HorizonBench.quantile(values, 0.95), values.max() ?? .nan)
    }
  }

  private let width: Int
  private var random = Noise(state: 1)
  private let codec: LumaCodec
  private var large = Errors("registration, rolls up to 8 degrees")
  private var small = Errors("registration, rolls of .3 degrees")
  private var smallest = Errors("registration, rolls of .1 degrees")
  private var absolute = Errors("estimator, difference of two absolute answers")
  private var sure = Errors("  the same, both with confidence .5 or more")
  private var standing: [Double] = []
  private var single: [Double] = []
  private var flips = 0
  private var scenes = 0
  private var early: [Double] = []
  private var late: [Double] = []

  init(width: Int) throws {
    self.width = width
    codec = try LumaCodec()
  }
}

extension OverTime {
  /// Takes one picture as a scene.
  mutating func measure(_ whole: Picture) throws {
    for (index, roll) in [-8.0, -3, -1, 1, 3, 8].enumerated() {
      let size = index.isMultiple(of: 2) ? 0.3 : 0.1
      try compare(whole, roll: roll, into: \.large)
      try compare(whole, roll: roll < 0 ? -size : size, into: size > 0.2 ? \.small : \.smallest)
    }
    try stand(whole)
  }

  /// A frame, its JPEG of the whole picture, shrunk to the small luma.
  private mutating func frame(_ whole: Picture, roll: Double) throws -> Picture {
    try whole.turned(by: roll).seen(gain: 1, noise: 2, random: &random).compressed(codec)
      .shrunk(toWidth: width)
  }

  private mutating func compare(
    _ whole: Picture, roll: Double, into kind: WritableKeyPath<OverTime, Errors>
  ) throws {
    let before = try frame(whole, roll: 0)
    let after = try frame(whole, roll: roll)
    var analyzer = Self.analyzer(before, followsReference: true)
    for (step, picture) in [before, after].enumerated() {
      analyzer.update(
        luma: picture.pixels.span, bytesPerRow: picture.width, nanoseconds: Int64(step) * 33_333_333)
    }
    self[keyPath: kind].asked += 1
    if analyzer.reading.horizon.confidence > 0 {
      self[keyPath: kind].values.append(abs(analyzer.reading.horizon.angleDegrees - roll))
    }
    var estimator = HorizonEstimator(
      width: before.width, height: before.height,
      viewfinderAspect: Double(before.width) / Double(before.height))
    let first = estimator.estimate(before.pixels.span, bytesPerRow: before.width)
    let second = estimator.estimate(after.pixels.span, bytesPerRow: after.width)
    let error = abs(second.angleDegrees - first.angleDegrees - roll)
    absolute.asked += 1
    absolute.values.append(error)
    sure.asked += 1
    if min(first.confidence, second.confidence) >= 0.5 { sure.values.append(error) }
  }

  /// Four seconds of a fixed camera: noise of 3 levels, light that wanders by 2 %.
  private mutating func stand(_ whole: Picture) throws {
    let scene = whole.shrunk(toWidth: width)
    var analyzer = Self.analyzer(scene, followsReference: false)
    var estimator = HorizonEstimator(
      width: scene.width, height: scene.height, viewfinderAspect: Double(scene.width) / Double(scene.height))
    var angles: [Double] = []
    var singles: [Double] = []
    for step in 0..<120 {
      let picture = scene.seen(gain: 1 + 0.02 * sin(Double(step) / 11), noise: 3, random: &random)
      let start = HorizonBench.cpuMilliseconds()
      analyzer.update(
        luma: picture.pixels.span, bytesPerRow: picture.width, nanoseconds: Int64(step) * 33_333_333)
      let took = HorizonBench.cpuMilliseconds() - start
      if step < 10 { early.append(took) } else { late.append(took) }
      guard step >= 30, analyzer.reading.horizon.isKnown else { continue }
      angles.append(analyzer.reading.horizon.angleDegrees)
      if step.isMultiple(of: 8) {
        singles.append(estimator.estimate(picture.pixels.span, bytesPerRow: picture.width).angleDegrees)
      }
    }
    guard angles.count > 60 else { return }
    scenes += 1
    standing.append(Self.deviation(angles))
    single.append(Self.deviation(singles))
    flips += zip(angles, angles.dropFirst()).count { abs($0 - $1) > 1 }
  }

  func report() {
    for errors in [large, small, smallest, absolute, sure] { print("  " + errors.line()) }
    print(
      String(
        format:
          "  standing scenes that show an angle: %d; sigma from 1 s to 4 s median %.3f, p95 %.3f; jumps of over 1 degree %d; "
          + "single frames: sigma median %.3f, p95 %.3f",
        scenes, HorizonBench.quantile(standing, 0.5), HorizonBench.quantile(standing, 0.95), flips,
        HorizonBench.quantile(single, 0.5), HorizonBench.quantile(single, 0.95)))
    for (name, times) in [("first ten frames of a scene", early), ("later frames", late)] {
      print(
        String(
          format: "  %@: CPU ms a frame median %.2f, p99 %.2f", name, HorizonBench.quantile(times, 0.5),
          HorizonBench.quantile(times, 0.99)))
    }
  }

  private static func analyzer(_ picture: Picture, followsReference: Bool) -> HUDAnalyzer {
    var settings = HUDSettings(
      tracksSubject: false, viewfinderWidth: picture.width, viewfinderHeight: picture.height)
    settings.levelReference = followsReference
    return HUDAnalyzer(settings: settings, lumaWidth: picture.width, lumaHeight: picture.height)
  }

  private static func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(max(values.count, 1))
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(values.count, 1))).squareRoot()
  }
}
