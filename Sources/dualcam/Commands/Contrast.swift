import ArgumentParser
import Pipeline

struct Contrast: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Contrast of every text on glass over bright, dark, coloured and flashing backdrops.",
    discussion: """
      Draws the chrome in every style on four canvases over ten backdrops, frame by frame while hints, states and the
      recording come and go, and measures each text against every pixel behind it (WCAG 2.2). Exits with 1 when any
      has less than 4.5:1, or 7:1 where contrast is increased.

      EXAMPLES
        dualcam contrast
        dualcam contrast --json
      """)

  @Flag(help: "The report as JSON.")
  var json = false

  func run() throws {
    let bar = ProgressBar("measuring")
    let report = try ContrastAudit().run { done, total in bar.update(done, of: total) }
    Console.endStatus()
    try Console.result(json ? Console.json(report, pretty: true) : Self.table(report))
    guard report.holds else {
      Console.error("text is below its contrast; the cells that fail are marked ✗")
      throw ExitCode(1)
    }
  }

  private static func table(_ report: ContrastAudit.Report) -> String {
    var lines: [String] = []
    for isIncreased in [false, true] {
      let cells = report.cells.filter { $0.isIncreased == isIncreased }
      let limit = ContrastAudit.limit(isIncreased: isIncreased)
      let components = Set(cells.map(\.component)).sorted()
      lines.append(
        Format.left(isIncreased ? "increased, 7" : "least, 4.5", 14)
          + components.map { Format.right($0, 17) }.joined())
      for backdrop in TestBackdrop.allCases.map(\.rawValue) {
        let row = components.map { component in
          cells.first { $0.component == component && $0.backdrop == backdrop }.map {
            Format.right("\($0.least < limit ? "✗ " : "")\(Format.fixed($0.least, 2))", 17)
          } ?? Format.right("–", 17)
        }
        lines.append(Format.left(backdrop, 14) + row.joined())
      }
      lines.append("")
    }
    let texts = report.cells.reduce(0) { $0 + $1.texts }
    lines.append("\(texts) texts measured on \(report.frames) frames")
    return lines.joined(separator: "\n")
  }
}
