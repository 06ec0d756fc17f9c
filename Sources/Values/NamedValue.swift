/// A value with a name and a unit, such as `depth`, 3.2 m.
package struct NamedValue: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// Finite.
    case number(Double)
    case text(String)
  }

  package var name: String
  package var content: Content
  /// As the source says, such as `m`, `kn` or `°`; empty for none.
  package var unit: String

  package init(_ name: String, _ content: Content, unit: String = "") {
    (self.name, self.content, self.unit) = (name, content, unit)
  }

  init(_ name: String, _ number: Double, _ unit: String = "") {
    self.init(name, .number(number), unit: unit)
  }

  /// The most characters of a name, a text or a unit.
  package static let longest = 64

  /// Whether lines can tell a number, with seven decimals.
  static func holds(_ number: Double) -> Bool { number.magnitude <= 1e11 }

  /// How many decimals people want of it: a metre is five of a degree, and what is counted has none.
  package static func decimals(of name: String) -> Int { ownDecimals[name] ?? 1 }

  /// Of those that haven't one decimal, as most have.
  package static let ownDecimals = ["lat": 5, "lon": 5, "satellites": 0, "layer": 0]

  /// What stamps say already.
  private static let taken: Set<String> = ["camera", "timecode"]

  /// Whether a value can have this name: letters, digits, `_`, `-` and `.` after a letter.
  package static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= longest else { return false }
    return !taken.contains(String(text))
      && text.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || [45, 46, 95].contains($0) }
  }

  /// What `3.2m` or `idle` says: a number and its unit, or a text.
  static func content(of text: Substring) -> (Content, unit: String) {
    guard let (number, unit) = leadingNumber(text), holds(number) else {
      return (.text(plain(String(text))), "")
    }
    return (.number(number), plain(String(unit)))
  }

  /// The number that a text begins with, and what follows.
  static func leadingNumber(_ text: Substring) -> (number: Double, rest: Substring)? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
    // An e may begin a unit.
    let written = digits.last.map { "eE".contains($0) } ?? false ? digits.dropLast() : digits
    return Double(written).map { ($0, text[written.endIndex...]) }
  }

  /// Without control characters, which would break a line or a picture.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
  }

  /// A number between two, at a share of the way from one to the other.
  static func between(_ a: Double, _ b: Double, share: Double, unit: String) -> Double {
    var step = b - a
    guard unit == "°" || unit == "deg" else { return a + step * share }
    // The short way round, for courses and longitudes.
    step.formRemainder(dividingBy: 360)
    var value = a + step * share
    let isSigned = a < 0 || b < 0
    if value >= (isSigned ? 180 : 360) { value -= 360 }
    if value < (isSigned ? -180 : 0) { value += 360 }
    return value
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }
}

/// What a value was at a picture's time.
package struct ValueSample: Sendable, Equatable {
  package var name: String
  /// `nil` if it is older than it may be.
  package var content: NamedValue.Content?
  package var unit: String
  /// Since its source said it last, in nanoseconds.
  package var age: Int64
  /// Whether an alarm says so: it is shown as one.
  package var isAlarmed = false

  package init(name: String, content: NamedValue.Content?, unit: String, age: Int64) {
    (self.name, self.content, self.unit, self.age) = (name, content, unit, age)
  }

  /// Whether another one says the same, however old it is.
  package func isSaidLike(_ other: ValueSample) -> Bool {
    content == other.content && name == other.name && unit == other.unit && isAlarmed == other.isAlarmed
  }
}
