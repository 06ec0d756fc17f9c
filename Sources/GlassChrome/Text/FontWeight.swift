/// Weight of a face, as in CSS.
enum FontWeight: Int32, Sendable, CaseIterable {
  case regular = 400
  case medium = 500
  case semibold = 600
  case bold = 700

  /// The nearest of the four; halfway values take the bolder.
  init(css weight: Int) {
    self = weight < 450 ? .regular : weight < 550 ? .medium : weight < 650 ? .semibold : .bold
  }
}
