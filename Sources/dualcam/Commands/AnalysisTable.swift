import HUDGeometry
import Pipeline
import Terminal

/// An analysis for people: one row per picture; for a film, one row per second.
struct AnalysisTable {
  private let isFilm: Bool
  private let hasTemplate: Bool
  private let nameWidth: Int
  private var lastRow: Int64?

  /// - Parameter names: the pictures' names; empty for a film.
  init(names: [String], hasTemplate: Bool) {
    isFilm = names.isEmpty
    self.hasTemplate = hasTemplate
    nameWidth = names.isEmpty ? 7 : max(7, min(40, names.map(\.count).max() ?? 0))
  }

  var header: String {
    row(
      isFilm ? Format.right("TIME", nameWidth) : Format.left("PICTURE", nameWidth), "HORIZON", "90 % IN",
      "WITHIN 1°", "PITCH", "TEMPLATE", isFilm ? "STATE" : "")
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
    let horizon = finding.reading.horizon
    guard let angle = horizon.bestDegrees else {
      return row(name, "–", "", "", "", template(finding), "no horizon found")
    }
    return row(
      name, Self.degrees(angle), horizon.marginDegrees.map { "±" + Format.fixed($0, 1) + "°" } ?? "",
      Format.fixed(horizon.confidence * 100, 0) + " %",
      horizon.pitch.map { Self.degrees($0.degrees) + " ±" + Format.fixed($0.marginDegrees, 1) + "°" } ?? "",
      template(finding),
      (isFilm ? Self.words(finding.reading) : Self.words(angle, horizon.confidence))
        + (finding.orientation == .none ? "" : ", turned upright"))
  }

  private func row(
    _ name: String, _ angle: String, _ margin: String, _ confidence: String, _ pitch: String,
    _ template: String, _ words: String
  ) -> String {
    var cells = [
      name, Format.right(angle, 7), Format.right(margin, 7), Format.right(confidence, 9),
      Format.right(pitch, 13),
    ]
    if hasTemplate { cells.append(Format.right(template, 8)) }
    cells.append(words)
    let text = cells.joined(separator: "  ")
    return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
  }

  private func template(_ finding: AnalyzeJob.Finding) -> String {
    let silhouette = finding.reading.silhouette
    return silhouette.hasSubject ? Format.fixed(silhouette.iou * 100, 0) + " %" : "–"
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
