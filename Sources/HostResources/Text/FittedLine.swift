/// One line of parts for a terminal of any width. Where they don't all fit, the least important become shorter or go, so that
/// nothing is cut in the middle of a word before there is no other way.
package struct FittedLine: Sendable {
  package struct Part: Sendable {
    var text: String
    /// 0 stays; of the others the highest goes first.
    var rank: Int
    /// The columns that it may be cut to before it goes.
    var least: Int?
    /// What separates it from the part before.
    var gap: String

    package init(_ text: String, rank: Int = 0, least: Int? = nil, gap: String = "  ") {
      (self.text, self.rank, self.least, self.gap) = (text, rank, least, gap)
    }
  }

  private let parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// All of it.
  package var whole: String { Self.joined(parts) }

  /// What fits.
  package func text(columns: Int) -> String {
    var parts = parts
    while true {
      let excess = Self.columns(of: Self.joined(parts)) - max(columns, 0)
      if excess <= 0 { return Self.joined(parts) }
      guard let rank = parts.map(\.rank).max(), rank > 0,
        let index = parts.lastIndex(where: { $0.rank == rank })
      else { break }
      let wide = Self.columns(of: parts[index].text)
      if let least = parts[index].least, wide > least {
        parts[index].text = Self.cut(parts[index].text, to: max(wide - excess, least))
        parts[index].least = nil
      } else {
        parts.remove(at: index)
      }
    }
    // The longest of those that stay loses its end.
    let widths = parts.map { Self.columns(of: $0.text) }
    if let widest = widths.max(), let index = widths.firstIndex(of: widest) {
      let excess = Self.columns(of: Self.joined(parts)) - columns
      if widest - excess > 1 {
        parts[index].text = Self.cut(parts[index].text, to: widest - excess)
        return Self.joined(parts)
      }
    }
    return Self.cut(Self.joined(parts), to: columns)
  }

  private static func joined(_ parts: [Part]) -> String {
    parts.enumerated().map { $0.offset == 0 ? $0.element.text : $0.element.gap + $0.element.text }.joined()
  }

  /// A text without its end, which `…` stands for.
  package static func cut(_ text: String, to columns: Int) -> String {
    guard self.columns(of: text) > columns else { return text }
    guard columns > 0 else { return "" }
    var (kept, width) = ("", 0)
    for character in text {
      width += self.columns(of: character)
      if width > columns - 1 { break }
      kept.append(character)
    }
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }

  /// The columns that a terminal gives a text.
  package static func columns(of text: String) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

  /// Two for what East Asian type sets in a square, and for emoji (Unicode Standard Annex #11).
  private static func columns(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.value {
    case ..<0x1100: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return first.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
