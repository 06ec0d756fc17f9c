/// Makes untrusted text safe to show in messages: names come from devices, files, environments and other people's
/// recordings, values from command lines and settings files.
///
/// A terminal obeys control characters: a name could clear the screen, set the title or type. Direction marks make text
/// read as something else, and invisible characters make two texts look alike. A value of a megabyte would push the
/// error itself off the screen.
public enum PlainText {
  /// The most characters of a name or a value in a message.
  public static let longestValue = 256
  /// The most characters of a reason, which may quote several values.
  public static let longestReason = 600
  /// The most characters of a whole message; the program's own messages never come close.
  public static let longestMessage = 2000

  /// The text with `?` for each unsafe character; line breaks and tabs stay.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - most: longer texts lose their middle, because the beginning and end identify a text best; counted in Unicode
  ///     scalars.
  public static func of(_ text: String, atMost most: Int = .max) -> String {
    let bytes = text.utf8
    if bytes.count <= most, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 10 || $0 == 9 }) {
      return text
    }
    let scalars = text.unicodeScalars
    var plain = String.UnicodeScalarView()
    if bytes.count > most, scalars.count > most {
      // Scalars, not characters: a single character can consist of any number of scalars.
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

  /// A name, a path or a value, made safe and kept to one line for a message: line breaks and tabs also become
  /// `?`.
  public static func value(_ text: String, atMost most: Int = longestValue) -> String {
    let plain = of(text, atMost: most)
    guard plain.utf8.contains(where: { $0 == 10 || $0 == 9 }) else { return plain }
    return String(String.UnicodeScalarView(plain.unicodeScalars.map { $0.value < 0x20 ? "?" : $0 }))
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10: true
    case 0..<0x20, 0x7F..<0xA0: false
    // Direction marks and overrides, line and paragraph separators, and zero-width characters; joiners stay: scripts and
    // emoji need them.
    case 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
      false
    case 0xE0000...0xE007F: false
    // Bytes of names that aren't UTF-8: HostResources' NameText.
    case 0xEF80...0xEFFF: false
    default: true
    }
  }
}
