/// An icon of the project's own set, by name, as large as the text around it.
///
/// In a layout from the right, what points back or on points the other way (names that end in `.left` or `.right`);
/// pictures of things, signs of time and of playing stay as they are.
public struct Icon: View {
  public let body: ViewNode

  /// - Parameter size: points of its square; `nil` follows the font.
  public init(_ name: String, size: Double? = nil) {
    body = ViewNode(.icon(name: name, size: size.map { max($0.finite, 0) }))
  }
}
