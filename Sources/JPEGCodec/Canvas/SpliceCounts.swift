/// Where a canvas' MCUs came from; together they make up the whole canvas.
public struct SpliceCounts: Sendable, Equatable {
  /// A camera's MCUs, copied bit for bit.
  public var copied = 0
  /// A camera's MCUs, recoded with the same coefficients or, for other quantization tables, the nearest ones.
  public var recoded = 0
  /// A camera's MCUs under ink or shared with chrome: only the blocks with ink or chrome are coded from pixels.
  public var redrawn = 0
  /// MCUs coded entirely from pixels: chrome that changed, and cameras that can't be spliced.
  public var coded = 0
  /// Chrome that reuses the bits of an earlier picture.
  public var kept = 0

  /// All counts at 0.
  public init() {}

  /// The number of MCUs, of a canvas or of some of its rows.
  public var total: Int { copied + recoded + redrawn + coded + kept }

  /// Adds the counts of other rows or pictures, one by one.
  public static func += (sum: inout SpliceCounts, other: SpliceCounts) {
    sum.copied += other.copied
    sum.recoded += other.recoded
    sum.redrawn += other.redrawn
    sum.coded += other.coded
    sum.kept += other.kept
  }
}
