import ArgumentParser
import PixelTypes
import Showroom
import Terminal

struct Contrast: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Measure the contrast of all text and marks on glass over bright, dark, coloured and flashing backdrops.",
    discussion: """
      Draws every component in every style over ten backdrops, in text sizes by turns, frame by frame through state \
      changes and presses, and the screen of the cameras' jobs on four canvases as hints, states and the recording come and go. \
      Measures each text against every pixel behind it, and each mark that tells a state (icons, edges, switches, \
      thumbs) against what it must stand out from (WCAG 2.2). Exits with 1 if any text is below 4.5:1 or any mark below \
      3:1; with increased contrast, 7:1 and 4.5:1.

      EXAMPLES
        glass contrast
        glass contrast --quick
        glass contrast --component hint-pill
        glass contrast --json
      """)

  @Option(
    help: ArgumentHelp(
      "Only this component; repeatable (see 'glass wall --list').", valueName: "name"))
  var component: [String] = []

  @Flag(
    help:
      "A share: every component and state in every style over one backdrop by turns."
  )
  var quick = false

  @Flag(help: "The report as JSON.")
  var json = false

  func run() throws {
    var audit = ContrastAudit()
    audit.isQuick = quick
    if !component.isEmpty { (audit.components, audit.layouts) = (component, []) }
    let bar = ProgressLine("measuring")
    let report = try audit.run { done, total in bar.update(done, of: total) }
    Console.endStatus()
    try Console.result(json ? Console.json(report, pretty: true) : Self.table(report))
    guard report.holds else {
      for cell in report.cells where cell.least < cell.limit { Console.warn(Self.failure(cell)) }
      Console.error("some text or mark has too little contrast; failing cells are marked ✗")
      throw ExitCode(1)
    }
  }

  /// What failed, where and when.
  private static func failure(_ cell: ContrastAudit.Cell) -> String {
    let what = "\(cell.component) over \(cell.backdrop)\(cell.isIncreased ? ", increased contrast" : "")"
    let kind = cell.isMark ? "mark" : "text"
    let figures = "\(Format.fixed(cell.least, 2)):1, needs \(Format.fixed(cell.limit, 1)):1"
    guard let worst = cell.worst else { return "\(what): a \(kind) has \(figures)" }
    let box = "\(worst.box[2])x\(worst.box[3])+\(worst.box[0])+\(worst.box[1])"
    return "\(what): a \(kind) at \(box) has \(figures) "
      + "(\(worst.setting), after \(Format.fixed(worst.seconds, 2)) s)"
  }

  /// Components from top to bottom, backdrops from left to right.
  private static func table(_ report: ContrastAudit.Report) -> String {
    let backdrops = TestBackdrop.allCases.map(\.rawValue)
    let names = Set(report.cells.map(\.component)).sorted()
    let margin = max(names.map(\.count).max() ?? 0, 22) + 2
    var cells: [String: ContrastAudit.Cell] = [:]
    for cell in report.cells {
      cells["\(cell.component) \(cell.backdrop) \(cell.isMark) \(cell.isIncreased)"] = cell
    }
    var lines: [String] = []
    for (isMark, isIncreased) in [(false, false), (false, true), (true, false), (true, true)] {
      let limit = ContrastAudit.limit(isMark: isMark, isIncreased: isIncreased)
      let title = "\(isMark ? "marks" : "text") ≥ \(limit == 4.5 ? "4.5" : "\(Int(limit))")"
      lines.append(
        Format.left(isIncreased ? title + ", increased" : title, margin)
          + backdrops.map { Format.right($0, 12) }.joined())
      for name in names {
        let row = backdrops.map { backdrop in
          cells["\(name) \(backdrop) \(isMark) \(isIncreased)"].map {
            Format.right("\($0.least < limit ? "✗ " : "")\(Format.fixed($0.least, 2))", 12)
          } ?? Format.right("–", 12)
        }
        lines.append(Format.left(name, margin) + row.joined())
      }
      lines.append("")
    }
    let (texts, marks) = (
      report.cells.filter { !$0.isMark }.reduce(0) { $0 + $1.count },
      report.cells.filter(\.isMark).reduce(0) { $0 + $1.count }
    )
    lines.append(
      "\(texts.counted("text")) and \(marks.counted("mark")) measured on \(report.frames.counted("frame"))")
    return lines.joined(separator: "\n")
  }
}
