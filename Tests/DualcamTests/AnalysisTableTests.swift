import HUDGeometry
import Testing

@testable import Pipeline
@testable import dualcam

@Suite("The table of what was read")
struct AnalysisTableTests {
  private func finding(
    _ angle: Double?, margin: Double? = nil, confidence: Double = 0, seconds: Double = 0, file: String? = nil
  ) -> AnalyzeJob.Finding {
    var finding = AnalyzeJob.Finding(index: 0, file: file, nanoseconds: Int64(seconds * 1e9))
    finding.guides.reading.horizon.likelyDegrees = angle
    finding.guides.reading.horizon.marginDegrees = margin
    finding.guides.reading.horizon.confidence = confidence
    if confidence > 0.9 {
      var pitch = PitchReading()
      (pitch.degrees, pitch.marginDegrees) = (-10.24, confidence == 1 ? 12.5 : 2.5)
      finding.guides.reading.horizon.pitch = pitch
    }
    return finding
  }

  @Test("pictures have a row each, in columns that stand below each other")
  func pictures() {
    var table = AnalysisTable(names: ["a.jpg", "holiday/beach.jpg"], hasTemplate: false)
    var broken = finding(nil, file: "a.jpg")
    broken.problem = "it is empty"
    let rows = [
      table.header, table.row(finding(-1.44, margin: 0.81, confidence: 0.93, file: "a.jpg")),
      table.row(finding(12.04, margin: 31.4, confidence: 0.06, file: "holiday/beach.jpg")),
      table.row(finding(0.04, margin: 1, confidence: 1, file: "a.jpg")),
      table.row(finding(nil, file: "a.jpg")),
      table.row(broken),
    ]
    #expect(
      rows == [
        "PICTURE            HORIZON  90 % IN  WITHIN 1°          PITCH",
        "a.jpg                −1.4°    ±0.8°       93 %   −10.2° ±2.5°  falls to the right",
        "holiday/beach.jpg   +12.0°   ±31.4°        6 %                 a guess",
        "a.jpg                 0.0°    ±1.0°      100 %  −10.2° ±12.5°  level",
        "a.jpg                    –                                     no horizon found",
        "a.jpg              it is empty",
      ])
  }

  @Test("a film has a row a second")
  func film() {
    var table = AnalysisTable(names: [], hasTemplate: true)
    #expect(table.header == "   TIME  HORIZON  90 % IN  WITHIN 1°          PITCH  TEMPLATE  STATE")
    var rows: [String] = []
    for index in 0..<75 {
      if let row = table.row(finding(2.5, margin: 0.5, confidence: 0.8, seconds: Double(index) / 30)) {
        rows.append(row)
      }
    }
    #expect(
      rows == [
        "  0.0 s    +2.5°    ±0.5°       80 %                        –  unknown",
        "  1.0 s    +2.5°    ±0.5°       80 %                        –  unknown",
        "  2.0 s    +2.5°    ±0.5°       80 %                        –  unknown",
      ])
  }
}
