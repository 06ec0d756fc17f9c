/// How large a control is. Whatever its size, its tap target is at least 44 × 44 points.
public enum ControlSize: Sendable, Hashable, CaseIterable {
  case mini, small, regular, large, extraLarge

  private var measures: (height: Double, font: TextStyle, padding: Double) {
    switch self {
    case .mini: (28, .caption, 11)
    case .small: (32, .subheadline, 12)
    case .regular: (44, .body, 16)
    case .large: (52, .headline, 20)
    case .extraLarge: (64, .title3, 26)
    }
  }

  /// Least height in points, at ordinary type sizes.
  public var height: Double { measures.height }

  /// Text style of the label.
  public var font: TextStyle { measures.font }

  /// Points between the label and the edges beside it, at ordinary type sizes.
  public var padding: Double { measures.padding }

  /// The same at a type size: larger words need more space at round ends, where glass shines.
  func padding(_ typeSize: DynamicTypeSize) -> Double {
    max(padding, (typeSize.points(font) * 0.45).rounded())
  }

  /// Diameter of a slider's thumb, in points.
  var thumb: Double { height / 2 }
}
