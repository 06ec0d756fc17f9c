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
    "noFrames", "cameraLost", "noProgram", "sandbox", "badSource", "notFound", "notACamera", "notAnOutput",
    "permission",
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

  /// Bytes: of characters, all that is in `Sources` would take long.
  let source: [UInt8]
  /// The same with a zero behind it.
  private let ended: [CChar]

  init(_ text: String) {
    source = Array(text.utf8)
    ended = source.map { CChar(bitPattern: $0) } + [0]
  }

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
      while end < source.count, source[end] != UInt8(ascii: "\n") { end += 1 }
      guard end > start, source[end - 1] == UInt8(ascii: "{") else {
        start = end + 1
        continue
      }
      let line = String(decoding: source[start..<end], as: UTF8.self)
      let isText = line.contains("-> String") || line.contains(": String {") || line.contains(": String? {")
      let name = line.split(separator: " ").drop { $0 != "func" && $0 != "var" }.dropFirst().first ?? ""
      if isText, Self.parts.contains(where: name.lowercased().contains) {
        let close = Self.end(in: source, from: end, opening: UInt8(ascii: "{"), closing: UInt8(ascii: "}"))
        found += messages(in: end..<close, kind: "part")
        end = close
      }
      start = end + 1
    }
    return found
  }

  private func calls(of opening: String, kind: String) -> [Message] {
    var found: [Message] = []
    var at = 0
    while let start = position(of: opening, from: at) {
      at = start + 1
      guard !isPattern(before: start) else { continue }
      at = start + opening.utf8.count
      let end = Self.end(in: source, from: at)
      found += messages(in: at..<end, kind: kind)
    }
    return found
  }

  private func position(of pattern: String, from start: Int) -> Int? {
    guard start < source.count else { return nil }
    // SAFETY: both texts end with a zero, and outlive the call.
    return unsafe ended.withUnsafeBufferPointer { text -> Int? in
      guard let base = text.baseAddress, let found = unsafe strstr(base + start, pattern) else { return nil }
      return unsafe UnsafePointer(found) - base
    }
  }

  private func messages(in range: Range<Int>, kind: String) -> [Message] {
    Self.texts(in: Array(source[range])).map { Message(kind: kind, text: $0) }
  }

  /// Whether a case is matched here, not made, or stands in a comment.
  private func isPattern(before position: Int) -> Bool {
    var start = position
    while start > 0, source[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    let line = String(decoding: source[start..<position], as: UTF8.self)
    let words = line.split(separator: " ")
    return words.contains("case") || line.contains("//") || line.hasSuffix("func ")
  }

  /// Where what begins here is closed, strings skipped.
  private static func end(
    in text: [UInt8], from start: Int, opening: UInt8 = UInt8(ascii: "("), closing: UInt8 = UInt8(ascii: ")")
  ) -> Int {
    var (depth, at) = (1, start)
    while at < text.count {
      if text[at] == UInt8(ascii: "\"") {
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
  private static func endOfString(_ text: [UInt8], from start: Int) -> Int {
    let isLong =
      start + 2 < text.count && text[start + 1] == UInt8(ascii: "\"") && text[start + 2] == UInt8(ascii: "\"")
    var at = start + (isLong ? 3 : 1)
    while at < text.count {
      if text[at] == UInt8(ascii: "\\"), at + 1 < text.count {
        at = text[at + 1] == UInt8(ascii: "(") ? end(in: text, from: at + 2) + 1 : at + 2
        continue
      }
      if text[at] == UInt8(ascii: "\"") {
        if !isLong { return at + 1 }
        if at + 2 < text.count, text[at + 1] == UInt8(ascii: "\""), text[at + 2] == UInt8(ascii: "\"") {
          return at + 3
        }
      }
      at += 1
    }
    return at
  }

  /// The texts among a call's arguments: literals that are added up are one, others one each; single words, which name
  /// things, are left out.
  private static func texts(in arguments: [UInt8]) -> [String] {
    alternatives(in: arguments).filter { $0.contains(" ") && $0.contains(where: \.isLetter) }
  }

  private static let separators = Array("?:,{}".utf8)

  /// What the literals of an expression may read as: what is added in brackets, each of its alternatives in turn.
  private static func alternatives(in expression: [UInt8]) -> [String] {
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
      defer {
        if !" \n".utf8.contains(expression[at - 1]) { isAfterPlus = expression[at - 1] == UInt8(ascii: "+") }
      }
      switch expression[at] {
      case UInt8(ascii: "\""):
        let end = endOfString(expression, from: at)
        join([plain(Array(expression[at..<end]))])
        at = end
        continue
      case UInt8(ascii: "(") where isAfterPlus && isJoined && !open.isEmpty:
        let end = end(in: expression, from: at + 1)
        let inner = alternatives(in: Array(expression[at + 1..<end]))
        if !inner.isEmpty { join(inner) }
        at = end
      case UInt8(ascii: "+"): isJoined = true
      case _ where Self.separators.contains(expression[at]): isJoined = false
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
  private static func plain(_ literal: [UInt8]) -> String {
    let quotes = literal.count > 5 && literal[1] == UInt8(ascii: "\"") ? 3 : 1
    var result: [UInt8] = []
    var at = quotes
    while at < literal.count - quotes {
      if literal[at] == UInt8(ascii: "\\"), at + 1 < literal.count {
        if literal[at + 1] == UInt8(ascii: "(") {
          let end = end(in: literal, from: at + 2) + 1
          let put = String(decoding: literal[at..<end], as: UTF8.self)
          result += ((put == "\\(reason)" ? reason : "…") + counted(put)).utf8
          at = end
        } else {
          if literal[at + 1] == UInt8(ascii: "\"") || literal[at + 1] == UInt8(ascii: "\\") {
            result.append(literal[at + 1])
          }
          at += 2
        }
      } else {
        result.append(literal[at])
        at += 1
      }
    }
    // Literals are added up: a space at a line's edge belongs to the text.
    let text = String(decoding: result, as: UTF8.self).replacing(/\s+/, with: " ")
    return quotes == 3 ? text.trimmingCharacters(in: .whitespaces) : text
  }
}
