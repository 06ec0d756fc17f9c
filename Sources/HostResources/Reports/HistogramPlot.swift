/// A histogram as SVG: forty bars from the smallest value to the largest, with the median and the 99th percentile
/// marked.
package struct HistogramPlot {
  private let title: String
  private let values: [Double]
  private let unit: String
  private let color: String

  /// - Parameters:
  ///   - title: above the bars.
  ///   - values: in any order.
  ///   - unit: of the values.
  ///   - color: of the bars, in CSS form.
  package init(title: String, values: [Double], unit: String = "ms", color: String) {
    (self.title, self.values, self.unit, self.color) = (title, values, unit, color)
  }

  /// How many values fall into each of `count` equal ranges from the smallest value to the largest.
  static func bars(_ values: [Double], count: Int) -> [Int] {
    var bars = Array(repeating: 0, count: count)
    guard let least = values.min(), let most = values.max() else { return bars }
    for value in values {
      let place = most > least ? (value - least) / (most - least) * Double(count) : 0
      bars[min(max(Int(place), 0), count - 1)] += 1
    }
    return bars
  }

  package var svg: String {
    let (width, height) = (300.0, 120.0)
    let bars = Self.bars(values, count: 40)
    guard let least = values.min(), let most = values.max(), let tallest = bars.max(), tallest > 0 else {
      return ""
    }
    let sorted = values.sorted()
    func x(_ value: Double) -> Double { most > least ? (value - least) / (most - least) * width : 0 }
    var parts = bars.enumerated().filter { $0.element > 0 }.map { index, count in
      let tall = Double(count) / Double(tallest) * (height - 40)
      return "<rect x=\"\(ReportPage.short(Double(index) * width / 40))\" "
        + "y=\"\(ReportPage.short(height - 20 - tall))\" width=\"\(width / 40 - 1)\" "
        + "height=\"\(ReportPage.short(tall))\" fill=\"\(color)\"/>"
    }
    for share in [0.5, 0.99] {
      let at = sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
      parts.append(
        "<line x1=\"\(ReportPage.short(x(at)))\" x2=\"\(ReportPage.short(x(at)))\" y1=\"20\" "
          + "y2=\"\(height - 20)\" stroke=\"currentColor\" stroke-dasharray=\"2 3\"/>")
    }
    parts.append("<text x=\"0\" y=\"14\">\(ReportPage.escaped(title))</text>")
    parts.append("<text x=\"0\" y=\"\(height - 6)\">\(ReportPage.fixed(least))</text>")
    parts.append(
      "<text x=\"\(width)\" y=\"\(height - 6)\" text-anchor=\"end\">\(ReportPage.fixed(most)) \(unit)</text>")
    return "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\" "
      + "aria-label=\"Histogram of \(ReportPage.escaped(title))\">\(parts.joined())</svg>"
  }
}
