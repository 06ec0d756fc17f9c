import Foundation
import GlassChrome

extension ScreenLanguage: Decodable {
  private static let english = decoded(PackageResources.en_json)
  private static let german = decoded(PackageResources.de_json)
  private static let spanish = decoded(PackageResources.es_json)
  private static let chinese = decoded(PackageResources.zh_json)
  private static let arabic = decoded(PackageResources.ar_json)

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
  private static func decoded(_ json: [UInt8]) -> ScreenWords {
    // swift-format-ignore: NeverUseForceTry
    try! JSONDecoder().decode(ScreenWords.self, from: Data(json))
  }
}

extension ViewEnvironment {
  /// The screen's words in its language.
  package var words: ScreenWords { layout.language.words }
}
