import Recording

/// A report of `bench` as one HTML page with plots: a stacked timeline and a histogram for each stage. It loads
/// nothing from elsewhere.
public struct BenchPage {
  private let report: BenchJob.Report
  private let timeline: FrameTimeline

  /// Makes a page of a run's report and timeline.
  public init(_ report: BenchJob.Report, _ timeline: FrameTimeline) {
    self.report = report
    self.timeline = timeline
  }

  /// The whole page, to be saved as UTF-8.
  public var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>dualcam bench</title>
    <style>\(Self.style)</style></head><body>
    <h1>Frame budget</h1>
    <p>\(Self.escaped(report.sources.joined(separator: " + "))) → \(Self.escaped(report.canvas))
    \(Self.escaped(report.subsampling)), \(report.budget.frames) pictures of
    \(report.bytesPerFrame / 1000) kB, \(report.processors) processors.</p>
    \(verdicts)
    <h2>Stages, picture by picture</h2>
    \(legend)
    \(StackedTimelinePlot(timeline).svg)
    <p class="note">Across: pictures. Up: milliseconds of one thread. The lines are the budgets of 60 and 30 frames
    a second.</p>
    <h2>Table</h2>
    \(table)
    \(chromeNote)
    <h2>Histograms</h2>
    <div class="plots">\(histograms)</div>
    <p class="note">Made by dualcam \(Version.text). Times depend on the machine and its load: compare runs made
    side by side.</p>
    </body></html>

    """
  }

  private var verdicts: String {
    let allocations =
      report.budget.allocationsPerFrame.map { "\(Self.fixed($0)) allocations" } ?? "allocations not counted"
    let budgets = [(60, 1000.0 / 60), (30, 1000.0 / 30)].map { rate, most in
      let holds = report.budget.total.p99 <= most
      return "<li class=\"\(holds ? "holds" : "fails")\">\(rate) frames a second "
        + "\(holds ? "hold" : "do not hold"): p99 is \(Self.fixed(report.budget.total.p99)) of "
        + "\(Self.fixed(most)) ms</li>"
    }
    var instructions = ""
    if let count = report.budget.instructions {
      instructions =
        count.perFrame.map { "<li>\(Self.fixed($0 / 1e6)) million instructions per picture</li>" }
        ?? "<li>Instructions not counted: \(Self.escaped(count.reason ?? "unknown reason"))</li>"
    }
    return
      "<ul>\(budgets.joined())<li>\(Self.fixed(report.budget.cpuMsPerFrame)) ms of CPU and \(allocations) "
      + "per picture, \(Self.fixed(report.budget.peakMemoryMiB)) MiB at most</li>\(instructions)</ul>"
  }

  private var legend: String {
    let items = timeline.parts.map { part in
      "<span><i style=\"background:\(StackedTimelinePlot.color(of: part))\"></i>\(part.name)</span>"
    }
    return "<p class=\"legend\">\(items.joined())</p>"
  }

  private var table: String {
    func row(_ name: String, _ ms: FrameBudget.Percentiles) -> String {
      let cells = [ms.mean, ms.p50, ms.p95, ms.p99, ms.worst].map { "<td>\(Self.fixed($0))</td>" }
      return "<tr><th>\(Self.escaped(name))</th>\(cells.joined())</tr>"
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
      <p class="note">Chrome redrew \(Self.fixed(chrome.redrawnMean * 100)) % of the canvas's tiles per
      picture, at most \(Self.fixed(chrome.redrawnMost * 100)) %. Over a scene that drifts by
      \(Self.fixed(chrome.driftPerPicture)) codes per picture while nothing moves, it is
      \(Self.fixed(chrome.driftRedrawnMean * 100)) %.</p>
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

  /// Two digits after the point.
  static func fixed(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let hundredths = Int((value.magnitude * 100).rounded())
    let text = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    return value < 0 && hundredths > 0 ? "-" + text : text
  }

  /// Text with markup characters escaped: sources carry names from outside.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fff; --line: #8883; }
    @media (prefers-color-scheme: dark) { :root { --ink: #f2f2f5; --paper: #16161a; } }
    body { font: 15px/1.5 Inter, system-ui, sans-serif; color: var(--ink); background: var(--paper);
      max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font-variant-numeric: tabular-nums; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
    svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font-size: 11px; }
    table { border-collapse: collapse; } td, th { padding: .15rem .8rem; text-align: right;
      border-bottom: 1px solid var(--line); } th:first-child { text-align: left; font-weight: 500; }
    .legend span { margin-right: 1rem; white-space: nowrap; } .legend i { display: inline-block; width: .8em;
      height: .8em; border-radius: 2px; margin-right: .35em; }
    .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1rem; }
    .note { opacity: .7; font-size: .9em; } li.fails { font-weight: 600; }
    """
}
