/// An icon from the project's own set, by name; by default in a square of 1.25 em.
///
/// In a right-to-left layout, names ending in `.left` and `.right` swap so that arrows point the
/// other way; pictures of things and symbols for time and playback stay as they are.
public struct Icon: View {
  /// The icon in its square.
  public let body: ViewNode

  /// An icon in the foreground's colour.
  ///
  /// - Parameters:
  ///   - name: one of ``IconSet/names``; any other leaves the square empty.
  ///   - size: side of its square in points; `nil` follows the font.
  public init(_ name: String, size: Double? = nil) {
    body = ViewNode(.icon(name: name, size: size.map { max($0.finite, 0) }))
  }
}
