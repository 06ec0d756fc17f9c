import RealModule

/// The horizon over time: single-frame estimates filtered, shown and hidden by their confidence, and judged.
struct HorizonTracker: Sendable {
  /// The low pass's time constant.
  static let timeConstant = 60e6

  private var estimator: HorizonEstimator
  private var shown = DwellSwitch(onLevel: 0.5, offLevel: 0.35, onDwell: 200_000_000, offDwell: 300_000_000)
  private var filter = AngleFilter(timeConstant: timeConstant)
  private var machine = SnapMachine(thresholds: .horizon)
  private var glow = Glow()
  private var fade = Glow()

  init(width: Int, height: Int, viewfinderAspect: Double) {
    estimator = HorizonEstimator(width: width, height: height, viewfinderAspect: viewfinderAspect)
  }

  /// Takes the next frame; `nil` where there is no picture.
  mutating func update(
    _ luma: Span<UInt8>?, bytesPerRow: Int, nanoseconds now: Int64, reading: inout HorizonReading
  ) {
    var confidence = 0.0
    if let luma {
      let estimate = estimator.estimate(luma, bytesPerRow: bytesPerRow)
      confidence = estimate.confidence
      // A doubtful frame says nothing; the line rests until the next good one, or fades.
      if confidence >= shown.offLevel {
        reading.angleDegrees = filter.update(estimate.angleDegrees, nanoseconds: now)
        reading.center = estimate.center
      }
    }
    shown.update(confidence, nanoseconds: now)
    reading.confidence = confidence
    reading.isKnown = shown.isOn
    machine.update(shown.isOn ? reading.angleDegrees.magnitude : nil, nanoseconds: now)
    fade.update(shown.isOn, nanoseconds: now)
    glow.update(machine.state.isLit, nanoseconds: now)
    reading.visibility = fade.value
    reading.state = machine.state
    reading.glow = glow.value
  }
}

/// A median of three against outliers, then a low pass against noise.
struct AngleFilter: Sendable, Equatable {
  let timeConstant: Double
  private var recent: (Double, Double, Double)?
  private var smooth = 0.0
  private var last: Int64 = 0
  /// After this long without a value the past says nothing any more.
  private static let longestGap: Int64 = 500_000_000

  init(timeConstant: Double) { self.timeConstant = timeConstant }

  static func == (a: AngleFilter, b: AngleFilter) -> Bool { a.smooth == b.smooth && a.last == b.last }

  mutating func update(_ value: Double, nanoseconds now: Int64) -> Double {
    let (step, overflow) = now.subtractingReportingOverflow(last)
    last = now
    guard let (_, b, c) = recent, !overflow, step >= 0, step <= Self.longestGap else {
      recent = (value, value, value)
      smooth = value
      return value
    }
    recent = (b, c, value)
    let median = max(min(b, c), min(max(b, c), value))
    smooth += (median - smooth) * (1 - Double.exp(-Double(step) / timeConstant))
    return smooth
  }
}
