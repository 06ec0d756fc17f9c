import Foundation
import GlassChrome
import PixelTypes

extension ScreenLanguage: Decodable {
  private static let english = decoded("en")
  private static let german = decoded("de")
  private static let spanish = decoded("es")
  private static let chinese = decoded("zh")
  private static let arabic = decoded("ar")

  /// All of the screen's words in this language.
  package var words: ScreenWords {
    switch self {
    case .english: Self.english
    case .german: Self.german
    case .spanish: Self.spanish
    case .chinese: Self.chinese
    case .arabic: Self.arabic
    }
  }

  /// Tests decode every language: one that lacks a word doesn't pass them.
  private static func decoded(_ code: String) -> ScreenWords {
    // swift-format-ignore: NeverUseForceTry
    try! JSONDecoder().decode(ScreenWords.self, from: Data(DataFile.bytes("Screen/Words/\(code).json")))
  }
}

extension ViewEnvironment {
  /// The screen's words in its language.
  package var words: ScreenWords { layout.language.words }
}
