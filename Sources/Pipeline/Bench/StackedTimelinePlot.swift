import Compositor
import HostResources

/// The stages of every picture, stacked, as SVG: one area per stage, with the budgets of 60 and 30 frames a second.
struct StackedTimelinePlot {
  private static let size = (width: 960.0, height: 300.0, left: 36.0, bottom: 20.0)

  let timeline: FrameTimeline

  init(_ timeline: FrameTimeline) { self.timeline = timeline }

  /// Colours that stay distinct for most kinds of colour blindness (Okabe & Ito 2008).
  static func color(of part: StageTimes.Part) -> String {
    switch part {
    case .pair: "#999999"
    case .decode: "#0072b2"
    case .reduce: "#56b4e9"
    case .hud: "#009e73"
    case .chrome: "#cc79a7"
    case .ink: "#f0e442"
    case .encode: "#e69f00"
    case .write: "#d55e00"
    }
  }

  /// At most one column per pixel: the slowest picture of each column stands for the rest.
  private var columns: [StageTimes] {
    let entries = timeline.entries
    let most = Int(Self.size.width - Self.size.left)
    guard entries.count > most else { return entries.map(\.times) }
    return (0..<most).compactMap { column in
      let from = column * entries.count / most
      let to = max(from + 1, (column + 1) * entries.count / most)
      return entries[from..<to].max { $0.times.total < $1.times.total }?.times
    }
  }

  var svg: String {
    let columns = columns
    guard !columns.isEmpty else { return "<p>No picture was measured.</p>" }
    let (width, height, left, bottom) = Self.size
    let slowest = columns.map { Double($0.total) / 1e6 }.max() ?? 1
    let top = max(slowest * 1.05, 18)
    func y(_ ms: Double) -> Double { (height - bottom) * (1 - ms / top) }
    func x(_ column: Int) -> Double {
      left + (width - left) * Double(column) / Double(max(columns.count - 1, 1))
    }
    var below = Array(repeating: 0.0, count: columns.count)
    var areas: [String] = []
    for part in timeline.parts {
      let above = columns.indices.map { below[$0] + Double(columns[$0][part]) / 1e6 }
      let upper = columns.indices.map { "\(ReportPage.short(x($0))),\(ReportPage.short(y(above[$0])))" }
      let lower = columns.indices.reversed().map {
        "\(ReportPage.short(x($0))),\(ReportPage.short(y(below[$0])))"
      }
      areas.append(
        "<polygon fill=\"\(Self.color(of: part))\" points=\"\((upper + lower).joined(separator: " "))\"/>")
      below = above
    }
    var lines: [String] = []
    for (rate, ms) in [(60, 1000.0 / 60), (30, 1000.0 / 30)] where ms < top {
      lines.append(
        "<line x1=\"\(left)\" x2=\"\(width)\" y1=\"\(ReportPage.short(y(ms)))\" y2=\"\(ReportPage.short(y(ms)))\" "
          + "stroke=\"currentColor\" stroke-dasharray=\"4 4\"/>"
          + "<text x=\"\(width)\" text-anchor=\"end\" y=\"\(ReportPage.short(y(ms) - 4))\">\(rate) a second</text>"
      )
    }
    for tick in stride(from: 0.0, to: top, by: top > 40 ? 10 : 5) {
      lines.append("<text x=\"0\" y=\"\(ReportPage.short(y(tick)))\">\(Int(tick)) ms</text>")
    }
    lines.append("<text x=\"\(left)\" y=\"\(height - 4)\">0</text>")
    lines.append(
      "<text x=\"\(width)\" y=\"\(height - 4)\" text-anchor=\"end\">\(timeline.entries.count)</text>")
    return
      "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"Stages of each picture, stacked\">"
      + areas.joined() + lines.joined() + "</svg>"
  }

}
