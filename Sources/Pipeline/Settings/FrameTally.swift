/// How many of a camera's frames were looked at, and what was wrong with them.
public struct FrameTally: Sendable, Equatable {
  /// Frames that the stage took.
  public var taken = 0
  /// Of these, frames shown with data missing, and frames that couldn't be shown.
  public var damaged = 0
  public var unusable = 0
  /// Frames that the driver marked as bad or that were empty: they never got to the stage.
  public var bad = 0

  public init() {}

  public var looked: Int { taken + bad }
  public var spoiled: Int { damaged + unusable + bad }
  /// Whether more than half of the frames couldn't be used whole.
  public var isMostlySpoiled: Bool { spoiled * 2 > looked }
}
