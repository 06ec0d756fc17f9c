/// The lines of a text in a room, and the size they take.
struct WrappedText {
  let size: Dimensions
  let lines: [BrokenLine]
  let ascent: Double
  let lineHeight: Double

  init(
    _ string: String, _ style: ViewEnvironment, _ proposal: ProposedSize, _ measuring: any TextMeasuring
  ) {
    let (em, weight) = (style.fontSize, style.weight)
    func advance(_ text: String) -> Double { measuring.line(text, size: em, weight: weight).advance }
    let metrics = measuring.line("0", size: em, weight: weight)
    ascent = metrics.ascent
    lineHeight = metrics.ascent + metrics.descent
    // Room for the widest digits is reserved, so that other digits change nothing.
    let reserve = style.isMonospacedDigit ? max(advance(Self.blank(string)) - advance(string), 0) : 0
    var limit = style.lineLimit ?? .max
    if let height = proposal.height, height.isFinite, lineHeight > 0 {
      limit = min(limit, max(1, Int(min(height / lineHeight, 1e6) + 1e-6)))
    }
    // A grapheme and "…" always fit, whatever the room.
    let least = string.first.map { advance(String($0) + "…") } ?? 0
    let room = max((proposal.width ?? .infinity) - reserve, least) + 1e-6
    func broken(_ string: String) -> [BrokenLine] {
      measuring.lines(
        string, width: room, limit: limit, direction: style.layout.direction, size: em, weight: weight)
    }
    let lines = broken(string)
    self.lines =
      style.truncationMode == .middle && limit == 1 && advance(string) > room
      ? broken(string.truncatedInMiddle { advance($0) <= room }) : lines
    size = Dimensions(
      width: (self.lines.map(\.advance).max() ?? 0) + reserve, height: lineHeight * Double(self.lines.count),
      baseline: self.lines.isEmpty ? nil : ascent)
  }

  private static func blank(_ text: String) -> String {
    String(text.map { $0.isNumber && $0.isASCII ? "0" : $0 })
  }
}
