import Compositor
import HUDGeometry
import Pipeline
import Recordings
import Terminal

/// An analysis for people: one row per picture; for a film, one row per second.
struct AnalysisTable {
  private let isFilm: Bool
  private let columns: [Column<PictureFacts.Guides>]
  private let nameWidth: Int
  private var lastRow: Int64?

  /// - Parameter names: the pictures' names; empty for a film.
  init(names: [String], hasTemplate: Bool) {
    isFilm = names.isEmpty
    columns = GuidesFields.shape.columns.filter { $0.target == .all || hasTemplate }
    nameWidth = names.isEmpty ? 7 : max(7, min(40, names.map(\.count).max() ?? 0))
  }

  var header: String {
    row(
      isFilm ? Format.right("TIME", nameWidth) : Format.left("PICTURE", nameWidth), columns.map(\.title),
      isFilm ? "STATE" : "")
  }

  /// The row for a picture; `nil` for a film frame within a second of the last row.
  mutating func row(_ finding: AnalyzeJob.Finding) -> String? {
    if isFilm, let lastRow, finding.nanoseconds - lastRow < 1_000_000_000, finding.nanoseconds >= lastRow {
      return nil
    }
    lastRow = finding.nanoseconds
    let name =
      isFilm
      ? Format.right(Format.fixed(Double(finding.nanoseconds) / 1e9, 1) + " s", nameWidth)
      : Format.left(shortened(finding.file ?? ""), nameWidth)
    if let problem = finding.problem { return "\(name)  \(problem)" }
    let reading = finding.guides.reading
    let cells = columns.map { column in column.cell(finding.guides).map(Self.text) ?? column.missing }
    guard let angle = reading.horizon.bestDegrees else { return row(name, cells, "no horizon found") }
    return row(
      name, cells,
      (isFilm ? Self.words(reading) : Self.words(angle, reading.horizon.confidence))
        + (finding.orientation == .none ? "" : ", turned upright"))
  }

  private func row(_ name: String, _ cells: [String], _ words: String) -> String {
    let cells = zip(columns, cells).map { Format.right($1, $0.width) }
    let text = ([name] + cells + [words]).joined(separator: "  ")
    return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
  }

  private static func text(_ cell: TableCell) -> String {
    switch cell {
    case .degrees(let angle, let margin): degrees(angle) + (margin.map { " " + text(.margin($0)) } ?? "")
    case .margin(let margin): "±" + Format.fixed(margin, 1) + "°"
    case .percent(let share): Format.fixed(share * 100, 0) + " %"
    }
  }

  /// Keeps the end of a name, which says most.
  private func shortened(_ name: String) -> String {
    name.count <= nameWidth ? name : "…" + name.suffix(nameWidth - 1)
  }

  private static func degrees(_ angle: Double) -> String {
    let text = Format.fixed(angle.magnitude, 1)
    return (text == "0.0" ? "" : angle < 0 ? "−" : "+") + text + "°"
  }

  private static func words(_ reading: HUDReading) -> String {
    reading.horizon.state.rawValue + (reading.hint.map { ": " + $0.text } ?? "")
  }

  private static func words(_ angle: Double, _ confidence: Double) -> String {
    // Below this, a visible line fades.
    if confidence < 0.35 { return "a guess" }
    if angle.magnitude < 0.5 { return "level" }
    return angle > 0 ? "rises to the right" : "falls to the right"
  }
}
