import Foundation

/// Finds what the program says in its source: the texts of errors, refusals, warnings and notes.
struct MessageScanner {
  struct Message: Hashable {
    /// The error's case, `ValidationError`, `warning`, or `part`: what stands in others.
    var kind: String
    /// With `…` for what is put in when it is said.
    var text: String

    /// Whether it has words of its own, from its beginning on.
    var saysSomething: Bool {
      let words = text.split { !$0.isLetter && $0 != "-" }.filter { $0.contains(where: \.isLetter) }
      return words.count > 1 && !";:,.)".contains(text.first { $0 != " " } ?? ";")
    }
  }

  /// Kinds by the name of the error's case.
  static let cases = [
    "layout", "usage", "cannotCreate", "noRoom", "fileTooLarge", "busy", "io", "unfit", "misused",
    "badScript",
    "noFrames", "cameraLost", "sandbox", "badSource", "notFound", "notACamera", "notAnOutput", "permission",
    "noFormat",
    "notAsAsked", "badFile", "malformed", "unsupported", "segment", "badLayout", "badPicture",
  ]

  /// What calls say things, and as what.
  private static let calls = [
    ("ValidationError(", "ValidationError"), ("ConfigurationError(", "ConfigurationError"),
    (".warning(", "warning"), (".note(", "warning"),
    (".add(", "warning"), (".say(", "warning"), ("warn(", "warning"), ("notices.append(", "warning"),
    ("repairs.append(", "warning"), ("Console.note(", "warning"), ("Console.error(", "warning"),
    ("differences.append(", "part"), ("problems.append(", "part"), ("notes.append(", "part"),
    ("remarks.append(", "part"),
    ("Problem(", "part"),
  ]

  /// What is named so and gives a text gives a part of a message.
  private static let parts = [
    "hint", "reason", "problem", "why", "trouble", "advice", "text(", "sentence", "remark",
  ]

  let source: [Character]

  init(_ text: String) { source = Array(text) }

  func messages() -> [Message] {
    let calls = Self.cases.map { ("." + $0 + "(", $0) } + Self.calls
    let found = calls.flatMap { self.calls(of: $0, kind: $1) } + bodies()
    // A function that refuses puts its callers' words into its own.
    let reasons = self.calls(of: "refuse(", kind: "").map(\.text)
    let all = found.flatMap { message -> [Message] in
      guard message.text.contains(Self.reason) else { return [message] }
      return (reasons.isEmpty ? ["…"] : reasons).map {
        Message(kind: message.kind, text: message.text.replacing(Self.reason, with: $0))
      }
    }
    return all.map { Message(kind: $0.kind, text: $0.text.replacing("……", with: "…")) }
      .filter(\.saysSomething)
  }

  // Stands for an interpolated `reason`.
  private static let reason = "\u{E000}"

  /// What functions and properties of texts say that are named as ``parts`` are.
  private func bodies() -> [Message] {
    var found: [Message] = []
    var start = 0
    while start < source.count {
      var end = start
      while end < source.count, source[end] != "\n" { end += 1 }
      let line = String(source[start..<end])
      let isText = line.contains("-> String") || line.contains(": String {") || line.contains(": String? {")
      let name = line.split(separator: " ").drop { $0 != "func" && $0 != "var" }.dropFirst().first ?? ""
      if isText, line.hasSuffix("{"), Self.parts.contains(where: name.lowercased().contains) {
        let close = Self.end(in: source, from: end, opening: "{", closing: "}")
        found += messages(in: end..<close, kind: "part")
        end = close
      }
      start = end + 1
    }
    return found
  }

  private func calls(of opening: String, kind: String) -> [Message] {
    let pattern = Array(opening)
    var found: [Message] = []
    var at = 0
    while at + pattern.count <= source.count {
      guard source[at] == pattern[0], Array(source[at..<at + pattern.count]) == pattern,
        !isPattern(before: at)
      else {
        at += 1
        continue
      }
      at += pattern.count
      let end = Self.end(in: source, from: at)
      found += messages(in: at..<end, kind: kind)
    }
    return found
  }

  private func messages(in range: Range<Int>, kind: String) -> [Message] {
    Self.texts(in: Array(source[range])).map { Message(kind: kind, text: $0) }
  }

  /// Whether a case is matched here, not made, or stands in a comment.
  private func isPattern(before position: Int) -> Bool {
    var start = position
    while start > 0, source[start - 1] != "\n" { start -= 1 }
    let line = String(source[start..<position])
    let words = line.split(separator: " ")
    return words.contains("case") || line.contains("//") || line.hasSuffix("func ")
  }

  /// Where what begins here is closed, strings skipped.
  private static func end(
    in text: [Character], from start: Int, opening: Character = "(", closing: Character = ")"
  ) -> Int {
    var (depth, at) = (1, start)
    while at < text.count {
      if text[at] == "\"" {
        at = endOfString(text, from: at)
        continue
      }
      if text[at] == opening { depth += 1 }
      if text[at] == closing { depth -= 1 }
      if depth == 0 { return at }
      at += 1
    }
    return at
  }

  /// Behind the string literal that begins at `start`, interpolations with strings of their own within.
  private static func endOfString(_ text: [Character], from start: Int) -> Int {
    let isLong = start + 2 < text.count && text[start + 1] == "\"" && text[start + 2] == "\""
    var at = start + (isLong ? 3 : 1)
    while at < text.count {
      if text[at] == "\\", at + 1 < text.count {
        at = text[at + 1] == "(" ? end(in: text, from: at + 2) + 1 : at + 2
        continue
      }
      if text[at] == "\"" {
        if !isLong { return at + 1 }
        if at + 2 < text.count, text[at + 1] == "\"", text[at + 2] == "\"" { return at + 3 }
      }
      at += 1
    }
    return at
  }

  /// The texts among a call's arguments: literals that are added up are one, others one each; single words, which name
  /// things, are left out.
  private static func texts(in arguments: [Character]) -> [String] {
    alternatives(in: arguments).filter { $0.contains(" ") && $0.contains(where: \.isLetter) }
  }

  /// What the literals of an expression may read as: what is added in brackets, each of its alternatives in turn.
  private static func alternatives(in expression: [Character]) -> [String] {
    var done: [String] = []
    var open: [String] = []
    var isJoined = false
    var at = 0
    func join(_ more: [String]) {
      if isJoined, !open.isEmpty {
        open = open.flatMap { first in more.map { first + $0 } }
      } else {
        done += open
        open = more
      }
      isJoined = false
    }
    // Brackets behind it hold alternatives, not a call's arguments.
    var isAfterPlus = false
    while at < expression.count {
      defer { if !expression[at - 1].isWhitespace { isAfterPlus = expression[at - 1] == "+" } }
      switch expression[at] {
      case "\"":
        let end = endOfString(expression, from: at)
        join([plain(Array(expression[at..<end]))])
        at = end
        continue
      case "(" where isAfterPlus && isJoined && !open.isEmpty:
        let end = end(in: expression, from: at + 1)
        let inner = alternatives(in: Array(expression[at + 1..<end]))
        if !inner.isEmpty { join(inner) }
        at = end
      case "+": isJoined = true
      case "?", ":", ",", "{", "}": isJoined = false
      default: break
      }
      at += 1
    }
    return done + open
  }

  /// What is counted by an interpolation, in the plural: `\(files.counted("file"))` is `… files`.
  private static func counted(_ interpolation: String) -> String {
    guard let call = interpolation.firstMatch(of: /\.counted\("([^"]*)"(?:, "([^"]*)")?\)/) else { return "" }
    return " " + (call.2.map(String.init) ?? call.1 + "s")
  }

  /// A literal as it reads, with `…` for interpolations.
  private static func plain(_ literal: [Character]) -> String {
    let quotes = literal.count > 5 && literal[1] == "\"" ? 3 : 1
    var result = ""
    var at = quotes
    while at < literal.count - quotes {
      if literal[at] == "\\", at + 1 < literal.count {
        if literal[at + 1] == "(" {
          let end = end(in: literal, from: at + 2) + 1
          let put = String(literal[at..<end])
          result += (put == "\\(reason)" ? reason : "…") + counted(put)
          at = end
        } else {
          if literal[at + 1] == "\"" || literal[at + 1] == "\\" { result.append(literal[at + 1]) }
          at += 2
        }
      } else {
        result.append(literal[at])
        at += 1
      }
    }
    // Literals are added up: a space at a line's edge belongs to the text.
    let text = result.replacing(/\s+/, with: " ")
    return quotes == 3 ? text.trimmingCharacters(in: .whitespaces) : text
  }
}
