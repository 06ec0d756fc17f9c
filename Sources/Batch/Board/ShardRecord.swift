import HostResources

/// How a shard ended: the content of its `.done` or `.failed`.
package struct ShardRecord: Codable, Sendable, Equatable {
  /// Its number.
  package var shard: Int
  /// The plan's id.
  package var plan: String
  /// Who did it.
  package var worker, host: String
  /// The build that did it.
  package var tool: String
  /// 0, or as the worker ended.
  package var exit: Int32
  /// What was wrong, and with what; `nil` when it is done.
  package var problem: String?
  /// How often it was tried.
  package var tries: Int
  /// SHA-256 over the digests of what was read.
  package var inputs: String?
  /// SHA-256 over the lines of `.sums`.
  package var output: String?
  /// Of the output.
  package var files, bytes: Int?
  /// Frames read.
  package var frames: Int
  /// Of all work for it.
  package var seconds: Double
  /// Seconds since 1970, by the worker's clock.
  package var begun, ended: Double
}

extension ShardRecord {
  /// Whether its numbers can be added up and shown.
  var isPossible: Bool {
    PlanFile.isPossible(frames: frames, seconds: seconds)
      && PlanFile.isPossible(frames: files ?? 0, seconds: begun)
      && PlanFile.isPossible(frames: 0, seconds: ended) && Count.range.contains(bytes ?? 0)
      && (0..<1 << 30).contains(tries)
  }

  /// Whether it may go better next time.
  package var isWorthAnother: Bool { (exit == 74 || exit == 75) && tries < 5 }

  /// Whether a worker on a machine may try it. What one machine doesn't find, another may.
  func isWorthAnother(on host: String) -> Bool {
    isWorthAnother || (exit == 66 && self.host != host && tries < 5)
  }
}
