/// The isolates of a paragraph (UAX #9, 2.4): stretches that are ordered independently and may continue across line
/// ends.
struct TextIsolates {
  private enum Mark {
    case opening(isRightToLeft: Bool)
    case closing
  }

  /// Where isolates begin and end, by position in the paragraph.
  private var marks: [(position: Int, mark: Mark)] = []

  /// - Parameter analyzer: finds the direction of an isolate that takes it from its first letter.
  init(_ paragraph: [Character], analyzer: TextAnalyzer) {
    for (position, character) in paragraph.enumerated() {
      for scalar in character.unicodeScalars {
        switch scalar.value {
        case 0x2066: marks.append((position, .opening(isRightToLeft: false)))
        case 0x2067: marks.append((position, .opening(isRightToLeft: true)))
        case 0x2068:
          let content = Self.content(of: paragraph[(position + 1)...])
          let order = analyzer.order(Array(String(content).utf16), direction: .automatic)
          marks.append((position, .opening(isRightToLeft: order.isRightToLeft)))
        case 0x2069: marks.append((position, .closing))
        default: break
        }
      }
    }
  }

  /// The text before the mark that closes the isolate, or all of it if none does.
  private static func content(of text: ArraySlice<Character>) -> ArraySlice<Character> {
    var depth = 1
    for (i, character) in zip(text.indices, text) {
      for scalar in character.unicodeScalars {
        if 0x2066...0x2068 ~= scalar.value { depth += 1 }
        if scalar.value == 0x2069 { depth -= 1 }
      }
      if depth == 0 { return text[..<i] }
    }
    return text
  }

  /// The marks that reopen the isolates open at a position, from the outermost in.
  func openings(at position: Int) -> [Character] {
    var open: [Character] = []
    for mark in marks where mark.position < position {
      switch mark.mark {
      case .opening(let isRightToLeft): open.append(isRightToLeft ? "\u{2067}" : "\u{2066}")
      case .closing: _ = open.popLast()
      }
    }
    return open
  }
}
