import RealModule
import TestScenes
import TestSupport
import Testing

@testable import HUDGeometry

@Suite("Cameras on one rig are witnesses of each other's horizon")
struct RigTests {
  /// What two cameras see of a horizon, and read of it. Both know their pitch.
  private struct Pair {
    var witness = AttitudeWitness(isCamera: true)
    var frame = 0
    var random = Seeded(5)
    var errors: [Double] = []
    var inside = 0
    var witnesses: Set<HorizonWitness> = []
    var said: [AttitudeSample] = []

    /// - Parameters:
    ///   - truth: the first camera's roll by the second.
    ///   - other: the second one's roll and pitch, and how sure it is of both: a standard deviation.
    ///   - see: what the first one says, and how sure it is; `nil` for no horizon.
    mutating func run(
      seconds: Double, truth: (Double) -> Double,
      other: (Double) -> (roll: Double, pitch: Double, deviation: Double)?,
      see: (_ time: Double, _ truth: Double) -> (angle: Double, margin: Double, confidence: Double)?
    ) {
      (errors, inside, witnesses) = ([], 0, [])
      for _ in 0..<Int(seconds * 30) {
        frame += 1
        let t = Double(frame) / 30
        // What it said of the last picture.
        witness.hear(said.last, frame: Int64(t * 1e9))
        let roll = truth(t)
        var sight = AttitudeWitness.Sight(
          estimate: HorizonEstimate(), rollDegrees: 0, isNew: true, travel: .zero, growth: 0)
        var posterior = AnglePosterior()
        if let seen = see(t, roll) {
          sight.estimate.angleDegrees = seen.angle
          (sight.estimate.marginDegrees, sight.estimate.confidence) = (seen.margin, seen.confidence)
          (sight.rollDegrees, sight.isNew) = (roll, false)
          for i in posterior.values.indices {
            let off =
              (AnglePosterior.degrees(i) - (seen.angle - roll))
              / (seen.margin / AnglePosterior.deviationsInMargin)
            posterior.values[i] = Float(.exp(-off * off / 2) + (1 - seen.confidence) / 241)
          }
          let sum = posterior.values.reduce(0, +)
          for i in posterior.values.indices { posterior.values[i] /= sum }
        }
        if let found = witness.testify(sight, posterior) {
          errors.append(found.estimate.angleDegrees - roll)
          if errors[errors.count - 1].magnitude <= found.estimate.marginDegrees { inside += 1 }
          witnesses.insert(found.witness)
        }
        guard let next = other(t) else { continue }
        var sample = AttitudeSample(
          Int64(t * 1e9), next.roll + 0.03 * random.normal(), next.pitch + 0.1 * random.normal())
        (sample.rollVariance, sample.pitchVariance) = (
          next.deviation * next.deviation, next.deviation * next.deviation
        )
        said.append(sample)
      }
    }
  }

  private static func roll(_ t: Double) -> Double { 6 * .sin(0.9 * t) + 2 * .sin(2.3 * t + 1) }
  private static func pitch(_ t: Double) -> Double { 3 * .sin(1.3 * t + 0.5) }

  @Test(
    "how they are turned against each other is learned; then one sees for both",
    arguments: [0.0, 50, 90, 180])
  func dark(yaw: Double) throws {
    let (cosine, sine): (Double, Double) = (.cos(yaw * .pi / 180), .sin(yaw * .pi / 180))
    var pair = Pair()
    func truth(_ t: Double) -> Double { cosine * Self.roll(t) + sine * Self.pitch(t) - 4 }
    func other(_ t: Double) -> (roll: Double, pitch: Double, deviation: Double)? {
      (Self.roll(t), Self.pitch(t), 0.2)
    }
    pair.run(seconds: 60, truth: truth, other: other) { ($1, 0.4, 0.95) }
    let reading = try #require(pair.witness.reading)
    #expect((reading.mountingDegrees - -4).magnitude < 0.2)
    #expect((reading.turnDegrees.magnitude - yaw).magnitude < 4 && reading.delaySeconds.magnitude < 0.02)
    #expect(AttitudeTests.rms(pair.errors) < 0.05 && pair.witnesses == [.pictureAndRig])
    pair.run(seconds: 30, truth: truth, other: other) { _, _ in nil }
    #expect(pair.errors.count == 900 && pair.witnesses == [.rig])
    #expect(AttitudeTests.rms(pair.errors) < 0.5 && pair.inside > 810)
    // Both see nothing.
    pair.run(seconds: 30, truth: truth, other: { _ in nil }) { _, _ in nil }
    #expect(pair.errors.count <= 90)
  }

  @Test("the surer one counts: a wall that misleads by a degree is outweighed by a sea")
  func weight() {
    var pair = Pair()
    func other(_ t: Double) -> (roll: Double, pitch: Double, deviation: Double)? {
      (Self.roll(t), Self.pitch(t), 0.2)
    }
    pair.run(seconds: 60, truth: Self.roll, other: other) { ($1, 0.4, 0.95) }
    pair.run(seconds: 10, truth: Self.roll, other: other) { ($1 + 1.5, 4, 0.4) }
    #expect(AttitudeTests.rms(pair.errors) < 0.75 && pair.witnesses.isSubset(of: [.rig, .pictureAndRig]))
  }

  @Test("cameras that aren't on one rig say nothing of each other; nor does one that was taken off it")
  func apart() {
    var pair = Pair()
    func hand(_ t: Double) -> (roll: Double, pitch: Double, deviation: Double)? {
      (5 * .sin(1.7 * t + 2), 2 * .sin(0.8 * t), 0.2)
    }
    pair.run(seconds: 60, truth: Self.roll, other: hand) { ($1, 0.4, 0.95) }
    #expect(pair.witness.reading == nil && pair.errors.isEmpty)
    pair = Pair()
    pair.run(seconds: 60, truth: { _ in 2 }, other: { _ in (1, 0, 0.2) }) { ($1, 0.4, 0.95) }
    #expect(pair.witness.reading == nil && pair.errors.isEmpty)
    pair = Pair()
    pair.run(seconds: 60, truth: Self.roll, other: { (Self.roll($0), Self.pitch($0), 0.2) }) {
      ($1, 0.4, 0.95)
    }
    #expect(pair.witness.reading != nil)
    pair.run(seconds: 20, truth: Self.roll, other: hand) { ($1, 0.4, 0.95) }
    #expect(AttitudeTests.rms(pair.errors) < 0.3)
  }
}
