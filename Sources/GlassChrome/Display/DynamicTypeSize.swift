/// A reader's preferred text size.
///
/// Sizes are from Apple, Human Interface Guidelines, "Typography", Dynamic Type sizes; the usual one is `large`.
public enum DynamicTypeSize: String, Sendable, Hashable, CaseIterable, Comparable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

  /// Smaller sizes come first.
  public static func < (a: DynamicTypeSize, b: DynamicTypeSize) -> Bool { a.step < b.step }

  /// Position from the smallest, 0.
  private var step: Int {
    switch self {
    case .xSmall: 0
    case .small: 1
    case .medium: 2
    case .large: 3
    case .xLarge: 4
    case .xxLarge: 5
    case .xxxLarge: 6
    case .accessibility1: 7
    case .accessibility2: 8
    case .accessibility3: 9
    case .accessibility4: 10
    case .accessibility5: 11
    }
  }

  /// Whether rows turn into columns at this size.
  public var isAccessibilitySize: Bool { self >= .accessibility1 }

  /// A style's em size in points.
  public func points(_ style: TextStyle) -> Double {
    let row =
      switch style {
      case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
      case .title: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
      case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
      case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
      case .headline, .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
      case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
      case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
      case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
      case .caption: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
      case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
      }
    return Double(row[step])
  }

  /// Body text's size relative to the usual 17 points, for things that grow with text.
  public var scale: Double { points(.body) / 17 }
}
