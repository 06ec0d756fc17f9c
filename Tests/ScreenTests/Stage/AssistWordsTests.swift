import Compositor
import GlassChrome
import Testing

@testable import Screen

@Suite("Words for assists")
struct AssistWordsTests {
  @Test("every assist has a name in every language")
  func names() {
    for language in ScreenLanguage.allCases {
      #expect(Set(language.words.assistNames.keys) == Set(Assist.allCases.map(\.rawValue)))
    }
  }
}
