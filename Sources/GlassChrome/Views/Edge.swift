/// One edge of a rectangle.
public enum Edge: Sendable, Hashable, CaseIterable {
  /// Leading is left, or right in a right-to-left layout.
  case top, leading, bottom, trailing

  var opposite: Edge {
    switch self {
    case .top: .bottom
    case .bottom: .top
    case .leading: .trailing
    case .trailing: .leading
    }
  }
}
