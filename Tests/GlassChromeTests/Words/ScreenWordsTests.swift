import HUDGeometry
import Testing

@testable import GlassChrome
@testable import Screen

/// The languages that this machine has the letters of. Only Chinese may lack: packages that tests need bring the others.
let writableLanguages = ScreenLanguage.allCases.filter { (try? TypefaceCache($0)) != nil }

@Suite("The screen's words")
struct ScreenWordsTests {
  /// A language's plain words by key.
  private func words(_ language: ScreenLanguage) -> [String: String] {
    var all: [String: String] = [:]
    for part in [Mirror(reflecting: language.words), Mirror(reflecting: language.controlWords)] {
      for case (let key?, let word as String) in part.children { all[key] = word }
    }
    return all
  }

  private func phrases(_ language: ScreenLanguage, _ name: String) -> [String] {
    let (controls, words) = (language.controlWords, language.words)
    return [controls.measure, controls.less, controls.more].map { $0(name) }
      + [
        words.seconds, words.everySeconds, words.heldByAuto, words.automatic, words.offLevel,
        words.cameraIsLost,
        words.cameraIsBack, words.sinkHasEnded,
      ].map { $0(name) }
  }

  private func counts(_ language: ScreenLanguage, _ number: Int) -> [String] {
    let words = language.words
    return [language.controlWords.newCount(number)]
      + [words.picture, words.pictureTaken, words.picturesCounted].map { $0(number) }
  }

  private func sentences(_ language: ScreenLanguage) -> [String] {
    let words = language.words
    return phrases(language, "2.5") + counts(language, 47) + words.hints
      + [words.templateNames, words.gridNames, words.layoutNames, words.assistNames].flatMap(\.values)
  }

  @Test("are translated, but for a few that are the same", arguments: ScreenLanguage.allCases.dropFirst())
  func translated(language: ScreenLanguage) {
    let same: Set<String> = [
      "video", "live", "zoom", "autoLook", "auto", "framesPerSecond", "timelapse", "hand", "noTimer", "off",
      "tabs", "filter",
    ]
    let (english, words) = (words(.english), words(language))
    #expect(words.count == english.count && words.count > 100)
    for (key, word) in words {
      #expect(!word.isEmpty, "\(key)")
      #expect(word != english[key] || same.contains(key), "\(key): \(word)")
    }
  }

  @Test("keep the names and numbers put into them", arguments: ScreenLanguage.allCases)
  func phrases(language: ScreenLanguage) {
    for phrase in phrases(language, "Desk 2") { #expect(phrase.contains("Desk 2")) }
    for count in [1, 5, 47].flatMap({ number in counts(language, number).map { ("\(number)", $0) } }) {
      #expect(count.1.contains(count.0))
    }
  }

  @Test(
    "say a hint in at most twelve words, and what else they say of it", arguments: ScreenLanguage.allCases)
  func hints(language: ScreenLanguage) {
    #expect(language.words.hints.count == Hint.allCases.count)
    for hint in Hint.allCases {
      #expect(language != .english || language.words[hint] == hint.text)
      #expect(language != .english || language.words.success(of: hint) == hint.success)
      #expect(!HintPillView(language.words[hint]).text.hasSuffix("…"))
      #expect(language.words.success(of: hint) != language.words[hint])
    }
  }

  @Test("name every built-in template and every grid, and leave other templates their names")
  func names() throws {
    let own = try SilhouetteTemplate(name: "two-cats", svg: "M0 0H1V1H0Z")
    for language in ScreenLanguage.allCases {
      for template in SilhouetteTemplate.builtIn {
        let title = language.words[template]
        #expect(language == .english ? title == template.title : !title.isEmpty, "\(template.name)")
      }
      #expect(Set(SilhouetteTemplate.builtIn.map { language.words[$0] }).count == 12)
      #expect(Set(Grid.allCases.map { language.words[$0] }).count == Grid.allCases.count)
      #expect(Set(language.words.gridNames.keys) == Set(Grid.allCases.map(\.rawValue)))
      #expect(
        language.words.layoutNames.keys.sorted()
          == ["drawn", "grid", "pip", "side-by-side", "stacked", "strip"])
      #expect(language.words[own] == "Two cats")
    }
    // None falls through to its English title.
    for template in SilhouetteTemplate.builtIn {
      #expect(ScreenLanguage.arabic.words[template] != template.title)
    }
  }

  @Test("have a glyph for every letter", arguments: writableLanguages)
  func glyphs(language: ScreenLanguage) throws {
    let face = try TypefaceCache(language).face(pixels: 20, weight: .semibold)
    for text in words(language).values + sentences(language) { #expect(face.has(text), "\(text)") }
  }

  @Test("in Arabic run from the right, and a camera's name keeps its own direction in them")
  func direction() throws {
    #expect(LayoutEnvironment(language: .arabic).direction == .rightToLeft)
    #expect(LayoutEnvironment(language: .german).direction == .leftToRight)
    let lost = ScreenLanguage.arabic.words.cameraIsLost("C920 (2)")
    #expect(lost.hasPrefix("\u{2068}C920 (2)\u{2069}"))
  }

  @Test("fit on the cards and the mode switcher at the usual size", arguments: writableLanguages)
  func whole(language: ScreenLanguage) throws {
    let layout = DisplayLayout(measuring: try TypefaceMeasurer(scale: 1, language: language))
    let words = language.words
    let shelf = TemplateShelfView(
      SilhouetteTemplate.builtIn.map { .init(id: $0.name, title: words[$0], outline: "M0 0H1V1Z") },
      selection: Binding("template", ""))
    for size in [DynamicTypeSize.xSmall, .large, .xxxLarge, .accessibility2] {
      let list = try layout.resolve(
        VStack {
          shelf.node
          ModeSwitcher(Binding("mode", .timelapse)).node
        }, in: Rect(x: 0, y: 0, width: 2600, height: 1000),
        environment: LayoutEnvironment(typeSize: size, language: language))
      for text in list.items.compactMap(\.text) {
        #expect(!text.hasSuffix("…"), "\(size): \(text)")
      }
    }
  }

  @Test("break between words on the cards of small canvases, too", arguments: writableLanguages)
  func unbroken(language: ScreenLanguage) throws {
    // Chinese lines may end after any character.
    if language == .chinese { return }
    let titles = SilhouetteTemplate.builtIn.map { language.words[$0] }
    for scale in [0.5, 0.67, 1, 2] {
      let layout = DisplayLayout(measuring: try TypefaceMeasurer(scale: scale, language: language))
      for size in DynamicTypeSize.allCases {
        let list = try layout.resolve(
          TemplateShelfView(
            titles.map { .init(id: $0, title: $0, outline: "M0 0H1V1Z") }, selection: Binding("template", "")),
          in: Rect(x: 0, y: 0, width: 2600, height: 1000),
          environment: LayoutEnvironment(typeSize: size, language: language, scale: scale))
        for text in list.items.compactMap(\.text) {
          let isWhole = titles.contains { (" " + $0 + " ").contains(" " + text + " ") }
          #expect(isWhole, "\(text) at \(scale), \(size)")
        }
      }
    }
  }

  @Test("whose letters no font has are an error that names a package")
  func noLetters() {
    let error = GlassError.noLetters(language: .chinese)
    #expect("\(error)".contains("Chinese") && "\(error)".contains("fonts-noto-cjk"))
    #expect(error.remedy.contains("--language") && error.exitCode == 69)
  }
}
