import GlassChrome
import Testing

@testable import Screen

/// The one list of controls against what the screen shows, in all its states.
@Suite("What controls declare and what the screen shows")
struct ControlTruthTests {
  @Test("what can be touched is declared, and called as declared", arguments: ScreenLanguage.allCases)
  func declared(language: ScreenLanguage) throws {
    let screen = try ScreenRoom([(1280, 720), (640, 360)], ScreenRoom.Faces()) {
      $0.style.language = language
    }
    var (seen, unknown) = (Set<String>(), [String]())
    for state in states(screen.state) {
      for element in try screen.list(state).accessibility where element.role.isControl {
        guard let control = declared(element.id) ?? tab(element.id) else {
          if Control.use(.activate(element.id)) == nil { unknown.append(element.id.path) }
          continue
        }
        seen.insert(control.name)
        guard control.word != nil, !(control.name == Control.template.name) else { continue }
        #expect(element.label == control.title(language.words), "\(element.id.path)")
        let role: AccessibilityElement.Role? =
          switch control.kind {
          case .toggle: .toggle
          case .list where element.id.path.contains("sheet"): .picker
          default: nil
          }
        if let role { #expect(element.role == role, "\(element.id.path)") }
      }
    }
    #expect(unknown.isEmpty)
    // Words without a place would say nothing.
    let shown = Control.all.filter { $0.word != nil && $0.choose == nil }.map(\.name)
    #expect(Set(shown).subtracting(seen).isEmpty)
  }

  /// The control that an element is itself; `nil` for a choice of one.
  private func declared(_ id: ElementID) -> Control? {
    let parts = id.path.split(separator: "/").map(String.init).filter { Int($0) == nil }
    guard let last = parts.last else { return nil }
    let under = parts.dropLast().last
    if let under, Control.all.contains(where: { $0.name == under && $0.choose != nil }) { return nil }
    return Control.all.first { $0.name == "\(under ?? "")/\(last)" } ?? Control.all.first { $0.name == last }
  }

  /// The button that a tab stands for.
  private func tab(_ id: ElementID) -> Control? {
    [Control.settingsTab, Control.libraryTab].first { id.path.hasSuffix("tab/\($0.name)") }
  }

  /// Each sheet and page, with what they can show.
  private func states(_ state: ChromeState) -> [ChromeState] {
    var base = state
    base.reduce(.operated(ShutterState(), hasLibrary: true))
    base.views = CameraViews(
      cameras: [ControlItem("primary", title: "One"), ControlItem("secondary", title: "Two")], only: nil,
      layout: "stacked", layouts: ["side-by-side", "stacked", "pip"])
    (base.zoom, base.torch, base.exposure) = (2, true, 0.5)
    var tools = base
    tools.reduce(.toolsPressed)
    var settings = base
    settings.reduce(.settingsPressed)
    settings.settings = .large
    var assists = settings
    assists.reduce(.pageChosen(SettingsPage.assist))
    var library = base
    library.reduce(.libraryPressed)
    var contents = LibraryContents()
    contents.items = [LibraryItem("000001.jpg", title: "1")]
    (contents.hasNewer, contents.hasOlder, contents.days) = (true, true, ["2026-11-23"])
    library.reduce(.itemsRead(contents, at: LibraryPlace()))
    var shot = base
    var picture = Shot(name: "1", summary: "Level")
    (picture.canMark, picture.canRetake) = (true, true)
    shot.reduce(.shotTaken(LibraryPicture(name: .shot(1), shot: picture), at: 0))
    var question = shot
    question.reduce(.deletionAsked(true, at: 0))
    return [base, tools, settings, assists, library, shot, question]
  }
}
