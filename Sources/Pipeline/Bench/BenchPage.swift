import HostResources
import Recordings

/// A report of `bench` as one self-contained HTML page with plots: a stacked timeline, and a
/// histogram for each stage.
package struct BenchPage {
  private let report: BenchJob.Report
  private let timeline: FrameTimeline

  /// Makes a page from a run's report and timeline.
  package init(_ report: BenchJob.Report, _ timeline: FrameTimeline) {
    self.report = report
    self.timeline = timeline
  }

  /// The whole page, to be saved as UTF-8.
  package var html: String {
    ReportPage(
      title: "Frame budget",
      body: """
        <p>\(ReportPage.escaped(report.sources.joined(separator: " + "))) → \(ReportPage.escaped(report.canvas))
        \(ReportPage.escaped(report.subsampling)), \(report.budget.frames) pictures of
        \(report.bytesPerFrame / 1000) kB, \(report.processors) processors.</p>
        \(verdicts)
        <h2>Stages, picture by picture</h2>
        \(legend)
        \(StackedTimelinePlot(timeline).html)
        <p class="note">Across: pictures. Up: milliseconds of one thread. The lines are the budgets of 60 and 30 frames
        a second.</p>
        <h2>Table</h2>
        \(table)
        \(chromeNote)
        <h2>Histograms</h2>
        <div class="plots">\(histograms)</div>
        <p class="note">Made by dualcam \(Version.text). Times depend on the machine and its load: compare runs made
        side by side.</p>
        """
    ).html
  }

  private var verdicts: String {
    let allocations =
      report.budget.allocationsPerFrame.map { "\(ReportPage.fixed($0)) allocations" }
      ?? "allocations not counted"
    let budgets = [(60, 1000.0 / 60), (30, 1000.0 / 30)].map { rate, most in
      let holds = report.budget.total.p99 <= most
      return "<li class=\"\(holds ? "holds" : "fails")\">\(rate) frames a second "
        + "\(holds ? "hold" : "do not hold"): p99 is \(ReportPage.fixed(report.budget.total.p99)) of "
        + "\(ReportPage.fixed(most)) ms</li>"
    }
    var instructions = ""
    if let count = report.budget.instructions {
      instructions =
        count.perFrame.map { "<li>\(ReportPage.fixed($0 / 1e6)) million instructions per picture</li>" }
        ?? "<li>Instructions not counted: \(ReportPage.escaped(count.reason ?? "unknown reason"))</li>"
    }
    return
      "<ul>\(budgets.joined())<li>\(ReportPage.fixed(report.budget.cpuMsPerFrame)) ms of CPU and \(allocations) "
      + "per picture, \(ReportPage.fixed(report.budget.peakMemoryMiB)) MiB at most</li>\(instructions)</ul>"
  }

  private var legend: String {
    let items = timeline.parts.map { part in
      "<span><i style=\"background:\(StackedTimelinePlot.color(of: part))\"></i>\(part.name)</span>"
    }
    return "<p class=\"legend\">\(items.joined())</p>"
  }

  private var table: String {
    func row(_ name: String, _ ms: FrameBudget.Percentiles) -> String {
      let cells = [ms.mean, ms.p50, ms.p95, ms.p99, ms.worst].map { "<td>\(ReportPage.fixed($0))</td>" }
      return "<tr><th>\(ReportPage.escaped(name))</th>\(cells.joined())</tr>"
    }
    var rows = report.budget.stages.filter { $0.ms.worst > 0 }.map { row($0.stage, $0.ms) }
    rows.append(row("total", report.budget.total))
    for hud in report.hud {
      rows.append("<tr><th colspan=\"6\">guides of the \(hud.camera), read at \(hud.smallPicture)</th></tr>")
      rows += hud.parts.map { row($0.stage, $0.ms) }
      rows.append(row("together", hud.total))
    }
    if let chrome = report.chrome {
      rows.append("<tr><th colspan=\"6\">chrome alone, \(chrome.tiles) tiles</th></tr>")
      rows.append(row("full redraw", chrome.fullRedraw))
      rows.append(row("over a drifting scene", chrome.drift))
    }
    if let publish = report.publish {
      rows.append("<tr><th colspan=\"6\">publishing alone, for all who watch together</th></tr>")
      rows.append(row("publish", publish.ms))
    }
    return "<table><tr><th>ms</th><th>mean</th><th>p50</th><th>p95</th><th>p99</th><th>worst</th></tr>"
      + rows.joined(separator: "\n") + "</table>"
  }

  private var chromeNote: String {
    guard let chrome = report.chrome else { return "" }
    return """
      <p class="note">Chrome redrew \(ReportPage.fixed(chrome.redrawnMean * 100)) % of the canvas's tiles per
      picture, at most \(ReportPage.fixed(chrome.redrawnMost * 100)) %. Over a scene that drifts by
      \(ReportPage.fixed(chrome.driftPerPicture)) codes per picture while nothing moves, it is
      \(ReportPage.fixed(chrome.driftRedrawnMean * 100)) %.</p>
      """
  }

  private var histograms: String {
    let total = timeline.entries.map { Double($0.times.total) / 1e6 }
    var plots = [HistogramPlot(title: "total", values: total, color: "currentColor").svg]
    plots += timeline.parts.map { part in
      HistogramPlot(
        title: part.name, values: timeline.entries.map { Double($0.times[part]) / 1e6 },
        color: StackedTimelinePlot.color(of: part)
      ).svg
    }
    return plots.joined(separator: "\n")
  }
}
