/// A chart as wide as the page, with its labels beside it: those in the SVG would shrink with it, and couldn't be read on a phone.
package struct ReportChart {
  package struct Label {
    let text: String
    /// Of the chart's height, from the bottom.
    let share: Double

    package init(_ text: String, at share: Double) { (self.text, self.share) = (text, share) }
  }

  /// What the chart is, for those who don't see it.
  private let name: String
  private let size: (width: Double, height: Double)
  /// As SVG, in a box of that size.
  private let shapes: String
  /// At the left, and inside the chart above lines across it.
  private let ticks, lines: [Label]
  /// Under the chart's ends.
  private let from, to: String

  package init(
    _ name: String, size: (width: Double, height: Double), shapes: String, ticks: [Label],
    lines: [Label] = [],
    from: String, to: String
  ) {
    (self.name, self.size, self.shapes) = (name, size, shapes)
    (self.ticks, self.lines, self.from, self.to) = (ticks, lines, from, to)
  }

  package var html: String {
    func labels(_ labels: [Label], _ kind: String) -> String {
      labels.map { label in
        "<span class=\"\(kind)\" style=\"bottom:\(ReportPage.short(label.share * 100))%\">"
          + "\(ReportPage.escaped(label.text))</span>"
      }.joined()
    }
    let rules = lines.map { line in
      let y = ReportPage.short(size.height * (1 - line.share))
      return "<line class=\"rule\" x1=\"0\" x2=\"\(size.width)\" y1=\"\(y)\" y2=\"\(y)\"/>"
    }
    return
      "<div class=\"chart\"><svg viewBox=\"0 0 \(size.width) \(size.height)\" preserveAspectRatio=\"none\" role=\"img\" "
      + "aria-label=\"\(ReportPage.escaped(name))\">\(shapes)\(rules.joined())</svg>"
      + labels(ticks, "tick") + labels(lines, "line") + "</div>"
      + "<p class=\"ends\"><span>\(ReportPage.escaped(from))</span><span>\(ReportPage.escaped(to))</span></p>"
  }
}
