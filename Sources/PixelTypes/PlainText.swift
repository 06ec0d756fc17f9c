/// Text from outside as messages show it, whatever it was: names come from devices, files, environments and strangers'
/// recordings, values from command lines and files of settings.
///
/// A terminal obeys control characters: a name could clear the screen, write into the title or type. Marks of direction
/// make text read as what it isn't, and what isn't seen makes two texts look alike. A value of a megabyte would push what
/// is wrong with it off the screen.
public enum PlainText {
  /// Characters of a name or a value in a message.
  public static let longestValue = 256
  /// Of a reason, which may quote some.
  public static let longestReason = 600
  /// Of a whole message; none of the program's own comes near.
  public static let longestMessage = 2000

  /// The text with `?` for each such character; line ends and tabs stay.
  ///
  /// - Parameter most: characters from which on the middle is left out, for how a text begins and ends tells it best.
  public static func of(_ text: String, atMost most: Int = .max) -> String {
    let bytes = text.utf8
    if bytes.count <= most, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 10 || $0 == 9 }) {
      return text
    }
    let scalars = text.unicodeScalars
    var plain = String.UnicodeScalarView()
    if bytes.count > most, scalars.count > most {
      // Scalars, not characters: one character can be made of any number of them.
      let mark = "… (\(scalars.count) characters) …"
      let (head, tail) = (most * 2 / 3, most / 4)
      for scalar in scalars.prefix(head) { plain.append(isPlain(scalar) ? scalar : "?") }
      plain.append(contentsOf: mark.unicodeScalars)
      for scalar in scalars.suffix(tail) { plain.append(isPlain(scalar) ? scalar : "?") }
    } else {
      for scalar in scalars { plain.append(isPlain(scalar) ? scalar : "?") }
    }
    return String(plain)
  }

  /// A name, a path or a value as it stands in a message: in its line, and no longer than a few.
  public static func value(_ text: String, atMost most: Int = longestValue) -> String {
    let plain = of(text, atMost: most)
    guard plain.utf8.contains(where: { $0 == 10 || $0 == 9 }) else { return plain }
    return String(String.UnicodeScalarView(plain.unicodeScalars.map { $0.value < 0x20 ? "?" : $0 }))
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10: true
    case 0..<0x20, 0x7F..<0xA0: false
    // Marks and overrides of direction, lines and paragraphs of their own, and what takes no room; joiners make signs.
    case 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
      false
    case 0xE0000...0xE007F: false
    default: true
    }
  }
}
