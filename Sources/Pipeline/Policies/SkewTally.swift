import HostResources
import Recordings

/// How far each camera's frames were from those that they were paired with, over a job's pictures.
struct SkewTally {
  /// How far the nearest frame can be, in frame times: a pair is kept for an eighth of half a one past the middle
  /// (CameraIntake.prefers).
  static let farthest = 0.5 * 1.125

  // By camera.
  private var skews: [FrameBudget.Times]

  init(cameras: Int) { skews = (0..<cameras).map { _ in FrameBudget.Times() } }

  /// A camera's, for metrics.
  func buckets(of number: Int) -> TimeBuckets { skews[number].buckets }

  /// Notes a picture's pairs. Allocates nothing.
  mutating func note(_ pairer: FramePairer) {
    for (index, input) in pairer.inputs.enumerated() where index != pairer.leader && input.state == .live {
      guard let skew = input.skew else { continue }
      skews[index].record(Int64(clamping: skew.magnitude))
    }
  }

  /// Milliseconds; `nil` of a camera that was never paired with another's frame.
  func milliseconds(of number: Int) -> FrameBudget.Percentiles? {
    guard skews[number].count > 0 else { return nil }
    return FrameBudget.Percentiles(skews[number].spread, unitsPerMillisecond: 1000)
  }

  /// Of all cameras by name; `nil` if none was ever paired.
  func all(_ ids: [String]) -> [String: FrameBudget.Percentiles]? {
    let all = ids.enumerated().compactMap { index, id in milliseconds(of: index).map { (id, $0) } }
    return all.isEmpty ? nil : Dictionary(uniqueKeysWithValues: all)
  }

  /// What to say of a camera whose frames were mostly farther away than the nearest can be.
  ///
  /// - Parameters:
  ///   - id: the camera's name.
  ///   - interval: nanoseconds between its frames.
  func warning(of number: Int, _ id: String, interval: Int64) -> String? {
    let half = Double(interval) / 2e6
    // What comes in bursts, as through a pipe, has no frame time; a few pictures tell nothing.
    guard half >= 1, skews[number].count >= 10 else { return nil }
    guard let skew = milliseconds(of: number), skew.p50 > 2 * half * Self.farthest else { return nil }
    return
      "\(id)'s frames were mostly \(Int(skew.p50.rounded())) ms away from those that they are shown with, more than "
      + "half of its frame time (\(Int(half.rounded())) ms): they come later than a picture waits; try --wait all"
  }
}
