import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

struct SnapNoiseTests {
  static let frame: Int64 = 33_333_333
  static let minutes = 12

  /// What stands before the states.
  enum Smoothing {
    case none
    /// What the horizon has.
    case oneEuro
  }

  /// Readings with a camera held at `angle`: noise of σ = .1°, a drift of .05° that comes and goes within 20 s,
  /// one outlier of ±5° in a hundred.
  private static func readings(
    _ angle: Double, seed: UInt64, _ smoothing: Smoothing, _ body: (_ frame: Int, _ value: Double) -> Void
  ) {
    var random = Seeded(seed)
    var oneEuro = AngleFilter()
    for i in 0..<minutes * 60 * 30 {
      var value = angle + 0.1 * random.normal() + 0.05 * .sin(2 * .pi * Double(i) / 600)
      if random.unit() < 0.01 { value += random.unit() < 0.5 ? -5 : 5 }
      if smoothing == .oneEuro { value = oneEuro.update(value, nanoseconds: Int64(i) * frame) }
      body(i, value.magnitude)
    }
  }

  /// How often the state changes a minute.
  private static func changes(_ angle: Double, seed: UInt64, _ smoothing: Smoothing) -> Double {
    var machine = SnapMachine(thresholds: .horizon)
    var (count, last) = (0, GuideState.unknown)
    readings(angle, seed: seed, smoothing) { i, value in
      machine.update(value, nanoseconds: Int64(i) * frame)
      // The way in at the start is no change.
      if i > 60, machine.state != last { count += 1 }
      last = machine.state
    }
    return Double(count) / Double(minutes)
  }

  @Test("at the worst angle the states change less than once a minute", arguments: 0..<6)
  func steady(_ seed: Int) {
    var worst = (rate: 0.0, angle: 0.0)
    for step in 0...20 {
      // Between the bands' ends nothing is near a threshold; around them every twentieth of a degree counts.
      for angle in [0.3 + 0.05 * Double(step), 2.75 + 0.075 * Double(step)] {
        let rate = Self.changes(angle, seed: UInt64(seed * 100 + step), .oneEuro)
        if rate > worst.rate { worst = (rate, angle) }
      }
    }
    #expect(worst.rate < 1, "\(worst.rate) a minute at \(worst.angle)°")
  }

  /// The same against a threshold at .5° alone, or one that lets go at .9°: changes a minute.
  private static func thresholdChanges(_ smoothing: Smoothing, angle: Double, release: Double) -> Double {
    var (count, isOn) = (0, false)
    readings(angle, seed: 1, smoothing) { _, value in
      let next = value <= (isOn ? release : 0.5)
      if next != isOn { count += 1 }
      isOn = next
    }
    return Double(count) / Double(minutes)
  }

  @Test("the noise is what it should be: a bare threshold changes hundreds of times a minute")
  func bare() {
    func worst(_ smoothing: Smoothing, release: Double) -> Double {
      stride(from: 0.4, through: 1.0, by: 0.05)
        .map { Self.thresholdChanges(smoothing, angle: $0, release: release) }.max() ?? 0
    }
    // 831, 42, 134: the table in docs/hud.md has them.
    #expect((800...860).contains(worst(.none, release: 0.5)))
    #expect((40...52).contains(worst(.none, release: 0.9)))
    #expect((120...160).contains(worst(.oneEuro, release: 0.5)))
  }

  @Test("without the filter, outliers of 5° at 4.1° reach the near band, which has no dwell on its way in")
  func outliersUnfiltered() {
    let rate = Self.changes(4.1, seed: 1, .none)
    #expect((10...30).contains(rate), "\(rate) a minute")
  }

  @Test("without the filter, dwell and hysteresis alone still hold", arguments: 0..<2)
  func unfiltered(_ seed: Int) {
    for angle in [0.5, 0.7, 0.9, 3.5] {
      let rate = Self.changes(angle, seed: UInt64(seed), .none)
      // A bare threshold at .5° changes hundreds of times.
      #expect(rate < 2, "\(rate) a minute at \(angle)°")
    }
  }

  @Test(
    "noise inside the hysteresis band never makes a state flicker", arguments: 0..<12,
    [SnapThresholds.horizon, .silhouette, .subject])
  func band(_ seed: Int, _ thresholds: SnapThresholds) {
    var random = Seeded(UInt64(seed))
    func value(_ low: Double, _ high: Double) -> Double { high - (high - low) * random.unit() }
    var machine = SnapMachine(thresholds: thresholds)
    var now: Int64 = 0
    func play(_ low: Double, _ high: Double, _ frames: Int, _ state: GuideState?) {
      for _ in 0..<frames {
        now += Int64(random.unit() * 60e6)
        machine.update(value(low, high), nanoseconds: now)
        if let state { #expect(machine.state == state) }
      }
    }
    let t = thresholds
    play(t.nearOut + 1e-9, t.nearOut + 1, 20, .idle)
    // Above nearIn, however long: idle stays idle.
    play(t.nearIn + 1e-9, t.nearOut + 1, 300, .idle)
    play(t.snapIn + 1e-9, t.nearIn, 40, nil)
    #expect(machine.state == .near)
    play(t.snapIn + 1e-9, t.nearOut, 300, .near)
    play(t.snapIn - 1, t.snapIn, 40, nil)
    #expect(machine.state == .snapped)
    play(t.snapIn - 1, t.snapOut, 300, .snapped)
    play(t.snapOut + 1e-9, t.nearOut, 40, nil)
    #expect(machine.state == .near)
    play(t.snapIn + 1e-9, t.nearOut, 300, .near)
  }

  @Test("what is near snaps only when it was near enough for its dwell", arguments: 0..<20)
  func dwell(_ seed: Int) {
    var random = Seeded(UInt64(seed))
    var machine = SnapMachine(thresholds: .horizon)
    var (now, within, before) = (Int64(0), Int64(0), GuideState.unknown)
    var isWithin = false
    for _ in 0..<2_000 {
      let step = Int64(random.unit() * 80e6)
      now += step
      let value = random.unit() * 1.2
      if isWithin, value <= 0.5 { within += step }
      isWithin = value <= 0.5
      machine.update(value, nanoseconds: now)
      if machine.state == .snapped, before == .near {
        #expect(within >= machine.thresholds.dwell && value <= 0.5)
      }
      if machine.state != before { within = 0 }
      before = machine.state
    }
  }

  @Test(
    "the time to snap is the dwell at any frame rate, to a frame", arguments: [15.0, 24, 30, 60, 120, 240])
  func frameRate(_ rate: Double) {
    var machine = SnapMachine(thresholds: .horizon)
    var snapped: Double?
    for i in 0..<Int(rate) where snapped == nil {
      machine.update(0.2, nanoseconds: Int64(Double(i) * 1e9 / rate))
      if machine.state == .snapped { snapped = Double(i) / rate }
    }
    #expect((snapped ?? 9) >= 0.1 - 1e-9 && (snapped ?? 9) < 0.1 + 1 / rate)
  }

  @Test("one outlier during the dwell costs two frames, not the dwell")
  func outlier() {
    var times: [Int] = []
    for outlier in [-1, 2] {
      var machine = SnapMachine(thresholds: .horizon)
      for i in 0..<30 where machine.state != .snapped {
        machine.update(i == outlier ? 5 : 0.2, nanoseconds: Int64(i) * 33_400_000)
        if machine.state == .snapped { times.append(i) }
      }
    }
    #expect(times == [3, 6])
  }
}
