/// The subject and the power point nearest to it.
public struct SubjectReading: Sendable, Equatable {
  /// In fractions of the viewfinder, from the top left.
  public var box = Rect.zero
  public var hasSubject = false
  /// Index into the grid's power points; −1 where there is none.
  public var powerPoint = -1
  /// From the box's centre to the power point, as a share of the viewfinder's diagonal; 1 where there is none.
  public var distance = 1.0
  public var state = GuideState.unknown
  /// 0 … 1.
  public var glow = 0.0

  public init() {}
}
