import Settings
import Showroom
import Terminal

struct Optics: Command {
  static let configuration = CommandDescription(
    "optics",
    abstract: "Measure whether the glass bends light as Snell's law says and lets the scene through.",
    discussion: """
      Draws glass over test scenes and measures the pictures: how far the rim of a small clear circle displaces what \
      lies behind it, how much of the contrast of fine lines clear glass leaves, and how much light of a bright scene \
      a panel with words lets through. Exits with 1 if any number is beyond its limit.

      EXAMPLES
        glass optics
        glass optics --json
      """)

  @Flag("json", help: "The report as JSON.")
  var json = false

  func run() throws {
    let report = try OpticsAudit().run()
    try Console.result(json ? Console.json(report, pretty: true) : Self.table(report))
    guard report.holds else {
      Console.error("the glass doesn't keep to its optics; numbers beyond their limits are marked ✗")
      throw ExitCode(1)
    }
  }

  private static func table(_ report: OpticsAudit.Report) -> String {
    let margin = (report.measures.map(\.name.count).max() ?? 0) + 2
    return report.measures.map { measure in
      let limits = [
        measure.least.map { "≥ \(Format.fixed($0, 1))" }, measure.most.map { "≤ \(Format.fixed($0, 1))" },
      ].compactMap { $0 }.joined(separator: ", ")
      return Format.left(measure.name, margin)
        + Format.right("\(measure.holds ? "" : "✗ ")\(Format.fixed(measure.measured, 2)) \(measure.unit)", 12)
        + "   \(limits)"
    }.joined(separator: "\n")
  }
}
