/// What to do with a frame whose entropy-coded data is broken or truncated.
public enum DamagePolicy: String, Sendable, CaseIterable {
  /// Don't show it; the last good frame stays.
  case drop
  /// Show the readable rows of MCUs; the others are the last good frame's.
  case keepRows = "keep-rows"
  /// Show it as decoded, with grey or repeated blocks from the damage on.
  case keep
}

/// How many rows of MCUs of a frame could be read.
public struct KeptRows: Sendable, Equatable {
  /// Rows of MCUs that could be read.
  public var kept: Int
  /// Rows of MCUs in the frame.
  public var total: Int

  /// Makes a count; checks nothing.
  public init(kept: Int, total: Int) {
    self.kept = kept
    self.total = total
  }
}
