/// Text made safe to show, whatever it contains: names come from devices, files and people.
///
/// - At most 1,024 graphemes; longer text ends in "…".
/// - At most 16 scalars per grapheme: towers of combining marks are cut, joined sequences are not.
/// - Control characters are removed, and tabs become spaces. Embeddings and overrides of direction are removed too,
///   because they disguise text; isolates stay (https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing).
struct DisplayText {
  static let maximumGraphemes = 1_024
  static let maximumScalars = 16

  /// Paragraphs, split at the text's line and paragraph separators; at least one.
  private(set) var paragraphs: [[Character]] = [[]]

  init(_ text: String) {
    var count = 0
    for character in text {
      if count == Self.maximumGraphemes {
        paragraphs[paragraphs.count - 1].append("…")
        return
      }
      count += 1
      if character.isNewline {
        paragraphs.append([])
      } else if let shown = Self.shown(character) {
        paragraphs[paragraphs.count - 1].append(contentsOf: shown)
      }
    }
  }

  /// Everything on one line: separators become spaces.
  var line: [Character] { Array(paragraphs.joined(separator: [" "])) }

  /// The grapheme without what can't be shown; `nil` if nothing remains. A grapheme that loses a
  /// part may split into several.
  private static func shown(_ character: Character) -> String? {
    if character.isASCII {
      let byte = character.asciiValue ?? 0
      return byte == 9 ? " " : byte < 32 || byte == 127 ? nil : String(character)
    }
    var kept = String.UnicodeScalarView()
    for scalar in character.unicodeScalars where kept.count < maximumScalars {
      if scalar.properties.generalCategory == .control { continue }
      switch scalar.value {
      case 0x202A...0x202E, 0xFEFF: continue
      default: kept.append(scalar)
      }
    }
    return kept.isEmpty ? nil : String(kept)
  }

  /// The marks that close the isolates still open at the end of a text, so that following text stands outside them.
  static func closing(_ text: some Sequence<Character>) -> String {
    var open = 0
    for character in text {
      for scalar in character.unicodeScalars {
        switch scalar.value {
        case 0x2066...0x2068: open += 1
        case 0x2069: open = max(open - 1, 0)
        default: break
        }
      }
    }
    return String(repeating: "\u{2069}", count: open)
  }
}
