import HostResources

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
  func pairs(source text: String) throws(CaptureError) -> [SourcePair] {
    var pairs: [SourcePair] = []
    for piece in tail.split(separator: "&") {
      guard let equals = piece.firstIndex(of: "=") else {
        throw .badSource(text: text, reason: "'\(piece)' has no value: write \(piece)=…")
      }
      let key = String(piece[..<equals])
      guard !pairs.contains(where: { $0.key == key }) else {
        throw .badSource(text: text, reason: "'\(key)' is given twice")
      }
      let value = String(piece[piece.index(after: equals)...])
      pairs.append(SourcePair(key: key, value: value, source: text))
    }
    return pairs
  }
}

/// One `key=value` of a source's text.
struct SourcePair {
  let key: String
  let value: String
  /// The whole text, for errors.
  let source: String

  func badSource(_ reason: String) -> CaptureError { .badSource(text: source, reason: reason) }

  /// - Throws: ``CaptureError/badSource(text:reason:)`` for anything but a number in the range.
  func decimal(in range: ClosedRange<Double>) throws(CaptureError) -> Double {
    guard let number = Double(value), range.contains(number) else {
      throw self.badSource(
        "\(key)=\(value) must be a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)")
    }
    return number
  }

  /// - Throws: ``CaptureError/badSource(text:reason:)`` for anything but one of these words.
  func choice<Value>(of choices: [(String, Value)]) throws(CaptureError) -> Value {
    guard let found = choices.first(where: { $0.0 == value }) else {
      throw self.badSource(
        "\(key) can't be '\(value)'" + Spelling.suggestion(for: value, among: choices.map(\.0)))
    }
    return found.1
  }
}

extension Double {
  /// Without a fraction if whole: `30`, `29.97`.
  package var shortest: String { self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)" }
}
