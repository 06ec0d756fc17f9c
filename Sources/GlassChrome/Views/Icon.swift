/// An icon of the project's own set, by name, as large as the text around it.
public struct Icon: View {
  public let body: ViewNode

  /// - Parameter size: points of its square; `nil` follows the font.
  public init(_ name: String, size: Double? = nil) {
    body = ViewNode(.icon(name: name, size: size.map { max($0.finite, 0) }))
  }
}
