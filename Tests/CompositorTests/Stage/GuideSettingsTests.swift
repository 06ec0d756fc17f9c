import GlassChrome
import HUDGeometry
import PixelTypes
import Testing

@testable import Compositor
@testable import Screen

@Suite("Guides that change while pictures are made")
struct GuideSettingsTests {
  private func stage(_ settings: StageSettings) throws -> Stage {
    let size = try #require(PixelSize(width: 640, height: 480))
    return try Stage(
      cameras: [("primary", "A", 0), ("secondary", "B", 1)].map {
        Stage.CameraDescription(id: $0.0, number: $0.2, name: $0.1, size: size)
      }, subsampling: .yuv422, settings: settings)
  }

  @Test("assists that a template names come and go with it; those chosen otherwise stay")
  func assistsOfTemplate() throws {
    let svg = #"<svg data-assist="4:5 safe-areas" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>"#
    var settings = StageSettings()
    settings.assists = [.zebra]
    settings.template = try SilhouetteTemplate(name: "post", svg: svg)
    let stage = try stage(settings)
    #expect(stage.settings.assists == [.zebra, .portrait, .safeAreas])
    stage.select(template: SilhouetteTemplate.named("portrait"), grid: .thirds)
    #expect(stage.settings.assists == [.zebra])
    stage.select(template: settings.template, grid: .phi)
    stage.show(stage.settings.assists.subtracting([.safeAreas]))
    #expect(stage.settings.assists == [.zebra, .portrait])
    var new = settings
    new.assists = [.tally]
    try stage.take(new, ["assist"])
    #expect(stage.settings.assists == [.tally, .portrait, .safeAreas])
    new.template = nil
    try stage.take(new, ["template"])
    #expect(stage.settings.assists == [.tally])
  }

  @Test(
    "reread settings give the second viewfinder its own guides, and take them back",
    arguments: [LayoutMode.sideBySide, .pip])
  func reload(mode: LayoutMode) throws {
    var settings = StageSettings()
    settings.layout.mode = mode
    settings.template = SilhouetteTemplate.named("portrait")
    let stage = try stage(settings)
    func second() -> HUDSettings? { stage.cameras[1].guides.analyzer?.settings }
    let usual: (Grid, String?) = mode == .pip ? (.none, nil) : (.thirds, "portrait")
    #expect(second()?.grid == usual.0 && second()?.template?.name == usual.1)

    var new = settings
    new.choose(for: 1) {
      ($0.grid, $0.template) = (.phi, .chosen(SilhouetteTemplate.named("bottle")))
    }
    try stage.take(new, ["secondary-grid"])
    #expect(second()?.grid == .phi && second()?.template?.name == usual.1)
    try stage.take(new, ["secondary-template"])
    #expect(second()?.grid == .phi && second()?.template?.name == "bottle")
    #expect(stage.cameras[0].guides.analyzer?.settings.grid == .thirds)

    // The screen's controls set the first viewfinder's.
    stage.select(template: nil, grid: .diagonals)
    #expect(second()?.grid == .phi && second()?.template?.name == "bottle")
    try stage.take(settings, ["secondary-grid", "secondary-template"])
    #expect(second()?.grid == (mode == .pip ? Grid.none : .diagonals) && second()?.template == nil)
  }

  @Test("assists come and go between pictures, and the screen knows which are shown")
  func assists() throws {
    let stage = try stage(StageSettings())
    #expect(stage.screen?.state.assists == [])
    stage.show([.zebra, .tally])
    #expect(stage.screen?.state.assists == [.zebra, .tally])
    var new = StageSettings()
    new.assists = [.waveform]
    try stage.take(new, ["assist"])
    #expect(stage.settings.assists == [.waveform] && stage.screen?.state.assists == [.waveform])
  }

  @Test("the text's size changes the ink's figures from the next picture on", arguments: [true, false])
  func textSize(drawsChrome: Bool) throws {
    var settings = StageSettings()
    settings.drawsChrome = drawsChrome
    let stage = try stage(settings)
    func pixels() -> [Double?] { stage.cameras.map { $0.guides.tools?.figures?.pixels } }
    let before = pixels()
    var style = settings.style
    style.typeSize = .accessibility1
    try stage.restyle(style)
    for (old, new) in zip(before, pixels()) { #expect(try #require(new) > #require(old)) }
    style.typeSize = .large
    try stage.restyle(style)
    #expect(pixels() == before)
  }

  @Test("the language changes from the next picture on")
  func language() throws {
    var settings = StageSettings()
    let stage = try stage(settings)
    let screen = try #require(stage.screen)
    screen.reduce(.woken)
    settings.style.language = .german
    try stage.take(settings, ["grid"])
    func says(_ label: String, at nanoseconds: Int64) -> Bool {
      screen.chrome.prepare(screen.state, nanoseconds: nanoseconds)
      return screen.chrome.accessibility.contains { $0.label == label }
    }
    #expect(says("Settings", at: 0))
    try stage.take(settings, ["language"])
    #expect(says("Einstellungen", at: 1) && !says("Settings", at: 2))
    screen.say(\.recordingPaused, nanoseconds: 3)
    #expect(says("Aufnahme angehalten", at: 3))
  }
}
