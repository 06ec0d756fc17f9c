import CAllocationCounter
import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

/// A camera and a sensor on a rig that rolls and pitches as told.
struct SimulatedRig: Sendable {
  var roll: @Sendable (Double) -> Double = { 8 * .sin(0.9 * $0) + 2 * .sin(2.3 * $0 + 1) }
  var pitch: @Sendable (Double) -> Double = { 3 * .sin(1.3 * $0 + 0.5) + .sin(3.1 * $0) }
  /// Samples a second; seconds until they come; standard deviation of their angles, in degrees.
  var rate = 10.0
  var delay = 0.08
  var noise = 0.3
  var bias = 0.0
  /// Whether its roll has the other sign, and whether it says pitch.
  var isInverted = false
  var hasPitch = true
  /// How the camera is mounted: rolled, turned about the vertical, and rolled further from a time on.
  var mounting = 0.0
  var yaw = 0.0
  var knock: (time: Double, degrees: Double)?
  private var said = 0
  private var random: Seeded

  init(seed: UInt64) { random = Seeded(seed) }

  /// The camera's roll.
  func truth(_ t: Double) -> Double {
    .cos(yaw * .pi / 180) * roll(t) + .sin(yaw * .pi / 180) * pitch(t) + mounting
      + (knock.map { t < $0.time ? 0 : $0.degrees } ?? 0)
  }

  /// What has come until a time in seconds since the last call.
  mutating func said(until end: Double) -> [AttitudeSample] {
    var samples: [AttitudeSample] = []
    while Double(said) / rate + delay <= end {
      let t = Double(said) / rate
      said += 1
      let (a, b) = (noise * random.normal(), noise * random.normal())
      samples.append(
        AttitudeSample(
          nanoseconds: Int64((t + delay) * 1e9),
          rollDegrees: ((isInverted ? -1 : 1) * roll(t) + bias + a).remainder(dividingBy: 360),
          pitchDegrees: hasPitch ? pitch(t) + b : nil))
    }
    return samples
  }
}

@Suite("An attitude sensor is one more witness of the horizon")
struct AttitudeTests {
  /// What a picture says: its angle, and the roll that is carried along.
  struct Sight {
    var angle: Double
    var roll: Double
    var margin = 0.4
    var confidence = 0.95
    var isNew = false
  }

  /// A film at 30 frames a second, drawn 40 ms later, without its pictures' pixels.
  struct Film {
    var witness = AttitudeWitness()
    var frame = 0
    var random = Seeded(9)
    /// Errors of the last part in degrees, how many of them are in the interval, who spoke.
    var alone: [Double] = []
    var both: [Double] = []
    var inside = 0
    var witnesses: Set<HorizonWitness> = []

    mutating func run(
      _ rig: inout SimulatedRig, seconds: Double, see: (_ time: Double, _ truth: Double) -> Sight?
    ) {
      (alone, both, inside, witnesses) = ([], [], 0, [])
      for _ in 0..<Int(seconds * 30) {
        frame += 1
        let t = Double(frame) / 30
        witness.hear(rig.said(until: t + 0.04), frame: Int64(t * 1e9))
        let truth = rig.truth(t)
        var sight = AttitudeWitness.Sight(
          estimate: HorizonEstimate(), rollDegrees: 0, isNew: true, travel: .zero, growth: 0)
        var posterior = AnglePosterior()
        if let seen = see(t, truth) {
          sight.estimate.angleDegrees = seen.angle
          sight.estimate.marginDegrees = seen.margin
          sight.estimate.confidence = seen.confidence
          (sight.rollDegrees, sight.isNew) = (seen.roll, seen.isNew)
          for i in posterior.values.indices {
            let off =
              (AnglePosterior.degrees(i) - (seen.angle - seen.roll))
              / (seen.margin / AnglePosterior.deviationsInMargin)
            posterior.values[i] = Float(.exp(-off * off / 2) + (1 - seen.confidence) / 241)
          }
          let sum = posterior.values.reduce(0, +)
          for i in posterior.values.indices { posterior.values[i] /= sum }
          alone.append(seen.angle - truth)
        }
        guard let found = witness.testify(sight, posterior) else { continue }
        both.append(found.estimate.angleDegrees - truth)
        if both[both.count - 1].magnitude <= found.estimate.marginDegrees { inside += 1 }
        witnesses.insert(found.witness)
      }
    }

    /// A minute of a horizon that pictures know to .03°.
    mutating func learn(_ rig: inout SimulatedRig, seconds: Double = 60) {
      var noise = random
      run(&rig, seconds: seconds) { Sight(angle: $1 + 0.03 * noise.normal(), roll: $1) }
      random = noise
    }
  }

  static func rms(_ errors: [Double]) -> Double {
    (errors.reduce(0) { $0 + $1 * $1 } / Double(max(1, errors.count))).squareRoot()
  }

  @Test(
    "delay and mounting are found; both are better than the picture, and than a sensor that is known; in the dark the sensor goes on",
    arguments: [5.0, 10, 50], [0.02, 0.08, 0.14, 0.2])
  func found(rate: Double, delay: Double) throws {
    var rig = SimulatedRig(seed: UInt64(rate + delay * 1000))
    (rig.rate, rig.delay, rig.bias, rig.mounting) = (rate, delay, 1.5, -5)
    var film = Film()
    film.learn(&rig, seconds: 120)
    let reading = try #require(film.witness.reading)
    #expect((reading.delaySeconds - delay).magnitude < 0.005)
    #expect((reading.mountingDegrees - -6.5).magnitude < 0.2 && reading.turnDegrees.magnitude < 2)
    film.learn(&rig, seconds: 30)
    #expect(film.both.count == 900 && film.witnesses == [.both] && film.inside > 810)
    #expect(Self.rms(film.both) <= Self.rms(film.alone) + 0.002)
    // A film's picture may be in doubt, while the scene is followed.
    film.run(&rig, seconds: 30) {
      Sight(angle: $1 + 4 * .sin($0 * 0.4), roll: $1, margin: 8, confidence: 0.1)
    }
    #expect(Self.rms(film.both) < 0.3 && film.inside > 810 && Self.rms(film.alone) > 2)
    film.run(&rig, seconds: 60) { _, _ in nil }
    #expect(film.both.count == 1800 && film.witnesses == [.sensor] && film.inside > 1620)
    // What isn't said yet must be foreseen: by the delay, less 40 ms, and half of the time between samples on average.
    #expect(Self.rms(film.both) < 0.3 + 2.5 * (max(0, delay - 0.04) + 0.5 / rate), "\(Self.rms(film.both))")
  }

  @Test(
    "wherever the camera looks and whatever sign the sensor has",
    arguments: [
      (0.0, true, true), (0, true, false), (180, false, true), (90, false, true), (-90, false, true),
      (30, false, true),
    ])
  func turned(yaw: Double, isInverted: Bool, hasPitch: Bool) throws {
    var rig = SimulatedRig(seed: 3)
    (rig.yaw, rig.isInverted, rig.hasPitch, rig.mounting) = (yaw, isInverted, hasPitch, 3)
    var film = Film()
    film.learn(&rig)
    let reading = try #require(film.witness.reading)
    let turn = isInverted ? 180 - yaw : yaw
    #expect((reading.turnDegrees - turn).remainder(dividingBy: 360).magnitude < 3)
    #expect((reading.mountingDegrees - 3).magnitude < 0.2 && (reading.delaySeconds - 0.08).magnitude < 0.012)
    film.run(&rig, seconds: 30) { _, _ in nil }
    #expect(Self.rms(film.both) < 0.6 && film.inside > 810)
  }

  @Test("a sensor that hangs upside down is a mounting of half a turn")
  func inverted() throws {
    var rig = SimulatedRig(seed: 4)
    rig.bias = 180
    var film = Film()
    film.learn(&rig)
    #expect(try #require(film.witness.reading).mountingDegrees.magnitude > 179.8)
    film.run(&rig, seconds: 30) { _, _ in nil }
    #expect(Self.rms(film.both) < 0.6)
  }

  @Test("at rest, or where only the sensor's noise moves, nothing is learned and the sensor says nothing")
  func rest() {
    for (swing, seconds) in [(0.0, 60.0), (0.1, 60)] {
      var rig = SimulatedRig(seed: 5)
      rig.roll = { 2 + swing * .sin($0) }
      rig.pitch = { _ in 1 }
      var film = Film()
      film.learn(&rig, seconds: seconds)
      #expect(film.witness.reading == nil && film.both.isEmpty)
      film.run(&rig, seconds: 10) { _, _ in nil }
      #expect(film.both.isEmpty)
    }
    // A delay looks like a turn where roll and pitch go round in a circle.
    var rig = SimulatedRig(seed: 5)
    rig.roll = { 8 * .sin($0) }
    rig.pitch = { 8 * .cos($0) }
    var film = Film()
    film.learn(&rig)
    #expect(film.witness.reading == nil)
  }

  @Test("a cabin that rolls along with its camera teaches nothing, and doesn't deny the sensor")
  func belowDeck() throws {
    var rig = SimulatedRig(seed: 6)
    var film = Film()
    film.run(&rig, seconds: 60) { _, _ in Sight(angle: 0, roll: 0) }
    #expect(film.witness.reading == nil && film.both.isEmpty)
    film.learn(&rig, seconds: 120)
    let before = try #require(film.witness.reading)
    film.run(&rig, seconds: 60) { _, _ in Sight(angle: 0, roll: 0) }
    #expect(Self.rms(film.both) < 0.6 && Self.rms(film.alone) > 4 && film.witnesses.contains(.sensor))
    let after = try #require(film.witness.reading)
    #expect((after.mountingDegrees - before.mountingDegrees).magnitude < 0.2)
    #expect((after.delaySeconds - before.delaySeconds).magnitude < 0.01)
  }

  @Test("a sensor that stands still while the picture rolls is broken: the picture goes on alone")
  func stuck() {
    var rig = SimulatedRig(seed: 7)
    let roll = rig.roll
    rig.roll = { $0 < 60 || $0 > 90 ? roll($0) : roll(60) }
    var film = Film()
    film.learn(&rig)
    film.run(&rig, seconds: 30) { t, _ in
      let truth = roll(t)
      return Sight(angle: truth, roll: truth)
    }
    // The truth is the picture's: errors against the rig's own roll would be the sensor's.
    #expect(film.both.count < 90)
    film.learn(&rig, seconds: 30)
    #expect(film.both.count > 600 && Self.rms(film.both) < 0.2)
  }

  @Test("a camera that is turned in its mounting is seen to turn; a scene that misleads is not believed")
  func knocked() throws {
    var rig = SimulatedRig(seed: 8)
    rig.knock = (60, 8)
    var film = Film()
    film.learn(&rig)
    film.learn(&rig, seconds: 30)
    film.learn(&rig, seconds: 30)
    #expect(
      (try #require(film.witness.reading).mountingDegrees - 8).magnitude < 0.5 && Self.rms(film.both) < 0.5)
    // Another scene, with a slanted roof or the like, as sure as any.
    var isNew = true
    film.run(&rig, seconds: 30) {
      defer { isNew = false }
      return Sight(angle: $1 + 6, roll: $1, margin: 0.6, isNew: isNew)
    }
    #expect(Self.rms(film.both) < 0.8)
  }

  @Test("what can't be is passed over; a clock that is set back begins anew, but what was learned stays")
  func strange() throws {
    var rig = SimulatedRig(seed: 9)
    var film = Film()
    film.learn(&rig)
    let before = try #require(film.witness.reading)
    for value in [Double.nan, .infinity, -1e300] {
      film.witness.hear([AttitudeSample(nanoseconds: .max, rollDegrees: value)], frame: 0)
      film.witness.hear([AttitudeSample(nanoseconds: .max, rollDegrees: 0, pitchDegrees: value)], frame: 0)
    }
    film.witness.hear([AttitudeSample(nanoseconds: .max, rollDegrees: 1e5)], frame: .max)
    _ = film.witness.testify(.none, AnglePosterior())
    film.witness.hear([AttitudeSample(nanoseconds: .min, rollDegrees: -1e5)], frame: .min)
    _ = film.witness.testify(.none, AnglePosterior())
    #expect(film.witness.reading == before)
    film.learn(&rig, seconds: 30)
    #expect(film.both.count > 700 && Self.rms(film.both) < 0.1)
    // Silence is no angle.
    rig.rate = 1e-6
    film.run(&rig, seconds: 10) { _, _ in nil }
    #expect(film.both.count < 80)
  }

  // MARK: - Rendered

  private static func night(seed: UInt64) -> [UInt8] {
    var random = Seeded(seed)
    return (0..<240 * 135).map { _ in UInt8(16 + 5 * random.unit()) }
  }

  @Test(
    "films: what the analyzer reads of pictures teaches it a sensor, whose horizon is there at night and in fog",
    .timeLimit(.minutes(5)))
  func films() throws {
    for (delay, mounting, bias) in Share.of([(0.14, 5.0, -1.0), (0.02, -5, 0.5)], oneIn: 2) {
      var rig = SimulatedRig(seed: UInt64(1000 * delay))
      rig.roll = { 6 * .sin(1.1 * $0) + 2 * .sin(2.6 * $0) }
      (rig.delay, rig.mounting, rig.bias, rig.rate) = (delay, mounting, bias, 20)
      let settings = HUDSettings(tracksSubject: false)
      var heard = HUDAnalyzer(settings: settings, lumaWidth: 240, lumaHeight: 135)
      var alone = heard
      var (both, pictures, dark, fog) = ([Double](), [Double](), [Double](), [Double]())
      var (inside, known, sensed) = (0, 0, 0)
      for frame in 0..<1500 {
        let t = Double(frame) / 30
        let truth = rig.truth(t)
        let pixels =
          frame < 1200
          ? SyntheticPicture.horizon(rollDegrees: truth, offset: 5, seed: UInt64(frame)).pixels
          : frame < 1350 ? Self.night(seed: UInt64(frame)) : SyntheticPicture.fog(seed: UInt64(frame)).pixels
        let now = Int64(t * 1e9)
        // The samples' clock is another one than the frames'.
        heard.take(
          attitude: rig.said(until: t + 0.04).map {
            AttitudeSample(
              nanoseconds: $0.nanoseconds + 5_000_000_000_000, rollDegrees: $0.rollDegrees,
              pitchDegrees: $0.pitchDegrees)
          }, frameNanoseconds: now + 5_000_000_000_000)
        heard.update(luma: pixels.span, bytesPerRow: 240, nanoseconds: now)
        let horizon = heard.reading.horizon
        let error = horizon.angleDegrees - truth
        if frame < 1200 {
          alone.update(luma: pixels.span, bytesPerRow: 240, nanoseconds: now)
          #expect(alone.reading.horizon.witness == nil && alone.reading.horizon.attitude == nil)
          if frame >= 900 {
            both.append(error)
            pictures.append(alone.reading.horizon.angleDegrees - truth)
            #expect(horizon.witness == .both)
          }
          continue
        }
        if frame < 1350 { dark.append(error) } else { fog.append(error) }
        sensed += horizon.witness == .sensor ? 1 : 0
        known += horizon.isKnown && horizon.state != .unknown && horizon.visibility == 1 ? 1 : 0
        if error.magnitude <= horizon.marginDegrees ?? 0 { inside += 1 }
      }
      let reading = try #require(heard.reading.horizon.attitude)
      #expect((reading.delaySeconds - delay).magnitude < 0.005)
      #expect((reading.mountingDegrees - (mounting - bias)).magnitude < 0.2)
      #expect(Self.rms(both) <= Self.rms(pictures) + 0.005 && Self.rms(dark) < 0.6 && Self.rms(fog) < 0.9)
      #expect(known == 300 && inside > 270 && sensed == 300)
    }
  }

  @Test("without a sensor, and with one once it is heard, a frame allocates nothing", .countsAllocations)
  func allocations() {
    var rig = SimulatedRig(seed: 11)
    rig.rate = 50
    let settings = HUDSettings(tracksSubject: false)
    var analyzer = HUDAnalyzer(settings: settings, lumaWidth: 240, lumaHeight: 135)
    var counted = 0
    for frame in 0..<600 {
      let t = Double(frame) / 30
      let pixels = SyntheticPicture.horizon(rollDegrees: rig.truth(t), offset: 5).pixels
      let samples = rig.said(until: t + 0.04)
      let before = callocation_count_thread()
      analyzer.take(attitude: samples, frameNanoseconds: Int64(t * 1e9))
      analyzer.update(luma: pixels.span, bytesPerRow: 240, nanoseconds: Int64(t * 1e9))
      if frame > 30 { counted += Int(callocation_count_thread() - before) }
    }
    #expect(analyzer.reading.horizon.attitude != nil)
    // The forecast begins once.
    #expect(counted < 10, "\(counted)")
  }
}

extension AttitudeWitness.Sight {
  /// A picture without a horizon.
  fileprivate static var none: Self {
    Self(estimate: HorizonEstimate(), rollDegrees: 0, isNew: true, travel: .zero, growth: 0)
  }
}
