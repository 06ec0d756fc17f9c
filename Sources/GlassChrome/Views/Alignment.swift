/// How a view is aligned across a vertical stack. Leading is left, or right in a right-to-left layout.
public enum HorizontalAlignment: Sendable, Hashable, CaseIterable {
  case leading, center, trailing

  /// Share of the free space that comes before the view.
  var fraction: Double {
    switch self {
    case .leading: 0
    case .center: 0.5
    case .trailing: 1
    }
  }
}

/// How a view is aligned across a horizontal stack.
public enum VerticalAlignment: Sendable, Hashable, CaseIterable {
  case top, center, bottom
  /// On the baseline of its first line of text; a view without text aligns its lower edge.
  case firstTextBaseline

  /// Share of the free space that comes above the view, if nothing has a baseline.
  var fraction: Double {
    switch self {
    case .top: 0
    case .center: 0.5
    case .bottom, .firstTextBaseline: 1
    }
  }
}

/// How a view is aligned in a larger space.
public struct Alignment: Sendable, Hashable {
  /// Position between the leading and trailing edges.
  public var horizontal: HorizontalAlignment
  /// Position between the upper and lower edges.
  public var vertical: VerticalAlignment

  /// An alignment from one along each axis.
  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// In the middle.
  public static let center = Alignment(horizontal: .center, vertical: .center)
  /// In the middle of the leading edge.
  public static let leading = Alignment(horizontal: .leading, vertical: .center)
  /// In the middle of the trailing edge.
  public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
  /// In the middle of the upper edge.
  public static let top = Alignment(horizontal: .center, vertical: .top)
  /// In the middle of the lower edge.
  public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
  /// In the upper leading corner.
  public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
  /// In the upper trailing corner.
  public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
  /// In the lower leading corner.
  public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
  /// In the lower trailing corner.
  public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}
