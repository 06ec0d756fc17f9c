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

  /// Its name in English, for messages.
  var name: String {
    switch self {
    case .english: "English"
    case .german: "German"
    case .spanish: "Spanish"
    case .chinese: "Chinese"
    case .arabic: "Arabic"
    }
  }

  /// Letters required to write it.
  var letters: String {
    switch self {
    case .english: "Aa"
    case .german: "äöüß"
    case .spanish: "áéíñóúü"
    case .chinese: "设置时长隐"
    case .arabic: "ابتسةلأئىء"
    }
  }

  /// Font families with those letters, best first, to try after the usual one.
  var families: [String] {
    switch self {
    case .english, .german, .spanish: []
    // Among fonts with the characters, one that draws them as written in China.
    case .chinese: ["Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Zen Hei"]
    case .arabic: ["Noto Sans Arabic"]
    }
  }

  /// A Debian package with such a font.
  var package: String {
    switch self {
    case .english, .german, .spanish: "fonts-inter"
    case .chinese: "fonts-noto-cjk"
    case .arabic: "fonts-noto-core"
    }
  }
}
