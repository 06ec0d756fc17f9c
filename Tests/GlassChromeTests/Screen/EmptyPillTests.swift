import HUDGeometry
import PixelTypes
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("No picture shows a pill without its words")
struct EmptyPillTests {
  /// Opens and closes everything; each step comes while the one before may still move.
  private static let steps: [(name: String, change: @Sendable (inout ChromeState) -> Void)] = [
    ("at first", { _ in }),
    ("hint", { $0.hint = "Tilt left a little" }),
    ("another hint", { $0.hint = "Move closer and hold the camera still" }),
    ("toast", { $0.toast = Toast("Recording stopped") }),
    ("no toast", { $0.toast = nil }),
    ("no hint", { $0.hint = nil }),
    ("recording", { $0.recordingSeconds = 1 }),
    ("paused", { $0.isPaused = true }),
    ("stopped", { $0.recordingSeconds = nil }),
    ("photo", { $0.mode = .photo }),
    ("info", { $0.info = .init(exposure: InfoPanel.Reading(0.01, isAutomatic: true)) }),
    ("settings", { $0.settings = .medium }),
    ("larger settings", { $0.settings = .large }),
    ("closed settings", { $0.settings = nil }),
    ("shot", { $0.shot = .init(name: "000012.jpg", summary: "Horizon +0.4°", picture: nil) }),
    ("no shot", { $0.shot = nil }),
    ("library", { ($0.hasLibrary, $0.library) = (true, library) }),
    ("a recording", { $0.library?.recording = "Portraits" }),
    ("a way back", { $0.library?.canGoBack = true }),
    ("a kept picture", { $0.library?.items[0].isKept = true }),
    ("nothing is kept", { $0.library?.items = [] }),
    ("a picture", { $0.shot = .init(name: "000012.jpg", summary: "Horizon +0.4°", picture: nil) }),
    ("with buttons", { $0.shot?.canMark = true }),
    ("to be deleted", { $0.shot?.asksToDelete = true }),
    ("no library", { ($0.library, $0.shot) = (nil, nil) }),
    ("camera lost", { $0.sources[1].status = .lost }),
    ("another template", { $0.selectedTemplate = 4 }),
    ("no shelf", { $0.showsShelf = false }),
    ("shelf", { $0.showsShelf = true }),
    ("no controls", { $0.showsControls = false }),
    ("no info", { $0.info = nil }),
    ("controls", { $0.showsControls = true }),
  ]

  private static let library: LibrarySheet.Values = {
    var values = LibrarySheet.Values()
    values.items = ["Portraits", "Garden"].map { LibrarySheet.Item($0.lowercased(), title: $0, detail: "12") }
    return values
  }()

  private static let styles: [ChromeStyle] = [
    ChromeStyle(), ChromeStyle(appearance: .light), ChromeStyle(appearance: .auto),
    ChromeStyle(reduceTransparency: true), ChromeStyle(increaseContrast: true),
    ChromeStyle(reduceMotion: true),
    ChromeStyle(reduceTransparency: true, increaseContrast: true, reduceMotion: true),
  ]

  @Test(
    "in a run that opens and closes everything, with each reduced setting",
    arguments: Share.of(styles, oneIn: 3))
  func run(style: ChromeStyle) throws {
    let frames = 5
    let layout = ScreenEventTests.layout(scale: 0.75)
    let (with, without) = (try ChromeStage(layout, style), try ChromeStage(layout, style))
    without.renderer.drawsInk = false
    let (inked, bare) = (with.canvas, without.canvas)
    var state = ScreenEventTests.state()
    var time: Int64 = 0
    var seen = 0
    for step in Self.steps {
      step.change(&state)
      for frame in 0..<frames {
        for stage in [with, without] { stage.draw(state, at: time) }
        #expect(with.renderer.failure == nil)
        let list = with.renderer.displayed
        for (group, element) in list.groups.flatMap({ group in group.elements.map { (group, $0) } })
        where Self.mustTell(element, group) {
          seen += 1
          #expect(!Self.differ(bare, bare, in: element.frame, scale: layout.scale))
          if !Self.differ(inked, bare, in: element.frame, scale: layout.scale) {
            Issue.record(
              "\(step.name), frame \(frame): \(element.id.path) is empty, presence \(element.presence)")
          }
        }
        time += 33_333_333
      }
    }
    #expect(seen > 4 * frames * Self.steps.count)
  }

  /// Whether glass is seen, and words or marks are its own.
  private static func mustTell(_ element: GlassElement, _ group: GlassGroup) -> Bool {
    guard element.glass.variant != .identity, element.presence > 0.12, element.frame.height > 12 else {
      return false
    }
    return group.items.contains { item in
      guard element.id.contains(item.id) else { return false }
      return item.kind != .plate || item.clip != nil
    }
  }

  private static func differ(_ a: PlanarPicture, _ b: PlanarPicture, in frame: Rect, scale: Double) -> Bool {
    let area = frame.scaled(by: scale)
    let box = PixelRect(
      x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height)
    ).intersection(a.bounds)
    for (x, y) in box.places where abs(Int(a.luma[x, y]) - Int(b.luma[x, y])) >= 12 { return true }
    return false
  }
}
