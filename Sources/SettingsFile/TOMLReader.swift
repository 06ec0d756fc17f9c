import PixelTypes

/// Reads the bytes of a TOML file in one pass.
struct TOMLReader {
  private typealias Problem = TOMLDocument.Problem

  private let bytes: [UInt8]
  private(set) var position = 0
  private(set) var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark, which some editors write.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private struct Place: Hashable {
    var table: String?
    var element: Int?
    var key: String
  }

  mutating func read(into document: inout TOMLDocument) throws(TOMLDocument.Problem) {
    var table: String?
    var element: Int?
    var tableLines: [String: Int] = [:]
    var lists: [String: Int] = [:]
    var keyLines: [Place: Int] = [:]
    while true {
      try skipBlank(overLines: true)
      guard let byte = peek else { return }
      let start = line
      if byte == UInt8(ascii: "[") {
        let (name, isElement) = try tableName()
        element = isElement ? lists[name, default: 0] : nil
        if isElement { lists[name, default: 0] += 1 }
        let first = tableLines.updateValue(start, forKey: name)
        if let first, element ?? 0 == 0 {
          throw Problem(line: start, reason: "[\(Self.shown(name))] is already on line \(first)")
        }
        table = name
        document.tables.append(TOMLDocument.Table(name: name, element: element, line: start))
      } else {
        let key = try self.key()
        if let first = keyLines.updateValue(start, forKey: Place(table: table, element: element, key: key)) {
          throw Problem(line: start, reason: "\(Self.shown(key)) is already on line \(first)")
        }
        try skipBlank(overLines: false)
        if peek == UInt8(ascii: ".") {
          throw problem(
            "a key with a dot means a nested table, and there are none; write [\(Self.shown(key))] above it"
          )
        }
        guard take(UInt8(ascii: "=")) else {
          throw problem("\(Self.shown(key)) has no value; write \(Self.shown(key)) = …")
        }
        try skipBlank(overLines: false)
        let value = try self.value(isInArray: false)
        document.entries.append(
          TOMLDocument.Entry(table: table, element: element, key: key, line: start, value: value))
      }
      try skipBlank(overLines: false)
      guard peek == nil || isLineEnd else {
        throw problem("there is text after this setting; put each setting on its own line")
      }
    }
  }

  // MARK: - Keys

  /// The name between brackets, and whether there are two on each side.
  private mutating func tableName() throws(TOMLDocument.Problem) -> (String, isElement: Bool) {
    position += 1
    let isElement = take(UInt8(ascii: "["))
    try skipBlank(overLines: false)
    let name = try key()
    try skipBlank(overLines: false)
    if peek == UInt8(ascii: ".") {
      throw problem("tables can't be nested; write [run], [record] and so on")
    }
    guard take(UInt8(ascii: "]")), !isElement || take(UInt8(ascii: "]")) else {
      let (open, close) = isElement ? ("[[", "]]") : ("[", "]")
      throw problem("the \(close) after \(open)\(Self.shown(name)) is missing")
    }
    return (name, isElement)
  }

  private mutating func key() throws(TOMLDocument.Problem) -> String {
    switch peek {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?:
      if isTriple { throw problem("a key must be on one line") }
      return try string()
    default:
      let start = position
      while let byte = peek, Self.isBare(byte) { position += 1 }
      guard position > start else { throw problem("expected a setting, such as grid = \"thirds\"") }
      return text(start..<position)
    }
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: - Values

  private mutating func value(isInArray: Bool) throws(TOMLDocument.Problem) -> TOMLDocument.Value {
    switch peek {
    case nil: throw problem("the value is missing")
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: return .string(try string())
    case UInt8(ascii: "[")?:
      if isInArray { throw problem("lists can't be nested") }
      return .array(try array())
    case UInt8(ascii: "{")?: throw problem("{…} is an inline table, and no setting takes one")
    default:
      let start = position
      while let byte = peek,
        Self.isBare(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
          || byte == UInt8(ascii: ":")
      {
        position += 1
      }
      guard position > start else { throw problem("the value is missing") }
      return try scalar(text(start..<position))
    }
  }

  private func scalar(_ word: String) throws(TOMLDocument.Problem) -> TOMLDocument.Value {
    if word == "true" { return .boolean(true) }
    if word == "false" { return .boolean(false) }
    if let number = TOMLNumber.integer(word) { return .integer(number) }
    if let number = TOMLNumber.float(word) { return .float(number) }
    throw problem(
      "\(Self.shown(word)) is neither a number nor true or false; put text in quotes: \"\(Self.shown(word))\""
    )
  }

  private mutating func array() throws(TOMLDocument.Problem) -> [TOMLDocument.Value] {
    let start = line
    position += 1
    var values: [TOMLDocument.Value] = []
    while true {
      try skipBlank(overLines: true)
      if take(UInt8(ascii: "]")) { return values }
      if peek == nil { throw Problem(line: start, reason: "the ] of this list is missing") }
      values.append(try value(isInArray: true))
      try skipBlank(overLines: true)
      if take(UInt8(ascii: ",")) { continue }
      guard peek == UInt8(ascii: "]") else {
        throw peek == nil
          ? Problem(line: start, reason: "the ] of this list is missing")
          : problem("separate the values of a list with commas")
      }
    }
  }

  // MARK: - Strings

  private var isTriple: Bool {
    guard let quote = peek, position + 2 < bytes.count else { return false }
    return bytes[position + 1] == quote && bytes[position + 2] == quote
  }

  private mutating func string() throws(TOMLDocument.Problem) -> String {
    let quote = bytes[position]
    let isLiteral = quote == UInt8(ascii: "'")
    let start = line
    let isLong = isTriple
    position += isLong ? 3 : 1
    // TOML drops a line end right after the opening quotes.
    if isLong { skipLineEnd() }
    var text: [UInt8] = []
    while let byte = peek {
      if byte == quote {
        if !isLong {
          position += 1
          return String(decoding: text, as: UTF8.self)
        }
        var count = 0
        while count < 5, position + count < bytes.count, bytes[position + count] == quote { count += 1 }
        position += count
        // Up to two quotes may precede the closing three.
        text.append(contentsOf: repeatElement(quote, count: count >= 3 ? count - 3 : count))
        if count >= 3 { return String(decoding: text, as: UTF8.self) }
        continue
      }
      if isLineEnd {
        if !isLong { throw Problem(line: start, reason: "the closing \(isLiteral ? "'" : "\"") is missing") }
        skipLineEnd()
        text.append(UInt8(ascii: "\n"))
        continue
      }
      try refuseControl(byte)
      position += 1
      if byte == UInt8(ascii: "\\"), !isLiteral {
        try escape(into: &text, isLong: isLong)
      } else {
        text.append(byte)
      }
    }
    throw Problem(line: start, reason: "the closing \(isLiteral ? "'" : "\"") is missing")
  }

  private mutating func escape(into text: inout [UInt8], isLong: Bool) throws(TOMLDocument.Problem) {
    guard let byte = peek else { throw problem("the text ends in a backslash") }
    position += 1
    switch byte {
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(byte)
    case UInt8(ascii: "u"): try scalarEscape(digits: 4, into: &text)
    case UInt8(ascii: "U"): try scalarEscape(digits: 8, into: &text)
    default:
      position -= 1
      guard isLong, skipToNextLine() else {
        throw problem("there is no such escape; write \\\\ for a backslash, or put the text in '…'")
      }
    }
  }

  /// Skips blanks and line ends up to the next text; false if no line ended there.
  private mutating func skipToNextLine() -> Bool {
    var ends = false
    while true {
      if isLineEnd {
        ends = true
        skipLineEnd()
      } else if peek == 32 || peek == 9 {
        position += 1
      } else {
        return ends
      }
    }
  }

  private mutating func scalarEscape(digits: Int, into text: inout [UInt8]) throws(TOMLDocument.Problem) {
    guard position + digits <= bytes.count else { throw problem("\\u has 4 hexadecimal digits, \\U has 8") }
    let word = bytes[position..<(position + digits)]
    var code: UInt32 = 0
    for byte in word {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 128 else {
        throw problem("\\u has 4 hexadecimal digits, \\U has 8")
      }
      code = code << 4 | UInt32(digit)
    }
    // A NUL would end the text early in any system call.
    guard code != 0, let scalar = Unicode.Scalar(code) else { throw problem("there is no such character") }
    position += digits
    text.append(contentsOf: String(Character(scalar)).utf8)
  }

  // MARK: - Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private var isLineEnd: Bool {
    guard position < bytes.count else { return false }
    if bytes[position] == 10 { return true }
    return bytes[position] == 13 && position + 1 < bytes.count && bytes[position + 1] == 10
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipLineEnd() {
    guard isLineEnd else { return }
    position += bytes[position] == 13 ? 2 : 1
    line += 1
  }

  /// Skips blanks and a comment, and line ends too if `overLines`.
  private mutating func skipBlank(overLines: Bool) throws(TOMLDocument.Problem) {
    while let byte = peek {
      if byte == 32 || byte == 9 {
        position += 1
      } else if byte == UInt8(ascii: "#") {
        while let byte = peek, !isLineEnd {
          try refuseControl(byte)
          position += 1
        }
      } else if isLineEnd, overLines {
        skipLineEnd()
      } else {
        return
      }
    }
  }

  private func refuseControl(_ byte: UInt8) throws(TOMLDocument.Problem) {
    if byte < 32 && byte != 9 || byte == 127 { throw problem("there is a control character (\(byte))") }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func problem(_ reason: String) -> TOMLDocument.Problem {
    TOMLDocument.Problem(line: line, reason: reason)
  }

  /// As much of a word as a message needs.
  private static func shown(_ word: String) -> String { PlainText.value(word, atMost: 60) }
}
