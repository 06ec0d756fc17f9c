/// Lines of a text in a room: broken between words, cut with "…" where the lines are used up.
struct WrappedText {
  private(set) var size = Dimensions.zero
  private(set) var lines: [(text: String, width: Double)] = []
  private(set) var ascent = 0.0
  private(set) var lineHeight = 0.0

  init(
    _ string: String, _ style: ViewEnvironment, _ proposal: ProposedSize, _ measuring: any TextMeasuring
  ) {
    let (em, weight) = (style.fontSize, style.weight)
    let metrics = measuring.line("0", size: em, weight: weight)
    ascent = metrics.ascent
    lineHeight = metrics.ascent + metrics.descent
    func width(_ text: String) -> Double {
      let own = measuring.line(text, size: em, weight: weight).advance
      guard style.isMonospacedDigit else { return own }
      // The widest that it could be with other digits.
      return max(own, measuring.line(Self.blank(text), size: em, weight: weight).advance)
    }
    var limit = style.lineLimit ?? .max
    if let height = proposal.height, height.isFinite, lineHeight > 0 {
      limit = min(limit, max(1, Int(height / lineHeight + 1e-6)))
    }
    let room = (proposal.width ?? .infinity) + 1e-6
    var rest = string.split(separator: " ", omittingEmptySubsequences: true)[...]
    while let first = rest.first, lines.count < limit {
      var line = String(first)
      var count = 1
      let isLast = lines.count == limit - 1
      while count < rest.count {
        let longer = line + " " + rest[rest.startIndex + count]
        if width(longer) > room { break }
        line = longer
        count += 1
      }
      if (isLast && count < rest.count) || width(line) > room {
        // Either lines or room for a whole word are used up: what is left is cut.
        line = isLast ? rest.joined(separator: " ") : line
        line = measuring.truncated(line, toWidth: max(room, width("…")), size: em, weight: weight)
        if isLast { count = rest.count }
      }
      lines.append((line, width(line)))
      rest = rest.dropFirst(count)
    }
    size = Dimensions(
      width: lines.map(\.width).max() ?? 0, height: lineHeight * Double(lines.count),
      baseline: lines.isEmpty ? nil : ascent)
  }

  private static func blank(_ text: String) -> String {
    String(text.map { $0.isNumber && $0.isASCII ? "0" : $0 })
  }

  /// By the first letter that has a direction; without one, that of the layout.
  static func isRightToLeft(_ text: String, _ direction: LayoutEnvironment.Direction) -> Bool {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      // Hebrew to Arabic Extended-A, and the presentation forms.
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF: return true
      default: if scalar.properties.isAlphabetic { return false }
      }
    }
    return direction == .rightToLeft
  }
}
