import HUDGeometry
import PathTruth
import PixelTypes
import TestPictures
import TestSupport
import Testing

@testable import Compositor
@testable import GlassChrome
@testable import Pipeline
@testable import Screen

@Suite("Campaign: drawings and settings that change in a running job")
struct ReloadCampaignTests {
  @Test("whatever a drawing holds, it is refused, or placed, compared and drawn")
  func drawings() throws {
    let count = Campaign.count(600)
    var random = Seeded(Campaign.seed &+ 1)
    var taken = 0
    let rasterizer = try OutlineRasterizer()
    var spans = CoverageSpans()
    for index in 0..<count {
      let text = HostileSettings.drawing(&random)
      defer { Campaign.tell("drawings", index + 1, of: count) }
      guard let template = try? SilhouetteTemplate(name: "hostile", svg: text) else { continue }
      taken += 1
      let sides = [16.0, 48, 640, 16_384]
      let (width, height) = (
        sides[Int.random(in: 0..<4, using: &random)], sides[Int.random(in: 0..<4, using: &random)]
      )
      let path = template.path(width: width, height: height)
      #expect(path.reaches(within: 1e16), "\(text)")
      let anchored = template.placement(width: width, height: height, anchoredAt: Point(0.3, 0.6))
      #expect(anchored.x.isFinite && anchored.width.isFinite && anchored.height.isFinite, "\(text)")
      _ = HUDAnalyzer(settings: HUDSettings(template: template), lumaWidth: 64, lumaHeight: 48)
      if index % 4 == 0 {
        rasterizer.stroke(
          path, width: 3, transform: .identity, clip: PixelRect(x: 0, y: 0, width: 64, height: 48),
          into: &spans)
        let share = path.intersectionOverUnion(
          .rect(Rect(x: 0, y: 0, width: width, height: height)), tolerance: 0.5)
        #expect((0...1).contains(share), "\(text)")
      }
    }
    #expect(taken > count / 20, "hardly any drawing is one")
  }

  @Test("settings read again are in force with the next picture, and every picture is whole")
  func reloads() throws {
    let count = Campaign.count(20)
    var random = Seeded(Campaign.seed &+ 2)
    let slots = try TestSlot.read("synth:walker?w=320&h=192&seed=3", frames: 4)
    let screen = try TestStage([slots[0]], StageSettings())
    let stage = screen.stage
    for index in 0..<count {
      let (look, changed) = HostileSettings.look(&random)
      let before = stage.settings
      do {
        try stage.take(look, changed)
        #expect(!changed.contains("grid") || stage.settings.grid == look.grid)
        #expect(!changed.contains("template") || stage.settings.template == look.template)
        #expect(!changed.contains("quality") || stage.settings.quality == look.quality)
      } catch {
        #expect(stage.settings.style == before.style && stage.settings.grid == before.grid)
      }
      let jpeg = try screen.show(
        [slots[index % slots.count]], secondsOfDay: index, recordingSeconds: Double(index))
      if index % 10 == 0 { _ = try screen.whole(jpeg) }
      Campaign.tell("reloads", index + 1, of: count)
    }
  }

  @Test("a stamp comes, changes, moves and goes between two pictures")
  func stamps() throws {
    let slots = try TestSlot.read("synth:walker?w=320&h=192&seed=3", frames: 1)
    var look = StageSettings()
    (look.drawsChrome, look.drawsHUD) = (false, false)
    let screen = try TestStage(slots, look)
    func picture(_ stamp: PictureStamp?, _ changed: Set<String>) throws -> [UInt8] {
      look.stamps = stamp.map { [$0] } ?? []
      try screen.stage.take(look, changed)
      return try screen.show(slots, secondsOfDay: 1, recordingSeconds: 1)
    }
    let plain = try picture(nil, ["stamp"])
    let first = try picture(PictureStamp("A", corner: .bottomLeft), ["stamp"])
    let other = try picture(PictureStamp("B", corner: .bottomLeft), ["stamp"])
    let moved = try picture(PictureStamp("B", corner: .topRight), ["stamp-corner"])
    #expect(Set([plain, first, other, moved]).count == 4)
    #expect(try picture(PictureStamp("B", corner: .bottomLeft), ["stamp-corner"]) == other)
    #expect(try picture(nil, ["quality"]) == other && picture(nil, ["stamp"]) == plain)
  }

  @Test("settings of which one can't be had change nothing")
  func refused() throws {
    let size = try #require(PixelSize(width: 640, height: 360))
    let settings = StageSettings()
    let stage = try Stage(
      cameras: [.init(id: "primary", name: "a", size: size)], subsampling: .yuv422, settings: settings)
    let screen = try #require(stage.screen)
    let chrome = screen.chrome
    chrome.prepare(screen.state, nanoseconds: 0)
    #expect(chrome.failure == nil)
    // What is shown was laid out by other rules than those that hold now.
    chrome.screen.rules.maximumGroups = 0
    var look = StageSettings()
    look.grid = .phi
    look.quality = 12
    look.style.appearance = .light
    #expect(throws: GlassError.self) { try stage.take(look, ["grid", "quality", "appearance"]) }
    #expect(stage.settings.grid == settings.grid && stage.settings.quality == settings.quality)
    #expect(stage.settings.style == settings.style && chrome.style == settings.style)
  }
}
