import Geometry

/// A line of edited text in a room: the part of it that is shown, and where the insertion point stands.
struct FieldLine {
  let size: Dimensions
  let shown: BrokenLine
  /// Points from the leading edge to the insertion point, if there is one.
  let cursor: Double?
  let ascent: Double

  /// Width of the insertion point, in points.
  static let caret = 2.0

  init(
    _ field: EditedText, _ style: ViewEnvironment, _ proposal: ProposedSize, _ measuring: any TextMeasuring
  ) {
    let (em, weight) = (style.fontSize, style.weight)
    func advance(_ text: some StringProtocol) -> Double {
      measuring.line(String(text), size: em, weight: weight).advance
    }
    let metrics = measuring.line("0", size: em, weight: weight)
    let height = metrics.ascent + metrics.descent
    let ideal = advance(field.text) + Self.caret
    size = Dimensions(width: proposal.width ?? ideal, height: height, baseline: metrics.ascent)
    ascent = metrics.ascent
    let room = max(size.width - Self.caret, 0)
    var text = field.text[...]
    var before = min(max(field.cursor ?? 0, 0), text.count)
    // The beginning gives way until the insertion point is seen.
    var isCut = false
    while before > 0, advance((isCut ? "…" : "") + text.prefix(before)) > room {
      text = text.dropFirst()
      before -= 1
      isCut = true
    }
    let line = (isCut ? "…" : "") + text
    let direction = style.layout.direction
    let isRightToLeft = WordBreaker.isRightToLeft(field.text, direction)
    shown =
      measuring.lines(line, width: room + 1e-6, limit: 1, direction: direction, size: em, weight: weight)
      .first ?? BrokenLine(text: "", advance: 0, isRightToLeft: isRightToLeft)
    let isAlong = isRightToLeft == (direction == .rightToLeft)
    let way = advance((isCut ? "…" : "") + text.prefix(before))
    let place = min(max(isAlong ? way : shown.advance - way, 0), room)
    cursor = field.cursor == nil ? nil : place
  }
}
