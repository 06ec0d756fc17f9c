/// How many of a camera's frames were examined, and what was wrong with them.
public struct FrameTally: Sendable, Equatable {
  /// Frames that the stage took.
  public var taken = 0
  /// Those of ``taken`` that were shown with data missing.
  public var damaged = 0
  /// Those of ``taken`` that couldn't be shown.
  public var unusable = 0
  /// Frames that the driver marked as bad or that were empty: they never reached the stage.
  public var bad = 0

  /// A tally of zeros.
  public init() {}

  /// All frames examined, including those that never reached the stage.
  public var looked: Int { taken + bad }
  /// Frames that couldn't be used whole.
  public var spoiled: Int { damaged + unusable + bad }
  /// Whether more than half of the frames couldn't be used whole.
  public var isMostlySpoiled: Bool { spoiled * 2 > looked }
}
