/// Words around a name or a number, whose place `{}` holds.
package struct Phrase: Sendable, Decodable {
  let text: String

  package init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  package func callAsFunction(_ content: String) -> String { text.replacing("{}", with: content) }
}

/// Words around a count, by the plural categories that a language has (Unicode's CLDR): one form, or those for 1 (`one`), for
/// numbers ending in 3 to 10 (`few`, Arabic) and for all others.
package struct CountPhrase: Sendable, Decodable {
  private struct Forms: Decodable {
    var one, few: Phrase?
    var other: Phrase
  }

  private let forms: Forms

  package init(from decoder: any Decoder) throws {
    forms =
      if let phrase = try? Phrase(from: decoder) { Forms(other: phrase) } else { try Forms(from: decoder) }
  }

  package func callAsFunction(_ number: Int) -> String {
    let few = (3...10).contains(number % 100) ? forms.few : nil
    return ((number == 1 ? forms.one : few) ?? forms.other)("\(number)")
  }
}
