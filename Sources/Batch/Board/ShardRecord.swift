import HostResources

/// How a shard ended: the content of its `.done` or `.failed`.
package struct ShardRecord: Codable, Sendable, Equatable {
  /// Its number.
  package var shard: Int
  /// The plan's id.
  package var plan: String
  /// The worker and its machine.
  package var worker, host: String
  /// The worker's build.
  package var tool: String
  /// 0, or the worker's exit code.
  package var exit: Int32
  /// What was wrong, and with what; `nil` when done.
  package var problem: String?
  /// How often it was tried.
  package var tries: Int
  /// SHA-256 over the digests of the inputs.
  package var inputs: String?
  /// SHA-256 over the lines of `.sums`.
  package var output: String?
  /// Of the output.
  package var files, bytes: Int?
  /// Frames read.
  package var frames: Int
  /// Seconds spent on it in total.
  package var seconds: Double
  /// Seconds since 1970, by the worker's clock.
  package var begun, ended: Double
}

extension ShardRecord {
  /// Whether its numbers can safely be added up and shown.
  var isPossible: Bool {
    PlanFile.isPossible(frames: frames, seconds: seconds)
      && PlanFile.isPossible(frames: files ?? 0, seconds: begun)
      && PlanFile.isPossible(frames: 0, seconds: ended) && Count.range.contains(bytes ?? 0)
      && (0..<1 << 30).contains(tries)
  }

  /// Whether another try may succeed.
  package var isWorthAnother: Bool { (exit == 74 || exit == 75) && tries < 5 }

  /// Whether a worker on a machine may try it. An input missing on one machine may exist on another.
  func isWorthAnother(on host: String) -> Bool {
    isWorthAnother || (exit == 66 && self.host != host && tries < 5)
  }
}
