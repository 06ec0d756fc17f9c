/// Text made fit to be shown, whatever it was: names come from devices, files and people.
///
/// - At most 1,024 graphemes; what is longer ends in "…".
/// - At most 16 characters a grapheme: towers of combining marks are cut, joined sequences are not.
/// - Control characters go, tabs become spaces. Embeddings and overrides of direction go too, which make text read
///   as what it isn't; isolates stay (https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing).
struct DisplayText {
  static let maximumGraphemes = 1_024
  static let maximumScalars = 16

  /// Paragraphs, broken where the text has line or paragraph separators; never none.
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

  /// One line of it all: separators become spaces.
  var line: [Character] { Array(paragraphs.joined(separator: [" "])) }

  /// The grapheme without what can't be shown; `nil` when nothing is left. A grapheme that loses a part may fall
  /// into several.
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

  /// What closes the isolates that are open at the end of a text, so that what follows stands outside of them.
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
