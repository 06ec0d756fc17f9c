import Foundation
import HUDGeometry

/// Films of two cameras on one rig, each in a place of its own: their horizons by themselves, and with each other's help.
struct Rig {
  /// What was seen, by each camera alone and together.
  struct Tally {
    struct Side {
      /// In degrees.
      var errors: [Double] = []
      /// RMS errors of each rig's worst camera.
      var worst: [Double] = []
      var (shown, inside, within) = (0, 0, 0)
      var confidence = 0.0

      mutating func take(_ reading: HorizonReading, _ roll: Double) {
        let error = abs(reading.angleDegrees - roll)
        errors.append(error)
        shown += reading.isKnown ? 1 : 0
        inside += error <= reading.marginDegrees ?? 0 ? 1 : 0
        within += error <= 1 ? 1 : 0
        confidence += reading.confidence
      }

      mutating func add(_ other: Side) {
        errors += other.errors
        worst += other.worst
        (shown, inside, within) = (shown + other.shown, inside + other.inside, within + other.within)
        confidence += other.confidence
      }

      /// RMS, 95th percentile, worst camera's RMS; shares shown, in the interval and within 1°; mean confidence.
      var figures: [Double] {
        let count = Double(max(1, errors.count))
        let worst = self.worst.reduce(0, +) / Double(max(1, self.worst.count))
        return [
          Rig.rms(errors), HorizonBench.quantile(errors, 0.95), worst, 100 * Double(shown) / count,
          100 * Double(inside) / count, 100 * Double(within) / count, confidence / count,
        ]
      }
    }

    var alone = Side()
    var together = Side()

    mutating func add(_ other: Tally) {
      alone.add(other.alone)
      together.add(other.together)
    }

    func line(_ name: String) -> String {
      let formats = [
        "RMS %.2f", "p95 %.2f", "worst camera's RMS %.2f", "shown %.0f %%", "in the interval %.0f %%",
        "within 1° %.0f %%", "confidence %.2f",
      ]
      let parts = zip(formats, zip(alone.figures, together.figures)).map { format, pair in
        String(format: format, pair.0) + " → " + String(format: String(format.drop { $0 != "%" }), pair.1)
      }
      return name.padding(toLength: 34, withPad: " ", startingAt: 0) + parts.joined(separator: ", ")
    }
  }

  /// How the rig moves.
  static let motions: [(name: String, pose: @Sendable (Double) -> Panorama.Pose)] = [
    (
      "a boat that turns",
      {
        var pose = Attitude.pose($0)
        pose.yaw += 6 * $0
        return pose
      }
    ),
    (
      "a robot",
      {
        Panorama.Pose(
          yaw: 15 * $0 + 30 * sin(0.21 * $0), pitch: 1 + 1.2 * sin(1.1 * $0),
          roll: 2 * sin(0.7 * $0) + sin(2.3 * $0))
      }
    ),
  ]
  /// How its cameras are mounted.
  private static let mounts = [
    Panorama.Pose(yaw: -20, pitch: 2, roll: 3), Panorama.Pose(yaw: 20, pitch: -4, roll: -2),
  ]
  private static let field = 45.0
  private static let framesPerSecond = 30.0
  /// Seconds, and until the first that count.
  private static let (all, first) = (60.0, 20.0)

  static func rms(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
  }

  /// - Parameter places: what each camera sees.
  static func film(
    _ places: [Picture], width: Int, _ motion: (Double) -> Panorama.Pose
  ) throws -> Tally {
    let panoramas = places.map { Panorama($0, width: width) }
    let height = width * 9 / 16
    let codec = try LumaCodec()
    var random = Noise(state: 3)
    let settings = HUDSettings(tracksSubject: false, viewfinderWidth: width, viewfinderHeight: height)
    let analyzer = HUDAnalyzer(settings: settings, lumaWidth: width, lumaHeight: height)
    var alone = panoramas.map { _ in analyzer }
    var together = alone
    var tallies = panoramas.map { _ in Tally() }
    for frame in 0..<Int(all * framesPerSecond) {
      let time = Double(frame) / framesPerSecond
      let now = Int64(time * 1e9)
      let rig = Turn(motion(time))
      let said = together.map(\.attitude)
      for index in panoramas.indices {
        let pose = rig.after(Turn(mounts[index])).pose
        let picture = try panoramas[index].view(pose, field: field)
          .seen(gain: 1, noise: 2, random: &random).compressed(codec)
        alone[index].update(luma: picture.pixels.span, bytesPerRow: width, nanoseconds: now)
        together[index].take(cameras: said, as: index, frameNanoseconds: now)
        together[index].update(luma: picture.pixels.span, bytesPerRow: width, nanoseconds: now)
        guard time >= first else { continue }
        tallies[index].alone.take(alone[index].reading.horizon, pose.roll)
        tallies[index].together.take(together[index].reading.horizon, pose.roll)
      }
    }
    var sum = tallies.reduce(into: Tally()) { $0.add($1) }
    sum.alone.worst = [tallies.map { rms($0.alone.errors) }.max() ?? 0]
    sum.together.worst = [tallies.map { rms($0.together.errors) }.max() ?? 0]
    return sum
  }
}

/// A rotation from a camera's axes (right, down, ahead) to those of what it is mounted on, as ``Panorama`` turns them.
private struct Turn {
  private var rows: [[Double]]

  init(_ pose: Panorama.Pose) {
    let (r, p, a) = (pose.roll * .pi / 180, pose.pitch * .pi / 180, pose.yaw * .pi / 180)
    rows = [[cos(r), -sin(r), 0], [sin(r), cos(r), 0], [0, 0, 1]]
    var pitched = self
    pitched.rows = [[1, 0, 0], [0, cos(p), -sin(p)], [0, sin(p), cos(p)]]
    var turned = self
    turned.rows = [[cos(a), 0, sin(a)], [0, 1, 0], [-sin(a), 0, cos(a)]]
    self = turned.after(pitched.after(self))
  }

  func after(_ first: Turn) -> Turn {
    var product = self
    for i in 0..<3 {
      for j in 0..<3 { product.rows[i][j] = (0..<3).reduce(0) { $0 + rows[i][$1] * first.rows[$1][j] } }
    }
    return product
  }

  var pose: Panorama.Pose {
    Panorama.Pose(
      yaw: atan2(rows[0][2], rows[2][2]) * 180 / .pi, pitch: -asin(max(-1, min(1, rows[1][2]))) * 180 / .pi,
      roll: atan2(rows[1][0], rows[1][1]) * 180 / .pi)
  }
}
