/// A text's purpose, which determines its size together with the reader's ``DynamicTypeSize``.
public enum TextStyle: Sendable, Hashable, CaseIterable {
  case largeTitle, title, title2, title3, headline, body, callout, subheadline, footnote, caption, caption2

  /// Font weight, as in CSS.
  public enum Weight: Int, Sendable, Hashable, CaseIterable {
    case regular = 400
    case medium = 500
    case semibold = 600
    case bold = 700

    /// The nearest of the four; halfway values take the bolder.
    init(css weight: Int) {
      self = weight < 450 ? .regular : weight < 550 ? .medium : weight < 650 ? .semibold : .bold
    }
  }

  /// The style's own weight.
  public var weight: Weight { self == .headline ? .semibold : .regular }
}
