/// What is asked of a value: `depth<2.5`, `speed>=10 km/h`, `state=idle`.
package struct ValueCondition: Sendable, Equatable, CustomStringConvertible {
  package enum Comparison: String, Sendable, CaseIterable {
    // Longer ones first: `<=` begins with `<`.
    case atMost = "<="
    case atLeast = ">="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case equal = "="
  }

  /// Why a text is no condition: the end of a sentence.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    case noComparison(String)
    case badName(String)
    case noValue(String)
    case tooLong(String)
    case notANumber(String, Comparison)
    case tooLarge(String)
    case tooMany

    package var description: String {
      switch self {
      case .noComparison(let text):
        "“\(text)” compares nothing; write a name, one of < <= = != > >=, and a value, such as depth<2.5m or state=idle"
      case .badName(let name):
        "“\(name)” can't be a value's name: a letter, then letters, digits, _, - and ., up to \(NamedValue.longest), but not camera or timecode"
      case .noValue(let text): "“\(text)” has nothing to compare with; write a number or a text behind it"
      case .tooLong(let name): "\(name) is compared with more than \(NamedValue.longest) characters"
      case .notANumber(let text, let comparison):
        "“\(text)” is no number, and texts are only = or !=, not \(comparison.rawValue)"
      case .tooLarge(let text): "“\(text)” is larger than a value can be, 10¹¹"
      case .tooMany: "there are more than \(ValueCondition.most) conditions"
      }
    }
  }

  /// The value's.
  package let name: String
  package let comparison: Comparison
  /// What it is compared with. A text only with ``Comparison/equal`` and ``Comparison/notEqual``.
  package let content: NamedValue.Content
  /// Of a number; empty for the value's own.
  package let unit: String
  /// As it was written, for values that are texts.
  private let written: String

  /// Reads a condition. Blanks around the comparison don't count.
  package init(_ text: some StringProtocol) throws(Problem) {
    let text = Self.trimmed(Substring(text))
    guard let place = text.firstIndex(where: { "<>=!".contains($0) }),
      let comparison = Comparison.allCases.first(where: { text[place...].hasPrefix($0.rawValue) })
    else { throw .noComparison(String(text)) }
    let name = String(Self.trimmed(text[..<place]))
    guard NamedValue.isName(name) else { throw .badName(name) }
    let written = Self.trimmed(
      Substring(NamedValue.plain(String(text[text.index(place, offsetBy: comparison.rawValue.count)...]))))
    guard let first = written.first else { throw .noValue(String(text)) }
    // `a==b`, `a=>b`, `a<>b`: a text that begins so is more likely another language's operator.
    guard !"<>=!".contains(first) else { throw .noComparison(String(text)) }
    guard written.count <= NamedValue.longest else { throw .tooLong(name) }
    let (content, unit) = NamedValue.content(of: written)
    if let number = NamedValue.leadingNumber(written)?.number, !NamedValue.holds(number) {
      throw .tooLarge(String(written))
    }
    if case .text(let said) = content, comparison != .equal, comparison != .notEqual {
      throw .notANumber(said, comparison)
    }
    (self.name, self.comparison, self.content) = (name, comparison, content)
    self.unit = String(Self.trimmed(unit[...]))
    self.written = String(written)
  }

  /// The most conditions of a list.
  package static let most = 16

  /// Reads conditions that must all hold: `depth>10m and state=idle`.
  package static func list(_ text: String) throws(Problem) -> [ValueCondition] {
    var conditions: [ValueCondition] = []
    var rest = text[...]
    while true {
      let end = rest.firstRange(of: " and ")
      if conditions.count == most { throw .tooMany }
      conditions.append(try ValueCondition(rest[..<(end?.lowerBound ?? rest.endIndex)]))
      guard let end else { return conditions }
      rest = rest[end.upperBound...]
    }
  }

  package var description: String { name + comparison.rawValue + written }

  /// Whether it holds for what was said at a picture's time.
  ///
  /// Numbers are compared to seven decimals, as lines tell them, in the condition's unit. A text is compared as it was
  /// written, also with `3`.
  ///
  /// - Returns: `nil` if that can't be told: the value is absent or too old, its unit can't be converted, or a text is
  ///   compared as a number.
  package func holds(for samples: [ValueSample]) -> Bool? {
    guard let sample = samples.first(where: { $0.name == name }) else { return nil }
    return holds(for: sample.content, unit: sample.unit)
  }

  /// Whether it holds for a value of its name; `nil` is one that is too old.
  package func holds(for said: NamedValue.Content?, unit: String) -> Bool? {
    guard let said else { return nil }
    switch (said, content) {
    case (.number(let said), .number(let asked)):
      guard let said = self.unit.isEmpty ? said : ValueUnit.convert(said, from: unit, to: self.unit) else {
        return nil
      }
      return compare((said * 1e7).rounded(), (asked * 1e7).rounded())
    case (.text(let said), _) where comparison == .equal || comparison == .notEqual:
      return (said == written) == (comparison == .equal)
    case (.number, .text): return comparison == .notEqual
    case (.text, _): return nil
    }
  }

  private func compare(_ said: Double, _ asked: Double) -> Bool {
    switch comparison {
    case .less: said < asked
    case .atMost: said <= asked
    case .equal: said == asked
    case .notEqual: said != asked
    case .atLeast: said >= asked
    case .greater: said > asked
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
