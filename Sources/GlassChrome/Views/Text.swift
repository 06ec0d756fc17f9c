/// Words. They wrap to the room, and end in "…" where the lines are used up.
public struct Text: View {
  public let body: ViewNode

  public init(_ text: String) { body = ViewNode(.text(text)) }
}

/// A number that may change every frame without a new layout: it is looked up by its slot when it is drawn.
public struct Figures: View {
  struct Content: Sendable, Hashable {
    var slot: Int
    var format: FiguresItem.Format
    var widest: String
  }

  public let body: ViewNode

  /// - Parameters:
  ///   - slot: index into the values that come with each frame.
  ///   - digits: room before the point, for `decimal` and `integer`.
  public init(slot: Int, format: FiguresItem.Format, digits: Int = 3) {
    let whole = String(repeating: "0", count: max(digits, 1))
    let widest =
      switch format {
      case .hoursMinutesSeconds: "00:00:00"
      case .minutesSeconds: "00:00"
      case .decimal: whole + ".0"
      case .integer: whole
      }
    body = ViewNode(.figures(Content(slot: slot, format: format, widest: widest)))
  }
}

/// An icon of the project's own set, by name, as large as the text around it.
public struct Icon: View {
  public let body: ViewNode

  /// - Parameter size: points of its square; `nil` follows the font.
  public init(_ name: String, size: Double? = nil) { body = ViewNode(.icon(name: name, size: size)) }
}
