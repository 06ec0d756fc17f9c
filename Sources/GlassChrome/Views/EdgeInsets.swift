/// Space around a view, in points.
public struct EdgeInsets: Sendable, Hashable {
  /// Space above, in points.
  public var top: Double
  /// Space before the leading edge, in points: left, or right in a right-to-left layout.
  public var leading: Double
  /// Space below, in points.
  public var bottom: Double
  /// Space after the trailing edge, in points.
  public var trailing: Double

  /// Insets in points, 0 by default.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

/// A set of edges.
public struct Edges: OptionSet, Sendable, Hashable {
  /// One bit per edge: 1 top, 2 leading, 4 bottom, 8 trailing.
  public let rawValue: Int
  /// A set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The upper edge.
  public static let top = Edges(rawValue: 1)
  /// The edge where lines begin: left, or right in a right-to-left layout.
  public static let leading = Edges(rawValue: 2)
  /// The lower edge.
  public static let bottom = Edges(rawValue: 4)
  /// The edge opposite ``leading``.
  public static let trailing = Edges(rawValue: 8)
  /// Leading and trailing edges.
  public static let horizontal: Edges = [.leading, .trailing]
  /// Upper and lower edges.
  public static let vertical: Edges = [.top, .bottom]
  /// All four edges.
  public static let all: Edges = [.horizontal, .vertical]
}
