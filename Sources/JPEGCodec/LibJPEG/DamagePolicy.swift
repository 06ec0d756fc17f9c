/// What becomes of a frame whose entropy-coded data is broken or cut.
public enum DamagePolicy: String, Sendable, CaseIterable {
  /// It isn't shown; the last good one stays.
  case drop
  /// The rows of MCUs that can be read are shown, the others are the last good frame's.
  case keepRows = "keep-rows"
  /// What the decoder makes of it is shown: grey or repeated blocks from the damage on.
  case keep
}

/// How many rows of MCUs of a frame could be read.
public struct KeptRows: Sendable, Equatable {
  public var kept: Int
  public var total: Int

  public init(kept: Int, total: Int) {
    self.kept = kept
    self.total = total
  }
}
