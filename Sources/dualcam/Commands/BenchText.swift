import HostResources
import Pipeline
import PixelTypes
import Recordings
import Terminal

/// The reports of `bench` for people.
enum BenchText {
  private static func lines(_ comparison: BenchComparison) -> [String] {
    ["median, ms       before       now     ratio"]
      + comparison.rows.map { row in
        Format.left(row.stage == BenchComparison.instructions ? "instr., M" : row.stage, 12)
          + Format.right(Format.fixed(row.before, 3), 11)
          + Format.right(Format.fixed(row.now, 3), 10)
          + Format.right(row.ratio.map { Format.fixed($0, 2) } ?? "–", 10)
      }
  }

  static let header =
    Format.left("stage, ms", 12)
    + ["mean", "p50", "p95", "p99", "worst"].map { Format.right($0, 10) }.joined()

  static func row(_ name: String, _ ms: FrameBudget.Percentiles) -> String {
    Format.left(name, 12)
      + [ms.mean, ms.p50, ms.p95, ms.p99, ms.worst].map { Format.right(Format.fixed($0, 3), 10) }.joined()
  }

  static func instructions(_ count: InstructionCounter.Count) -> String {
    count.perFrame.map { "\(Format.fixed($0 / 1e6, 2)) million per picture" }
      ?? "not counted: \(count.reason ?? "unknown reason")"
  }

  private static func share(_ chrome: ChromeBudget.Report) -> String {
    "\(Format.fixed(chrome.redrawnMean * 100, 1)) %, at most \(Format.fixed(chrome.redrawnMost * 100, 1)) %"
  }

  static func table(_ report: BenchJob.Report) -> String {
    var lines = [
      "\(report.sources.joined(separator: " + ")) → \(report.canvas) \(report.subsampling), "
        + "\(report.budget.frames.counted("picture")) of \(Format.bytes(report.bytesPerFrame))", "",
      header,
    ]
    let silent: Set<String> = ["pair", "write"]
    lines += report.budget.stages.filter { $0.ms.worst > 0 || !silent.contains($0.stage) }.map {
      row($0.stage, $0.ms)
    }
    lines.append(row("total", report.budget.total))
    for hud in report.hud {
      lines.append("")
      lines.append(
        "hud of a camera frame: \(hud.camera), read at \(hud.smallPicture); "
          + "p99 is \(Format.fixed(hud.total.p99, 2)) ms")
      lines += hud.parts.map { row($0.stage, $0.ms) }
      lines.append(row("together", hud.total))
    }
    if let chrome = report.chrome {
      lines += ["", "chrome alone: \(chrome.tiles) tiles; a picture redraws \(Self.share(chrome))"]
      lines.append(row("full redraw", chrome.fullRedraw))
      lines.append(row("drift", chrome.drift))
      lines.append(
        "drift: a scene that changes by \(Format.fixed(chrome.driftPerPicture, 1)) codes per picture while "
          + "nothing moves; \(Format.fixed(chrome.driftRedrawnMean * 100, 1)) % of the tiles redrawn")
    }
    if let publish = report.publish {
      let allocations = publish.allocationsPerFrame.map { "; \(Format.fixed($0, 2)) allocations" } ?? ""
      lines += ["", "publishing alone, for all viewers together\(allocations)", row("publish", publish.ms)]
    }
    lines.append("")
    lines.append("CPU          \(Format.fixed(report.budget.cpuMsPerFrame, 2)) ms per picture")
    lines.append(
      "allocations  \(report.budget.allocationsPerFrame.map { Format.fixed($0, 2) } ?? "not counted") per picture"
    )
    if let count = report.budget.instructions { lines.append("instructions \(Self.instructions(count))") }
    lines.append("peak memory  \(Format.fixed(report.budget.peakMemoryMiB, 0)) MiB")
    for (rate, budget) in [(30, 33.3), (60, 16.7)] {
      let holds = report.budget.total.p99 <= budget
      lines.append(
        "\(rate) fps       \(holds ? "holds" : "does not hold"): p99 is \(Format.fixed(report.budget.total.p99, 2)) of \(budget) ms"
      )
    }
    if let comparison = report.comparison { lines += [""] + Self.lines(comparison) }
    return lines.joined(separator: "\n")
  }
}
