/// How large a control is; what can be tapped is 44 × 44 points at least whatever it is.
public enum ControlSize: Sendable, Hashable, CaseIterable {
  case mini, small, regular, large, extraLarge

  /// Least height in points, at ordinary sizes of type.
  public var height: Double {
    switch self {
    case .mini: 28
    case .small: 32
    case .regular: 44
    case .large: 52
    case .extraLarge: 64
    }
  }

  public var font: TextStyle {
    switch self {
    case .mini: .caption
    case .small: .subheadline
    case .regular: .body
    case .large: .headline
    case .extraLarge: .title3
    }
  }

  /// Points between the edge and the label at the sides, at ordinary sizes of type.
  public var padding: Double {
    switch self {
    case .mini: 11
    case .small: 12
    case .regular: 16
    case .large: 20
    case .extraLarge: 26
    }
  }

  /// The same at a size of type: larger words need more room to the round ends, where glass shines.
  func padding(_ typeSize: DynamicTypeSize) -> Double {
    max(padding, (typeSize.points(font) * 0.45).rounded())
  }
}
