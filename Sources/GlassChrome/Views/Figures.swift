/// A number that can change every frame without a new layout: drawing looks it up by its slot.
public struct Figures: View {
  /// The number, as wide as its format's widest value.
  public let body: ViewNode

  /// A live number.
  ///
  /// - Parameters:
  ///   - slot: index into ``FigureValues``, 0...31.
  ///   - format: how the value is written.
  ///   - digits: digits to reserve before the point, 1 … 9, for `decimal` and `integer`; a number
  ///     that needs more is abbreviated.
  public init(slot: Int, format: LiveNumber.Format, digits: Int = 3) {
    body = ViewNode(.figures(LiveNumber(slot: slot, format: format, digits: min(max(digits, 1), 9))))
  }
}
