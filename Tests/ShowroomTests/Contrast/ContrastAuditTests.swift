import GlassChrome
import PixelTypes
import Testing

@testable import Showroom

@Suite("Contrast audit")
struct ContrastAuditTests {
  @Test(
    "every text of the smallest screen holds its contrast, in each style, when the backdrop turns bright or dark"
  )
  func screenHolds() throws {
    var audit = ContrastAudit()
    audit.layouts = [ScreenScene.layouts[1]]
    audit.components = []
    audit.backdrops = [.white, .black, .checker]
    let report = try audit.run()
    #expect(report.holds)
    #expect(
      Set(report.cells.map(\.component)) == ["screen/top", "screen/template", "screen/hint", "screen/toast"])
    #expect(report.cells.allSatisfy { $0.texts > 20 && $0.least > 1 && $0.least <= 21 })
    #expect(report.frames == 48 * 3 * ContrastAudit.styles.count)
  }

  @Test(
    "texts of components hold it too, while they come, change, are pressed and go",
    arguments: ["hint-pill", "badge", "mode-switcher"])
  func componentHolds(name: String) throws {
    var audit = ContrastAudit()
    audit.layouts = []
    audit.components = [name]
    audit.styles = [ChromeStyle(appearance: .light), ChromeStyle(increaseContrast: true)]
    audit.typeSizes = [.large]
    audit.backdrops = [.white, .black]
    let report = try audit.run()
    #expect(report.holds)
    #expect(report.cells.count == 4 && report.cells.allSatisfy { $0.component == name && $0.texts > 10 })
  }

  @Test("a component that isn't there is named")
  func unknown() {
    var audit = ContrastAudit()
    audit.components = ["lever"]
    #expect(throws: ShowroomError.self) { try audit.run() }
  }

  @Test("one cell below its limit fails the whole")
  func fails() {
    var report = ContrastAudit.Report()
    report.cells = [
      ContrastAudit.Cell(component: "a", backdrop: "white", isIncreased: false, least: 4.5, texts: 1),
      ContrastAudit.Cell(component: "a", backdrop: "white", isIncreased: true, least: 7, texts: 1),
    ]
    #expect(report.holds)
    report.cells[1].least = 6.99
    #expect(!report.holds)
    report.cells[1].least = 7
    report.cells[0].least = 4.49
    #expect(!report.holds)
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
