import Foundation
import HostResources

/// A status as one HTML page with plots; it loads nothing from elsewhere.
package struct StatusPage {
  private let status: BatchStatus
  private let version: String

  /// Makes a status's page.
  ///
  /// - Parameters:
  ///   - status: what to show.
  ///   - version: of the program.
  package init(_ status: BatchStatus, version: String) { (self.status, self.version) = (status, version) }

  private static let colors = [
    ("done", "#2e9e5b"), ("failed", "#d64545"), ("open", "#8885"),
  ]

  private var counts: [(name: String, color: String, count: Int)] {
    zip(Self.colors, [status.done, status.failed, status.open]).map {
      ($0.0, $0.1, $1)
    }
  }

  /// The whole page, to be saved as UTF-8.
  package var html: String {
    ReportPage(
      title: name,
      body: """
        <p>\(ReportPage.escaped(headline))</p>
        \(bar)
        <p class="legend">\(legend)</p>
        <h2>Along the plan</h2>
        \(map)
        <p class="note">From the first shard to the last, row by row; each cell is \(cellWords).</p>
        <h2>Shards done over time</h2>
        \(curve)
        <h2>How long a shard takes</h2>
        \(histogram)
        <h2>Workers</h2>
        \(workers)
        \(failures)
        <p class="note">\(ReportPage.escaped(source)) Made by dualcam \(version).</p>
        """
    ).html
  }

  private var name: String { URL(filePath: status.plan).lastPathComponent }

  private var headline: String { status.headline }

  private var source: String {
    status.records.count < status.done
      ? "Times are those of \(status.records.count) of \(status.done) done shards, spread over the plan." : ""
  }

  private var bar: String {
    var x = 0.0
    let parts = counts.filter { $0.count > 0 }.map { part in
      let width = 1000 * Double(part.count) / Double(max(1, status.shards))
      defer { x += width }
      return
        "<rect x=\"\(Self.fixed(x))\" y=\"0\" width=\"\(Self.fixed(width))\" height=\"26\" fill=\"\(part.color)\"/>"
    }
    return
      "<svg viewBox=\"0 0 1000 26\" preserveAspectRatio=\"none\" class=\"bar\" role=\"img\" aria-label=\"\(status.done) of \(status.shards) shards done\">\(parts.joined())</svg>"
  }

  private var legend: String {
    counts.map { "<span><i style=\"background:\($0.color)\"></i>\($0.count) \($0.name)</span>" }.joined()
  }

  private var cellWords: String {
    let most = status.stretches.map(\.shards).max() ?? 1
    return most <= 1 ? "a shard" : "\(most) shards"
  }

  private var map: String {
    let columns = 50
    let rows = (status.stretches.count + columns - 1) / columns
    let cells = status.stretches.enumerated().map { index, stretch in
      let (x, y) = (index % columns * 20, index / columns * 20)
      var from = 0.0
      let parts = [(stretch.done, 0), (stretch.failed, 1)].filter { $0.0 > 0 }.map { count, color in
        let width = 18 * Double(count) / Double(max(1, stretch.shards))
        defer { from += width }
        return
          "<rect x=\"\(Self.fixed(Double(x) + from))\" y=\"\(y)\" width=\"\(Self.fixed(width))\" height=\"18\" fill=\"\(Self.colors[color].1)\"/>"
      }
      return "<rect x=\"\(x)\" y=\"\(y)\" width=\"18\" height=\"18\" fill=\"#8883\"/>" + parts.joined()
    }
    return "<svg viewBox=\"0 0 1000 \(max(1, rows) * 20)\">\(cells.joined())</svg>"
  }

  private var curve: String {
    let ends = status.records.map(\.ended).sorted()
    guard let first = status.records.map(\.begun).min(), let last = ends.last, last > first, !ends.isEmpty
    else {
      return "<p class=\"note\">No shard is done yet.</p>"
    }
    let scale = Double(status.done) / Double(ends.count)
    let top = Double(max(1, status.shards))
    var points = ["0,200"]
    for (index, end) in ends.enumerated() {
      let x = 1000 * (end - first) / (last - first)
      points.append("\(Self.fixed(x)),\(Self.fixed(200 - 190 * Double(index + 1) * scale / top))")
    }
    return ReportChart(
      "Shards done over time", size: (1000, 200),
      shapes: "<polyline points=\"\(points.joined(separator: " "))\" stroke=\"#2e9e5b\" stroke-width=\"2\"/>"
        + "<line x1=\"0\" x2=\"1000\" y1=\"200\" y2=\"200\" stroke=\"#8888\"/>"
        + "<line class=\"rule\" x1=\"0\" x2=\"1000\" y1=\"10\" y2=\"10\"/>",
      ticks: [ReportChart.Label("0", at: 0), ReportChart.Label("\(status.shards)", at: 0.95)], from: "0 s",
      to: Self.duration(last - first)
    ).html
  }

  private var histogram: String {
    let seconds = status.records.map(\.seconds).sorted()
    guard let longest = seconds.last, longest > 0 else {
      return "<p class=\"note\">No shard is done yet.</p>"
    }
    return
      "<div class=\"plot\">\(HistogramPlot(title: "median \(Self.duration(seconds[seconds.count / 2]))", values: seconds, unit: "s", color: "#2f7fd6").svg)</div>"
  }

  private var workers: String {
    if status.workers.isEmpty { return "<p class=\"note\">None yet.</p>" }
    let most = max(1e-9, status.workers.map(\.framesPerSecond).max() ?? 1)
    let rows = status.workers.prefix(200).map { worker in
      """
      <tr><th>\(ReportPage.escaped(worker.name))</th><td>\(worker.done)</td>
      <td>\(Self.fixed(worker.framesPerSecond))</td>
      <td><svg viewBox="0 0 100 10" class="small" aria-hidden="true"><rect width="\(Self.fixed(100 * worker.framesPerSecond / most))" height="10" fill="#2f7fd6"/></svg></td></tr>
      """
    }
    return
      "<table><tr><th>worker</th><th>shards</th><th>frames/s</th><th></th></tr>\(rows.joined())</table>"
  }

  private var failures: String {
    if status.failures.isEmpty { return "" }
    let rows = status.failures.map {
      "<tr><th>\($0.shard)</th><td>\($0.exit)</td><td class=\"words\">\(ReportPage.escaped($0.problem))\($0.isWorthAnother ? "" : " (not tried again)")</td></tr>"
    }
    return "<h2>Failed</h2><table><tr><th>shard</th><th>exit</th><th></th></tr>\(rows.joined())</table>"
  }

  private static func fixed(_ value: Double) -> String { ReportPage.fixed(value, digits: 1) }

  static func duration(_ seconds: Double) -> String {
    if seconds < 10 { return "\(fixed(seconds)) s" }
    let whole = Int(seconds.rounded())
    if whole < 120 { return "\(whole) s" }
    if whole < 7200 { return "\(whole / 60) min" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}

extension BatchStatus {
  /// The status as one line for people.
  package var headline: String {
    var parts = ["\(done) of \(shards) shards done"]
    if failed > 0 { parts.append("\(failed) failed") }
    if let framesPerSecond { parts.append("\(Int(framesPerSecond.rounded())) frames a second") }
    if let secondsLeft, secondsLeft > 0 { parts.append("\(StatusPage.duration(secondsLeft)) left") }
    return parts.joined(separator: ", ")
  }
}
