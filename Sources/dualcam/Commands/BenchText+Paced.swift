import Pipeline
import PixelTypes
import Terminal

extension BenchText {
  /// The report of a real-time run.
  static func table(_ report: PacedReport) -> String {
    var lines = [
      "\(report.sources.joined(separator: " + ")) → \(report.canvas), \(composer(report)), "
        + "\(report.pictures.counted("picture")) of \(Format.bytes(report.bytesPerFrame)) at "
        + "\(Format.fixed(report.framesPerSecond, 1)) fps",
      "", header,
    ]
    lines += report.stages.map { row($0.stage, $0.ms) }
    lines += [row("stage thread", report.stageMs), row("latency", report.latencyMs)]
    if let skew = report.skewMs { lines.append(row("skew", skew)) }
    lines.append("")
    lines.append(
      "latency: from the time stamp of the frame that drove a picture until the picture has its name")
    let holds = report.latencyMs.p99 <= report.intervalMs
    lines.append(
      "a frame      \(holds ? "holds" : "does not hold"): p99 is \(Format.fixed(report.latencyMs.p99, 2)) of "
        + "\(Format.fixed(report.intervalMs, 1)) ms")
    lines.append(
      "CPU          \(Format.fixed(report.cpuSecondsPerSecond, 3)) seconds per second, of \(report.processors)"
    )
    if let count = report.instructions { lines.append("instructions \(instructions(count))") }
    lines.append(
      "lost         \(report.lost.counted("frame")) (\(report.notWritten) not written)")
    lines.append("peak memory  \(Format.fixed(report.peakMemoryMiB, 0)) MiB")
    return (lines + report.problems).joined(separator: "\n")
  }

  /// What the recording needs, what the machine has, and the verdict.
  static func table(_ preflight: Preflight) -> String {
    var lines: [String] = []
    if let report = preflight.measured {
      lines = [
        "\(report.sources.joined(separator: " + ")) → \(report.canvas), \(composer(report)), "
          + "\(Format.fixed(report.expectedFps, 1)) fps, \(report.pictures.counted("picture")) measured",
        "",
        Format.left("", 22) + ["needs", "of", "share"].map { Format.right($0, 12) }.joined(),
      ]
      for check in preflight.checks {
        let name = check.name.map { "\(check.what), \($0)" } ?? check.what
        lines.append(
          Format.left(name, 22) + Format.right(amount(check.needs, check.unit), 12)
            + Format.right(amount(check.has, check.unit), 12)
            + Format.right("\(Format.fixed(min(check.share, 99) * 100, 0)) %", 12)
            + (check.verdict == .yes ? "" : "  \(check.verdict.rawValue)"))
        if check.what == "stage" { lines += stages(report) }
      }
      lines.append("")
      lines.append("pictures: \(Format.bytes(Int(report.bytesPerSecond))) per second")
    }
    switch preflight.verdict {
    case .yes: lines.append("yes: it fits, with room to spare")
    case .tight: lines.append("tight: it works only while nothing else needs the machine")
    case .no: lines.append("no: it does not fit")
    }
    return (lines + preflight.advice.map { "  \($0)" }).joined(separator: "\n")
  }

  private static func stages(_ report: PacedReport) -> [String] {
    report.stages.filter { $0.ms.p95 > 0 && $0.stage != "write" }.map {
      Format.left("  \($0.stage)", 22) + Format.right(amount($0.ms.p95, "ms"), 12)
    }
  }

  private static func composer(_ report: PacedReport) -> String {
    report.composer + (report.composerReason.map { " (\($0))" } ?? "")
  }

  private static func amount(_ value: Double, _ unit: String) -> String {
    switch unit {
    case "B/s": Format.bytes(Int(value)) + "/s"
    case "s": Format.duration(min(value, 1e9))
    case "frames": Format.fixed(value, 0)
    case "fps": Format.fixed(value, 1)
    case "cores": Format.fixed(value, 2)
    default: Format.fixed(value, 1) + " " + unit
    }
  }
}
