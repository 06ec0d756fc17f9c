/// Words. They wrap to the room, and end in "…" where the lines are used up.
public struct Text: View {
  public let body: ViewNode

  public init(_ text: String) { body = ViewNode(.text(text)) }
}
