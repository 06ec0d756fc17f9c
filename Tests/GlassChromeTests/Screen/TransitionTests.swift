import Geometry
import TestSupport
import Testing

@testable import GlassChrome
@testable import Screen

@Suite("While the screen changes, nothing lies over anything else")
struct TransitionTests {
  /// A wide canvas with a strip and a panel, one with a column, and a tall one.
  private static let layouts: [ChromeLayout] = [
    ScreenEventTests.layout(),
    ChromeLayout(
      canvas: ChromeFixtures.size(1968, 816),
      viewfinders: [ChromeFixtures.rect(16, 80, 1280, 720), ChromeFixtures.rect(1312, 80, 640, 360)],
      topRegion: ChromeFixtures.rect(0, 0, 1968, 80), bottomRegion: ChromeFixtures.rect(0, 0, 0, 0),
      sideRegion: ChromeFixtures.rect(1312, 464, 640, 344), scale: 0.75),
    ChromeLayout(
      canvas: ChromeFixtures.size(1312, 1200), viewfinders: [ChromeFixtures.rect(16, 80, 1280, 720)],
      topRegion: ChromeFixtures.rect(0, 0, 1312, 80), bottomRegion: ChromeFixtures.rect(0, 800, 1312, 400),
      sideRegion: ChromeFixtures.rect(0, 0, 0, 0), scale: 1),
  ]

  @Test(
    "no text over text, no glass over glass of another group, at 60 frames a second",
    arguments: Share.of(
      layouts.indices.flatMap { layout in [DisplayMotion.standard, .reduced].map { (layout, $0) } }, oneIn: 3
    ))
  func everyFrame(layout: Int, motion: DisplayMotion) throws {
    let layout = Self.layouts[layout]
    let style = ChromeStyle()
    let screen = CaptureScreen(
      layout: layout, style: style,
      engine: DisplayLayout(
        measuring: try TypefaceMeasurer(scale: layout.scale, language: style.language)))
    // In its own time, and each step while the last is under way.
    for frames in [45, 7] {
      var state = ScreenEventTests.state()
      var animator = DisplayAnimator(try screen.list(state), motion: motion)
      var frame: Int64 = 0
      var seen: Set<String> = []
      for step in ScreenRun.steps {
        step.change(&state)
        animator.setTarget(try screen.list(state), at: frame * 16_666_667)
        for k in 0..<frames {
          animator.advance(to: frame * 16_666_667)
          let problems = Self.problems(in: animator.displayed)
          for problem in problems where seen.insert(step.name + problem).inserted {
            Issue.record("\(step.name), frame \(k) of \(frames): \(problem)")
          }
          frame += 1
        }
      }
    }
  }

  private static func problems(in list: DisplayList) -> [String] {
    var problems: [String] = []
    var texts: [(id: ElementID, frame: Rect)] = []
    var glass: [(group: Int, element: GlassElement)] = []
    for (g, group) in list.groups.enumerated() {
      for element in group.elements where element.presence > 0 { glass.append((g, element)) }
      for item in group.items where item.opacity > 0.02 {
        guard item.kind == .text || item.kind == .figures else { continue }
        let owner = group.elements.filter { $0.id.contains(item.id) }.max {
          $0.id.path.utf8.count < $1.id.path.utf8.count
        }
        if let owner, owner.presence < 0.02 { continue }
        // Letters, not the line's leading.
        let shown = (owner.map { item.shownFrame.intersection($0.frame) } ?? item.shownFrame).grown(by: -2)
        if !shown.isEmpty { texts.append((item.id, shown)) }
      }
    }
    for (i, a) in texts.enumerated() {
      for b in texts[..<i] where !a.frame.intersection(b.frame).isEmpty {
        problems.append("“\(a.id.path)” lies over “\(b.id.path)”")
      }
    }
    for (i, a) in glass.enumerated() {
      for b in glass[..<i] where a.group != b.group {
        let common = a.element.frame.intersection(b.element.frame)
        guard common.width > 1, common.height > 1 else { continue }
        problems.append("glass “\(a.element.id.path)” over “\(b.element.id.path)”, \(common)")
      }
    }
    return problems
  }
}
