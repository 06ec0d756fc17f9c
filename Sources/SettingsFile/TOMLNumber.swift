/// Numbers as TOML spells them.
enum TOMLNumber {
  /// `12`, `-1_000`, `0x1F`, `0o17`, `0b11`; `nil` for anything else, and for numbers beyond 64 bits.
  static func integer(_ word: String) -> Int? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
      let rest = word.dropFirst(2)
      // Int would accept a sign after the prefix.
      guard rest.first != "+", rest.first != "-" else { return nil }
      return digits(rest, isDigit: { $0.isHexDigit }).flatMap { Int($0, radix: radix) }
    }
    let (sign, rest) = split(word)
    guard let plain = digits(rest, isDigit: isDecimal), !hasLeadingZero(plain) else { return nil }
    return Int(sign + plain)
  }

  /// `1.5`, `6.02e23`, `-1_0.0`; `nil` for anything else, including `inf` and `nan`, which no setting takes.
  static func float(_ word: String) -> Double? {
    let (sign, rest) = split(word)
    var mantissa = rest
    var exponent = ""
    if let mark = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      let (exponentSign, tail) = split(String(rest[rest.index(after: mark)...]))
      guard let plain = digits(tail, isDigit: isDecimal) else { return nil }
      exponent = "e" + exponentSign + plain
      mantissa = rest[..<mark]
    } else if !rest.contains(".") {
      return nil
    }
    let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = digits(parts[0], isDigit: isDecimal), !hasLeadingZero(whole) else {
      return nil
    }
    var text = sign + whole
    if parts.count == 2 {
      guard let fraction = digits(parts[1], isDigit: isDecimal) else { return nil }
      text += "." + fraction
    }
    return Double(text + exponent).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func split(_ word: String) -> (sign: String, rest: Substring) {
    if word.hasPrefix("-") { return ("-", word.dropFirst()) }
    if word.hasPrefix("+") { return ("", word.dropFirst()) }
    return ("", word[...])
  }

  private static func isDecimal(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func hasLeadingZero(_ digits: String) -> Bool { digits.count > 1 && digits.hasPrefix("0") }

  /// The digits without the underscores between them; `nil` if an underscore is elsewhere.
  private static func digits(_ word: Substring, isDigit: (Character) -> Bool) -> String? {
    var plain = ""
    var afterDigit = false
    for character in word {
      if character == "_" {
        guard afterDigit else { return nil }
        afterDigit = false
      } else {
        guard isDigit(character) else { return nil }
        plain.append(character)
        afterDigit = true
      }
    }
    return afterDigit ? plain : nil
  }
}
