/// A source's text in two parts: the head before `?`, and the `key=value` pairs after it.
struct SourceQuery {
  let head: String
  let tail: Substring

  /// Splits at the first `?`: scene names contain none.
  init(splittingAtFirstMark text: String) {
    let mark = text.firstIndex(of: "?") ?? text.endIndex
    head = String(text[..<mark])
    tail = mark == text.endIndex ? "" : text[text.index(after: mark)...]
  }

  /// Splits at the last `?`, and only if pairs follow it: a path or glob may contain `?`.
  init(splittingAtLastMark text: String) {
    guard let mark = text.lastIndex(of: "?"), text[mark...].contains("=") else {
      head = text
      tail = ""
      return
    }
    head = String(text[..<mark])
    tail = text[text.index(after: mark)...]
  }

  /// The pairs, in order.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)`` for a part without `=` or a repeated key.
  func pairs(source text: String) throws(CaptureError) -> [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = []
    for piece in tail.split(separator: "&") {
      guard let equals = piece.firstIndex(of: "=") else {
        throw .badSource(text: text, reason: "'\(piece)' has no value: write \(piece)=…")
      }
      let key = String(piece[..<equals])
      guard !pairs.contains(where: { $0.key == key }) else {
        throw .badSource(text: text, reason: "'\(key)' is given twice")
      }
      pairs.append((key, String(piece[piece.index(after: equals)...])))
    }
    return pairs
  }
}

/// Suggests the word that the user meant.
enum Spelling {
  /// `; did you mean 'x'? (a, b, x)`: the nearest word if it is near enough, then all words.
  static func suggestion(for word: String, among words: [String]) -> String {
    let all = " (\(words.joined(separator: ", ")))"
    let nearest = words.min { distance(word, $0) < distance(word, $1) }
    guard let nearest, distance(word, nearest) <= max(2, nearest.count / 2) else { return ";" + all }
    return "; did you mean '\(nearest)'?" + all
  }

  /// Single-letter edits between two words (V. Levenshtein, 1966).
  static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let substitution = diagonal + (letter == b[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
