import PixelTypes
import Settings
import Showroom
import Terminal

struct Contrast: Command {
  static let configuration = CommandDescription(
    "contrast",
    abstract:
      "Measure the contrast of all text and marks on glass over bright, dark, coloured and flashing backdrops.",
    discussion: """
      Draws every component in every style over ten backdrops, in text sizes by turns, frame by frame through state \
      changes and presses, and the screen of the cameras' jobs on four canvases as hints, states and the recording come and go. \
      Measures each text against every pixel behind it, and each mark that tells a state (icons, edges, switches, \
      thumbs) against what it must stand out from (WCAG 2.2). Exits with 1 if any text is below 4.5:1 or any mark below \
      3:1; with increased contrast, 7:1 and 4.5:1; or if the tone that words give their glass has an edge of its own: if it \
      makes neighbouring parts differ by more than a quarter of a code step of 255 a point.

      EXAMPLES
        glass contrast
        glass contrast --quick
        glass contrast --component hint-pill
        glass contrast --json
      """)

  @Option(
    "component",
    help: Help(
      "Only this component; repeatable (see 'glass wall --list').", valueName: "name"))
  var component: [String] = []

  @Flag(
    "quick",
    help:
      "A share: every component and state in every third style over one backdrop by turns."
  )
  var quick = false

  @Option(
    "turn",
    help: Help("Which share: each has other styles and backdrops than the one before.", valueName: "n"))
  var turn = 0

  @Flag("json", help: "The report as JSON.")
  var json = false

  func run() throws {
    var audit = ContrastAudit()
    audit.isQuick = quick
    audit.turn = max(turn, 0)
    if !component.isEmpty { (audit.components, audit.layouts) = (component, []) }
    let bar = ProgressLine("measuring")
    let report = try audit.run { done, total in bar.update(done, of: total) }
    Console.endStatus()
    try Console.result(json ? Console.json(report, pretty: true) : Self.table(report))
    guard report.holds else {
      for cell in report.cells where cell.least < cell.limit { Console.warn(Self.failure(cell)) }
      for tone in report.tones where tone.steepest > ContrastAudit.Tone.limit {
        Console.warn(Self.failure(tone))
      }
      Console.error(
        "some text or mark has too little contrast, or stains its glass; failing cells are marked ✗")
      throw ExitCode(1)
    }
  }

  /// What failed, where and when.
  private static func failure(_ cell: ContrastAudit.Cell) -> String {
    let what = "\(cell.component) over \(cell.backdrop)\(cell.isIncreased ? ", increased contrast" : "")"
    let kind = cell.isMark ? "mark" : "text"
    let figures = "\(Format.fixed(cell.least, 2)):1, needs \(Format.fixed(cell.limit, 1)):1"
    guard let worst = cell.worst else { return "\(what): a \(kind) has \(figures)" }
    return "\(what): a \(kind) at \(box(worst)) has \(figures) (\(moment(worst)))"
  }

  private static func failure(_ tone: ContrastAudit.Tone) -> String {
    let figures =
      "\(Format.fixed(tone.steepest, 2)) code steps a point, may have \(Format.fixed(ContrastAudit.Tone.limit, 2))"
    let what = "\(tone.component) over \(tone.backdrop): the tone"
    return tone.worst.map { "\(what) of the glass at \(box($0)) has an edge of \(figures) (\(moment($0)))" }
      ?? "\(what) has an edge of \(figures)"
  }

  private static func box(_ moment: ContrastAudit.Moment) -> String {
    "\(moment.box[2])x\(moment.box[3])+\(moment.box[0])+\(moment.box[1])"
  }

  private static func moment(_ moment: ContrastAudit.Moment) -> String {
    "\(moment.setting), after \(Format.fixed(moment.seconds, 2)) s"
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
    let tones = Dictionary(uniqueKeysWithValues: report.tones.map { ("\($0.component) \($0.backdrop)", $0) })
    lines.append(Format.left("tone's edges ≤ 0.25", margin) + backdrops.map { Format.right($0, 12) }.joined())
    for name in Set(report.tones.map(\.component)).sorted() {
      let row = backdrops.map { backdrop in
        tones["\(name) \(backdrop)"].map {
          Format.right(
            "\($0.steepest > ContrastAudit.Tone.limit ? "✗ " : "")\(Format.fixed($0.steepest, 2))", 12)
        } ?? Format.right("–", 12)
      }
      lines.append(Format.left(name, margin) + row.joined())
    }
    lines.append("")
    let (texts, marks) = (
      report.cells.filter { !$0.isMark }.reduce(0) { $0 + $1.count },
      report.cells.filter(\.isMark).reduce(0) { $0 + $1.count }
    )
    lines.append(
      "\(texts.counted("text")) and \(marks.counted("mark")) measured on \(report.frames.counted("frame"))")
    return lines.joined(separator: "\n")
  }
}
