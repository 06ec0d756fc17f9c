/// How large a control is. Whatever its size, its tap target is at least 44 × 44 points.
public enum ControlSize: Sendable, Hashable, CaseIterable {
  case mini, small, regular, large, extraLarge

  /// Least height in points, at ordinary type sizes.
  public var height: Double {
    switch self {
    case .mini: 28
    case .small: 32
    case .regular: 44
    case .large: 52
    case .extraLarge: 64
    }
  }

  /// Text style of the label.
  public var font: TextStyle {
    switch self {
    case .mini: .caption
    case .small: .subheadline
    case .regular: .body
    case .large: .headline
    case .extraLarge: .title3
    }
  }

  /// Points between the label and the edges beside it, at ordinary type sizes.
  public var padding: Double {
    switch self {
    case .mini: 11
    case .small: 12
    case .regular: 16
    case .large: 20
    case .extraLarge: 26
    }
  }

  /// The same at a type size: larger words need more space at round ends, where glass shines.
  func padding(_ typeSize: DynamicTypeSize) -> Double {
    max(padding, (typeSize.points(font) * 0.45).rounded())
  }

  /// Diameter of a slider's thumb, in points.
  var thumb: Double { height / 2 }
}
