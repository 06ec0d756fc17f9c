import HUDGeometry
import Testing

@testable import GlassChrome

/// The languages that this machine has the letters of. Only Chinese may lack: packages that tests need bring the others.
let writableLanguages = ScreenLanguage.allCases.filter { (try? TypefaceCache($0)) != nil }

@Suite("The screen's words")
struct ScreenWordsTests {
  /// A language's plain words by key.
  private func words(_ language: ScreenLanguage) -> [String: String] {
    var all: [String: String] = [:]
    for case (let key?, let word as String) in Mirror(reflecting: language.words).children { all[key] = word }
    return all
  }

  private static let phrases: [@Sendable (ScreenWords) -> ScreenWords.Phrase] = [
    \.measure, \.seconds, \.everySeconds, \.less, \.more, \.heldByAuto, \.automatic, \.offLevel,
    \.cameraIsLost,
    \.cameraIsBack, \.sinkHasEnded,
  ]
  private static let counts: [@Sendable (ScreenWords) -> ScreenWords.Count] = [
    \.newCount, \.picture, \.pictureTaken, \.picturesCounted,
  ]

  private func sentences(_ language: ScreenLanguage) -> [String] {
    Self.phrases.map { $0(language.words)("2.5") }
      + Self.counts.map { $0(language.words)(47) }
  }

  @Test("are translated, but for a few that are the same", arguments: ScreenLanguage.allCases.dropFirst())
  func translated(language: ScreenLanguage) {
    let same: Set<String> = [
      "video", "live", "zoom", "autoLook", "auto", "phi", "fourByTwo", "framesPerSecond", "plate", "portrait",
      "product", "timelapse", "hand", "noTimer", "off", "tabs", "filter",
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
    for phrase in Self.phrases {
      #expect(phrase(language.words)("Desk 2").contains("Desk 2"))
    }
    for count in Self.counts { #expect(count(language.words)(47).contains("47")) }
  }

  @Test(
    "say a hint in at most twelve words, and what else they say of it", arguments: ScreenLanguage.allCases)
  func hints(language: ScreenLanguage) {
    for hint in Hint.allCases {
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
      for case .text(let text) in list.groups.flatMap(\.items).map(\.unclipped.item) {
        #expect(!text.text.hasSuffix("…"), "\(size): \(text.text)")
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
        for case .text(let text) in list.groups.flatMap(\.items).map(\.unclipped.item) {
          let isWhole = titles.contains { (" " + $0 + " ").contains(" " + text.text + " ") }
          #expect(isWhole, "\(text.text) at \(scale), \(size)")
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
