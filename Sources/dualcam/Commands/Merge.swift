import Batch
import Pipeline
import PixelTypes
import Settings
import Terminal

struct Merge: Command {
  static let configuration = CommandDescription(
    "merge",
    abstract: "Check a plan's results, byte by byte, and join them.",
    discussion: """
      Reports what is missing and why. If nothing is, writes SHA256SUMS (for
      sha256sum -c) and manifest.jsonl with all lines in order. A shard whose
      files have changed must be done again.

      EXAMPLES
        dualcam merge again.plan
        cd again && sha256sum --quiet -c SHA256SUMS

      EXIT CODES
        0 whole; 75 something is missing that more work can supply;
        65 something is missing for good
      """)

  @Argument("plan", help: Help("The plan.", valueName: "plan"), completion: .file(extensions: ["plan"]))
  var plan: String

  @Flag("json", help: "The report as JSON.")
  var json = false

  func run() throws {
    let plan = try PlanFile(plan)
    var paths = PathRules()
    paths.own(plan.result)
    paths.read(plan.path)
    Sandbox.confineCommand(to: paths, warn: Console.warn)
    let bar = ProgressLine("checking")
    let report = try Merger(plan) { done, total in bar.update(done, of: total) }.run()
    Console.endStatus()
    try Console.result(json ? Console.json(report, pretty: true) : text(report))
    if report.missingShards > 0 { throw ExitCode(report.isWorthWork ? 75 : 65) }
  }

  private func text(_ report: Merger.Report) -> String {
    var lines = [
      "\(report.good) of \(report.shards.counted("shard")) good: \(report.pieces.counted("piece")), \(report.files.counted("file")), "
        + "\(Format.bytes(report.bytes))"
    ]
    for missing in report.missing.prefix(20) {
      lines.append("  shard \(missing.shard), \(missing.state.rawValue): \(missing.why)")
    }
    if report.missingShards > 20 {
      lines.append("  \(report.missingShards - 20) more are missing; --json names a thousand")
    }
    if let digest = report.sha256 { lines.append("sha256 over SHA256SUMS: \(digest)") }
    return lines.joined(separator: "\n")
  }
}
