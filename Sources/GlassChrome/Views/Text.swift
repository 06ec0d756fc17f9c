/// Words that wrap to the space and end in "…" when the lines run out.
public struct Text: View {
  /// The text in the environment's font and colour.
  public let body: ViewNode

  /// A text shown verbatim; its first letter sets the direction of its lines.
  public init(_ text: String) { body = ViewNode(.text(text)) }
}
