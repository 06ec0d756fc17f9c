/// Text for a terminal, whatever it was: names come from devices, files and strangers' recordings.
///
/// A terminal obeys control characters: a name could clear the screen, write into the title or type. Overrides of direction
/// make text read as what it isn't.
enum PlainText {
  /// The text with `?` for each such character; line ends and tabs stay.
  static func of(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 10 || $0 == 9 }) { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { plain.append(isPlain(scalar) ? scalar : "?") }
    return String(plain)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10: true
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
