/// What became of a canvas' MCUs; all of them together are the canvas.
public struct SpliceCounts: Sendable, Equatable {
  /// A camera's, carried over bit for bit.
  public var copied = 0
  /// A camera's, coded anew with the same coefficients or, for other quantization tables, the nearest.
  public var recoded = 0
  /// A camera's that ink touches or that chrome shares: only blocks that ink or chrome lies in are coded from pixels.
  public var redrawn = 0
  /// Coded from pixels as a whole: chrome that changed, and cameras that can't be spliced.
  public var coded = 0
  /// Chrome whose bits of an earlier picture were used again.
  public var kept = 0

  public init() {}

  public var total: Int { copied + recoded + redrawn + coded + kept }

  public static func += (sum: inout SpliceCounts, other: SpliceCounts) {
    sum.copied += other.copied
    sum.recoded += other.recoded
    sum.redrawn += other.redrawn
    sum.coded += other.coded
    sum.kept += other.kept
  }
}
