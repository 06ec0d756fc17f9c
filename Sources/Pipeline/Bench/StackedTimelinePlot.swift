import Compositor
import HostResources

/// The stages of every picture, stacked, as SVG: one area per stage, with the budgets of 60 and 30 frames a second.
struct StackedTimelinePlot {
  private static let size = (width: 960.0, height: 300.0)

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
    let most = Int(Self.size.width)
    guard entries.count > most else { return entries.map(\.times) }
    return (0..<most).compactMap { column in
      let from = column * entries.count / most
      let to = max(from + 1, (column + 1) * entries.count / most)
      return entries[from..<to].max { $0.times.total < $1.times.total }?.times
    }
  }

  var html: String {
    let columns = columns
    guard !columns.isEmpty else { return "<p>No picture was measured.</p>" }
    let (width, height) = Self.size
    let slowest = columns.map { Double($0.total) / 1e6 }.max() ?? 1
    let top = max(slowest * 1.05, 18)
    func y(_ ms: Double) -> Double { height * (1 - ms / top) }
    func x(_ column: Int) -> Double { width * Double(column) / Double(max(columns.count - 1, 1)) }
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
    let budgets = [(60, 1000.0 / 60), (30, 1000.0 / 30)].filter { $0.1 < top }
    // A phone has room for seven.
    let step = [5.0, 10, 20, 50, 100, 200, 500, 1000].first { top / $0 <= 7 } ?? top / 4
    return ReportChart(
      "Stages of each picture, stacked", size: Self.size, shapes: areas.joined(),
      ticks: stride(from: 0.0, to: top, by: step).map { ReportChart.Label("\(Int($0)) ms", at: $0 / top) },
      lines: budgets.map { ReportChart.Label("\($0.0) a second", at: $0.1 / top) }, from: "0",
      to: "\(timeline.entries.count)"
    ).html
  }

}
