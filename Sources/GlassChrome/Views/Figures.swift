/// A number that can change every frame without a new layout: drawing looks it up by its slot.
public struct Figures: View {
  struct Content: Sendable, Hashable {
    var slot: Int
    var format: FiguresItem.Format
    var digits: Int
    var widest: String
  }

  /// The number, as wide as its format's widest value.
  public let body: ViewNode

  /// A live number.
  ///
  /// - Parameters:
  ///   - slot: index into ``FigureValues``, 0...15.
  ///   - format: how the value is written.
  ///   - digits: digits to reserve before the point, 1 … 9, for `decimal` and `integer`; a number
  ///     that needs more is abbreviated.
  public init(slot: Int, format: FiguresItem.Format, digits: Int = 3) {
    let digits = min(max(digits, 1), 9)
    let whole = String(repeating: "0", count: digits)
    let widest =
      switch format {
      case .hoursMinutesSeconds: "00:00:00"
      case .minutesSeconds: "00:00"
      case .decimal: whole + ".0"
      case .integer: whole
      }
    body = ViewNode(.figures(Content(slot: slot, format: format, digits: digits, widest: widest)))
  }
}
