import Testing

@testable import HostResources

@Suite("A line for a terminal's width")
struct FittedLineTests {
  private static let line = FittedLine([
    FittedLine.Part("Front & Back", rank: 3, least: 6), FittedLine.Part("live", rank: 2),
    FittedLine.Part("30 fps", rank: 4), FittedLine.Part("q quits"),
  ])

  @Test(
    "the least important goes first, what may be short becomes it, and what stays is cut last",
    arguments: [
      (80, "Front & Back  live  30 fps  q quits"), (35, "Front & Back  live  30 fps  q quits"),
      (34, "Front & Back  live  q quits"), (27, "Front & Back  live  q quits"),
      (24, "Front &…  live  q quits"),
      (21, "Front…  live  q quits"), (20, "live  q quits"), (13, "live  q quits"), (10, "q quits"),
      (5, "q qu…"),
      (1, "…"), (0, ""),
    ])
  func fits(columns: Int, expected: String) {
    #expect(Self.line.text(columns: columns) == expected)
  }

  @Test("of two that stay the longer is cut, and the other is whole")
  func stays() {
    let line = FittedLine([
      FittedLine.Part("waiting: no recorder is publishing here yet"),
      FittedLine.Part("q quits", gap: "  ·  "),
    ])
    #expect(line.text(columns: 40) == "waiting: no recorder is pub…  ·  q quits")
    #expect(line.whole == "waiting: no recorder is publishing here yet  ·  q quits")
  }

  @Test("it is never wider than its columns, whatever its letters")
  func wide() {
    #expect(FittedLine.columns(of: "前カメラ") == 8 && FittedLine.columns(of: "é●…·") == 4)
    #expect(FittedLine.columns(of: "📷") == 2)
    let line = FittedLine([FittedLine.Part("前カメラ & 後カメラ", rank: 1, least: 5), FittedLine.Part("● 30.0")])
    for columns in 0...40 { #expect(FittedLine.columns(of: line.text(columns: columns)) <= columns) }
    #expect(line.text(columns: 15) == "前カメ…  ● 30.0")
  }
}
