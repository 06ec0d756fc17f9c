@testable import GlassChrome

/// Breaks text between words and truncates with "…", for measurers that know nothing of scripts.
struct WordBreaker {
  let measuring: any TextMeasuring
  let width: Double
  let limit: Int
  let size: Double
  let weight: Int

  func lines(of text: String, _ direction: LayoutEnvironment.Direction) -> [BrokenLine] {
    let isRightToLeft = Self.isRightToLeft(text, direction)
    var lines: [BrokenLine] = []
    var rest = text.split(whereSeparator: \.isWhitespace)[...]
    while let first = rest.first, lines.count < limit {
      var line = String(first)
      var count = 1
      while count < rest.count {
        let longer = line + " " + rest[rest.startIndex + count]
        if advance(longer) > width { break }
        line = longer
        count += 1
      }
      if lines.count == limit - 1, count < rest.count {
        line = rest.joined(separator: " ")
        count = rest.count
      }
      line = truncated(line)
      lines.append(BrokenLine(text: line, advance: advance(line), isRightToLeft: isRightToLeft))
      rest = rest.dropFirst(count)
    }
    return lines
  }

  /// The line itself if it fits, else as much of it as fits before "…"; empty if not even that does.
  func truncated(_ text: String) -> String {
    if advance(text) <= width { return text }
    // By bisection: a longer prefix is never narrower.
    let characters = Array(text)
    var (fitting, failing) = (-1, characters.count)
    while failing - fitting > 1 {
      let middle = (fitting + failing) / 2
      if advance(Self.cut(characters, middle)) <= width { fitting = middle } else { failing = middle }
    }
    return fitting < 0 ? "" : Self.cut(characters, fitting)
  }

  private func advance(_ text: String) -> Double { measuring.line(text, size: size, weight: weight).advance }

  private static func cut(_ characters: [Character], _ count: Int) -> String {
    var kept = characters[..<count]
    while kept.last == " " { kept.removeLast() }
    return String(kept) + "…"
  }

  /// Set by the first letter with a direction or, without one, by the layout.
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

extension TextMeasuring {
  /// Breaks between words, and truncates an overlong word and the last line with "…".
  func lines(
    _ text: String, width: Double, limit: Int, direction: LayoutEnvironment.Direction, size: Double,
    weight: Int
  ) -> [BrokenLine] {
    WordBreaker(measuring: self, width: width, limit: limit, size: size, weight: weight)
      .lines(of: text, direction)
  }
}
