import GlassChrome
import PixelTypes
import TestSupport
import Testing

@testable import Showroom

@Suite("Contrast audit")
struct ContrastAuditTests {
  @Test(
    "every text of the smallest screen holds its contrast when the backdrop turns bright or dark"
  )
  func screenHolds() throws {
    var audit = ContrastAudit()
    audit.layouts = [ScreenScene.layouts[1]]
    audit.components = []
    audit.styles = [ChromeStyle(appearance: .auto), ChromeStyle(appearance: .light, increaseContrast: true)]
    audit.backdrops = [.white, .black, .checker]
    let report = try audit.run()
    expectHolds(report)
    #expect(
      Set(report.cells.filter { !$0.isMark }.map(\.component)) == [
        // A column's controls are icons.
        "screen/top", "screen/template", "screen/hint", "screen/toast", "screen/library-sheet",
        "screen/post-shot",
      ])
    #expect(report.cells.allSatisfy { ($0.isMark || $0.count > 2) && $0.least > 1 && $0.least <= 21 })
    #expect(report.frames == 24 * 3 * 2)
  }

  @Test(
    "texts of components hold it too, while they come, change, are pressed and go",
    arguments: Share.of(["hint-pill", "badge", "mode-switcher"], oneIn: 3))
  func componentHolds(name: String) throws {
    let report = try report(
      name, [ChromeStyle(appearance: .light), ChromeStyle(increaseContrast: true)], [.white, .black])
    #expect(report.cells.filter { !$0.isMark }.count == 4)
    #expect(report.cells.allSatisfy { $0.component == name && $0.count > 10 })
  }

  @Test(
    "each component meets each text size in every style and over every backdrop, and in the share several")
  func textSizes() throws {
    for isQuick in [false, true] {
      var audit = ContrastAudit()
      audit.isQuick = isQuick
      var sizes: [String: Set<DynamicTypeSize>] = [:]
      for case .component(let scene) in try audit.scenes() {
        var style = scene.style
        style.typeSize = .large
        let keys = isQuick ? [""] : ["\(style)", scene.backdrop.rawValue]
        for key in keys { sizes[scene.entry.name + key, default: []].insert(scene.style.typeSize) }
      }
      let least = isQuick ? 2 : audit.typeSizes.count
      #expect(!sizes.isEmpty && sizes.values.allSatisfy { $0.count >= least }, "\(sizes)")
    }
  }

  @Test(
    "shares of thirty turns have each component in every style over every backdrop, and a third of the styles each"
  )
  func turns() throws {
    var audit = ContrastAudit()
    audit.isQuick = true
    audit.components = ["hint-pill", "badge"]
    var (met, least, canvases): (Set<String>, Int, Set<String>) = ([], .max, [])
    for turn in 0..<30 {
      audit.turn = turn
      var names: [String: Int] = [:]
      for scene in try audit.scenes() {
        switch scene {
        case .component(let scene):
          var style = scene.style
          style.typeSize = .large
          met.insert("\(scene.entry.name) \(style) \(scene.backdrop)")
          names[scene.entry.name, default: 0] += 1
        case .screen(let scene): canvases.insert("\(scene.layout)")
        }
      }
      #expect(names.count == 2)
      least = min(least, names.values.min() ?? 0)
    }
    #expect(met.count == 2 * ContrastAudit.styles.count * TestBackdrop.allCases.count)
    #expect(least == ContrastAudit.styles.count / 3)
    #expect(canvases.count == ScreenScene.layouts.count)
  }

  @Test("a component that isn't there is named")
  func unknown() {
    var audit = ContrastAudit()
    audit.components = ["lever"]
    #expect(throws: ShowroomError.self) { try audit.run() }
  }

  @Test(
    "one cell below its limit fails the whole",
    arguments: [(false, false, 4.5), (true, false, 7), (false, true, 3), (true, true, 4.5)])
  func limits(isIncreased: Bool, isMark: Bool, limit: Double) {
    for place in 0...1 {
      var report = ContrastAudit.Report()
      report.cells = [
        .init(component: "a", backdrop: "white", isIncreased: true, isMark: false, least: 21, count: 1),
        .init(component: "a", backdrop: "white", isIncreased: true, isMark: true, least: 21, count: 1),
      ]
      (report.cells[place].isIncreased, report.cells[place].isMark) = (isIncreased, isMark)
      report.cells[place].least = limit
      #expect(report.holds && report.cells[place].limit == limit)
      report.cells[place].least = limit - 0.01
      #expect(!report.holds)
    }
  }

  @Test(
    "marks hold their contrast: switches, thumbs, rings, and what is selected",
    arguments: Share.of(
      ["toggle", "segmented-control", "zoom-slider", "capture-button", "tab-bar"], oneIn: 3))
  func marksHold(name: String) throws {
    let report = try report(
      name,
      [
        ChromeStyle(), ChromeStyle(appearance: .light), ChromeStyle(increaseContrast: true),
        ChromeStyle(appearance: .light, reduceTransparency: true),
      ], [.white, .black, .foliage])
    let marks = report.cells.filter(\.isMark)
    #expect(marks.count == 6 && marks.allSatisfy { $0.count >= 4 })
  }

  /// The audit of one component, which must hold.
  private func report(
    _ component: String, _ styles: [ChromeStyle], _ backdrops: [TestBackdrop]
  ) throws -> ContrastAudit.Report {
    var audit = ContrastAudit()
    (audit.layouts, audit.components, audit.typeSizes) = ([], [component], [.large])
    (audit.styles, audit.backdrops) = (styles, backdrops)
    let report = try audit.run()
    expectHolds(report)
    return report
  }

  /// Names the cells that fail.
  private func expectHolds(_ report: ContrastAudit.Report) {
    let failing = report.cells.filter { $0.least < $0.limit }
    for cell in failing { Issue.record("\(cell)") }
    #expect(report.holds || !failing.isEmpty)
  }

  @Test("a selection that is told by a tint alone counts as no contrast")
  func tintAlone() {
    let frame = PixelRect(x: 10, y: 10, width: 80, height: 40)
    func least(_ kind: InkLog.Kind, _ area: PixelRect) -> Double? {
      let log = InkLog()
      log.add(InkLog.Entry(kind: kind, component: "x", area: area, luminance: 1))
      var tally = ContrastTally()
      tally.add(
        selected: [frame], log, of: "x",
        ContrastTally.Frame(
          backdrop: .black, style: ChromeStyle(), canvas: PixelSize(clampingWidth: 320, height: 200),
          nanoseconds: 0))
      return tally.report.cells.first?.least
    }
    #expect(least(.mark, frame) == 1)
    #expect(least(.edge, PixelRect(x: 200, y: 10, width: 80, height: 40)) == 1)
    #expect(least(.edge, frame) == nil)
  }

  @Test("one bright pixel within two of a text's box is found, one further away is not", arguments: [2, 3])
  func pixel(distance: Int) throws {
    let plate = PlanarPicture(size: try #require(PixelSize(width: 32, height: 16)), subsampling: .yuv444)
    let text = InkLog.Entry(
      component: "x", area: PixelRect(x: 8, y: 4, width: 6, height: 6), luminance: 1)
    #expect(abs(PlateContrast.least(text, over: plate) - 21) < 1e-9)
    plate.luma.withMutableBytes { $0[6 * plate.luma.bytesPerRow + 13 + distance] = 200 }
    let least = PlateContrast.least(text, over: plate)
    #expect(distance == 2 ? least < 2 : least > 20)
  }
}
