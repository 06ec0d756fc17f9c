/// A language for the screen.
public enum ScreenLanguage: String, Sendable, Hashable, CaseIterable {
  /// The default: British.
  case english = "en"
  /// As written in Germany.
  case german = "de"
  /// As written in Spain.
  case spanish = "es"
  /// Simplified Chinese.
  case chinese = "zh"
  /// Modern standard Arabic, with the digits 0 to 9.
  case arabic = "ar"

  /// Whether its lines, and so the whole layout, run from right to left.
  public var isRightToLeft: Bool { self == .arabic }

  /// What parts a number's tenths from its whole.
  var decimalSeparator: String { controlWords.measure(".").filter { ".,".contains($0) } }

  /// What controls say in this language.
  package var controlWords: ControlWords {
    switch self {
    case .english: .english
    case .german: .german
    case .spanish: .spanish
    case .chinese: .chinese
    case .arabic: .arabic
    }
  }

  private var facts: (name: String, letters: String, package: String) {
    switch self {
    case .english: ("English", "Aa", "fonts-inter")
    case .german: ("German", "äöüß", "fonts-inter")
    case .spanish: ("Spanish", "áéíñóúü", "fonts-inter")
    case .chinese: ("Chinese", "设置时长隐", "fonts-noto-cjk")
    case .arabic: ("Arabic", "ابتسةلأئىء", "fonts-noto-core")
    }
  }

  /// Its name in English, for messages.
  var name: String { facts.name }
  /// Letters required to write it.
  var letters: String { facts.letters }
  /// A Debian package with a font that has them.
  var package: String { facts.package }

  /// Font families with those letters, best first, to try after the usual one.
  var families: [String] {
    switch self {
    case .english, .german, .spanish: []
    // Among fonts with the characters, one that draws them as written in China.
    case .chinese: ["Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Zen Hei"]
    case .arabic: ["Noto Sans Arabic"]
    }
  }
}
