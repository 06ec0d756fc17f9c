/// A report as one HTML page, dark or light as its reader prefers; it loads nothing from elsewhere.
package struct ReportPage {
  /// Plain text.
  private let title: String
  /// What follows the heading, as HTML.
  private let body: String

  /// Makes a page; its plots are SVG.
  package init(title: String, body: String) { (self.title, self.body) = (title, body) }

  /// The whole page, to be saved as UTF-8.
  package var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(Self.escaped(title))</title>
    <style>\(Self.style)</style></head><body>
    <h1>\(Self.escaped(title))</h1>
    \(body)
    </body></html>

    """
  }

  /// A number with a given number of decimal digits.
  package static func fixed(_ value: Double, digits: Int = 2) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "–" }
    var parts = 1
    for _ in 0..<digits { parts *= 10 }
    let whole = Int((value.magnitude * Double(parts)).rounded())
    let fraction = String(whole % parts + parts).dropFirst()
    let text = digits > 0 ? "\(whole / parts).\(fraction)" : "\(whole)"
    return value < 0 && whole > 0 ? "-" + text : text
  }

  /// A plot coordinate, to a tenth.
  package static func short(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  /// Text with markup characters escaped: names come from outside.
  package static func escaped(_ text: String) -> String {
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
      max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font-variant-numeric: tabular-nums;
      overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
    svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font-size: 13px; }
    svg.bar { height: 26px; border-radius: 13px; background: #8883; } svg.small { width: 8rem; }
    .chart { position: relative; margin-left: 3.4rem; } .chart svg { height: clamp(11rem, 40vw, 18rem); }
    .chart span { position: absolute; font-size: 12px; line-height: 1; white-space: nowrap; }
    .chart .tick { right: calc(100% + .5rem); transform: translateY(50%); }
    .chart .line { right: 0; padding: 2px 4px; background: var(--paper); border-radius: 4px; opacity: .85; }
    .chart path, .chart polyline, .rule { fill: none; vector-effect: non-scaling-stroke; }
    .rule { stroke: currentColor; stroke-dasharray: 4 4; }
    .ends { display: flex; justify-content: space-between; margin: .2rem 0 1rem 3.4rem; font-size: 12px; }
    table { border-collapse: collapse; } td, th { padding: .15rem .8rem; text-align: right;
      border-bottom: 1px solid var(--line); font-weight: 400; } td { white-space: nowrap; }
    th:first-child { font-weight: 500; } tr:first-child th { white-space: nowrap; } th:first-child, .words { text-align: left; } .words { white-space: normal; }
    .legend span { margin-right: 1rem; white-space: nowrap; } .legend i { display: inline-block; width: .8em;
      height: .8em; border-radius: 2px; margin-right: .35em; }
    .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 1rem; }
    .plot { max-width: 20rem; } .note { opacity: .7; font-size: .9em; } li.fails { font-weight: 600; }
    @media (max-width: 560px) { body { margin: 1rem auto; } ul { padding-left: 1.2rem; } svg.small { width: 4rem; }
      table { width: 100%; font-size: 13px; } td, th { padding: .2rem .3rem; }
      td:first-child, th:first-child { padding-left: 0; } td:last-child, th:last-child { padding-right: 0; } }
    """
}
