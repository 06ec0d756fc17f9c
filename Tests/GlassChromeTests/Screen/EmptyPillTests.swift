import HUDGeometry
import PixelTypes
import TestScenes
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("No picture shows a pill without its words")
struct EmptyPillTests {
  private static let styles: [ChromeStyle] = [
    ChromeStyle(), ChromeStyle(appearance: .light), ChromeStyle(appearance: .auto),
    ChromeStyle(reduceTransparency: true), ChromeStyle(increaseContrast: true),
    ChromeStyle(reduceMotion: true),
    ChromeStyle(reduceTransparency: true, increaseContrast: true, reduceMotion: true),
  ]

  @Test(
    "in a run that opens and closes everything, with each reduced setting",
    arguments: Share.of(styles, oneIn: 14))
  func run(style: ChromeStyle) throws {
    let frames = 5
    let layout = ScreenEventTests.layout(scale: 0.75)
    let (with, without) = (try ChromeStage(layout, style), try ChromeStage(layout, style))
    without.renderer.drawsInk = false
    let (inked, bare) = (with.canvas, without.canvas)
    var state = ScreenEventTests.state()
    var time: Int64 = 0
    var seen = 0
    for step in ScreenRun.steps {
      step.change(&state)
      for frame in 0..<frames {
        for stage in [with, without] { stage.draw(state, at: time) }
        #expect(with.renderer.failure == nil)
        let list = with.renderer.displayed
        for (group, element) in list.groups.flatMap({ group in group.elements.map { (group, $0) } })
        where Self.mustTell(element, group, isGrowing: frame < 4) && !Self.isCrossed(element, list) {
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
    #expect(seen > 4 * frames * ScreenRun.steps.count)
  }

  /// Whether glass is seen, and words or marks are its own.
  ///
  /// - Parameter isGrowing: whether glass may still be on its way, with words that aren't on it yet.
  private static func mustTell(_ element: GlassElement, _ group: GlassGroup, isGrowing: Bool) -> Bool {
    guard element.glass.variant != .identity, element.presence > 0.12, element.frame.height > 12 else {
      return false
    }
    return group.items.contains { item in
      // Glass travels before its words come.
      let isOn = item.opacity > 0.3 && element.frame.grown(by: -12).contains(item.frame)
      guard element.id.contains(item.id), isOn || !(isGrowing || element.transition.isZoom) else {
        return false
      }
      return item.kind != .plate || item.clip != nil
    }
  }

  /// Whether other glass on its way out, such as another tool's longer list, still lies over it: its words come after that.
  private static func isCrossed(_ element: GlassElement, _ list: DisplayList) -> Bool {
    list.groups.flatMap(\.elements).contains {
      !$0.id.contains(element.id) && !element.id.contains($0.id) && $0.presence > 0.12
        && $0.frame.contains(element.frame.center)
    }
  }

  private static func differ(_ a: PlanarPicture, _ b: PlanarPicture, in frame: Rect, scale: Double) -> Bool {
    let area = frame.scaled(by: scale)
    let box = PixelRect(
      x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height)
    ).intersection(a.bounds)
    return a.luma.differs(from: b.luma, in: box, byAtLeast: 12)
  }
}
