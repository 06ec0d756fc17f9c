import ArgumentParser
import CaptureKit
import Pipeline

struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Frame budget by stage, guides and chrome by part: percentiles, CPU, allocations, memory.",
    discussion: """
      Frames are read into memory first, then composed one after the other on one thread. Absolute times depend on
      the machine and its load: compare runs made side by side. The loaded frames are shown in turn; where there are
      fewer than are measured (and 60 to warm up), the scene jumps, which costs the guides more than going on.

      EXAMPLES
        dualcam bench
        dualcam bench --primary file:a.mjpeg --secondary file:b.mjpeg --json
        dualcam bench --assert 16.7ms
        dualcam bench --report bench.html --trace bench.trace.json
        dualcam bench --json > before.json, and after a change: dualcam bench --compare before.json
        dualcam bench --primary synth:walker --layout single --loaded 300 --small-width 240
      """)

  @OptionGroup(title: "Sources") var source: SourceOptions
  @OptionGroup(title: "Picture") var look: LookOptions

  @Option(help: ArgumentHelp("Pictures to measure.", valueName: "n"))
  var frames = 240

  @Option(help: ArgumentHelp("Frames of each source to hold in memory.", valueName: "n"))
  var loaded = 60

  @Option(
    help: ArgumentHelp(
      "Width that the small picture which the guides read doesn't exceed, 64 to 480.", valueName: "n"))
  var smallWidth = 480

  @Option(
    name: [.short, .long], help: ArgumentHelp("Write the pictures to this folder too.", valueName: "dir"))
  var output: String?

  @Option(
    name: .customLong("assert"),
    help: ArgumentHelp("Exit with 1 when the 95th percentile is above.", valueName: "time"))
  var limit: DurationArgument?

  @Option(
    help: ArgumentHelp("Write a page with plots: timeline, histograms, table.", valueName: "file.html"))
  var report: String?

  @Option(
    help: ArgumentHelp("Write a trace that Perfetto (ui.perfetto.dev) opens.", valueName: "file.json"))
  var trace: String?

  @Option(
    help: ArgumentHelp("Set the medians beside those of an earlier --json report.", valueName: "old.json"))
  var compare: String?

  @Flag(help: "The report as JSON.")
  var json = false

  func validate() throws {
    if !(1...1_000_000).contains(frames) {
      throw ValidationError("--frames is \(frames); it must be 1 to 1000000")
    }
    if !(1...1000).contains(loaded) { throw ValidationError("--loaded is \(loaded); it must be 1 to 1000") }
    if !(64...480).contains(smallWidth) {
      throw ValidationError("--small-width is \(smallWidth); it must be 64 to 480")
    }
  }

  func run() throws {
    let sources = try source.sources(defaults: .bench)
    for source in sources {
      if case .device(let path) = source.specification {
        throw ValidationError(
          "\(path) is a camera; bench measures files and scenes: record some frames first, then bench them")
      }
    }
    var settings = BenchJob.Settings(sources: sources, stage: try look.stageSettings())
    settings.stage.smallWidth = smallWidth
    settings.frames = frames
    settings.loaded = loaded
    settings.folder = output
    let earlier = try compare.map { try BenchComparison.report(at: $0) }
    let stop = StopFlag()
    Interrupts.stopping(stop)
    Console.status("reading \(loaded) frames of each source …")
    let bar = ProgressBar("measuring")
    var (report, timeline) = try BenchJob(settings).run(stop: stop) { done, total in
      bar.update(done, of: total)
    }
    Console.endStatus()
    if let path = self.report {
      try WholeFile.write(Array(BenchPage(report, timeline).html.utf8), to: path)
      Console.note("wrote \(path)")
    }
    if let path = trace {
      try WholeFile.write(TraceFile.bytes(timeline), to: path)
      Console.note("wrote \(path)")
    }
    report.comparison = earlier.map { BenchComparison(before: $0, now: report) }
    for difference in report.comparison?.differences ?? [] { Console.note("not the same \(difference)") }
    try Console.result(json ? Console.json(report, pretty: true) : Self.table(report))
    if let limit {
      let milliseconds = limit.duration / .milliseconds(1)
      if report.budget.total.p95 > milliseconds {
        Console.error(
          "the budget of \(Format.fixed(milliseconds, 1)) ms does not hold: the 95th percentile is "
            + "\(Format.fixed(report.budget.total.p95, 2)) ms")
        throw ExitCode(1)
      }
    }
  }

  private static func lines(_ comparison: BenchComparison) -> [String] {
    ["median, ms       before       now     ratio"]
      + comparison.rows.map { row in
        Format.left(row.stage, 12) + Format.right(Format.fixed(row.before, 3), 11)
          + Format.right(Format.fixed(row.now, 3), 10)
          + Format.right(row.ratio.map { Format.fixed($0, 2) } ?? "–", 10)
      }
  }

  private static func share(_ chrome: ChromeBudget.Report) -> String {
    "\(Format.fixed(chrome.redrawnMean * 100, 1)) %, at most \(Format.fixed(chrome.redrawnMost * 100, 1)) %"
  }

  private static func table(_ report: BenchJob.Report) -> String {
    func row(_ name: String, _ ms: FrameBudget.Percentiles) -> String {
      Format.left(name, 12)
        + [ms.mean, ms.p50, ms.p95, ms.p99, ms.worst].map { Format.right(Format.fixed($0, 3), 10) }.joined()
    }
    var lines = [
      "\(report.sources.joined(separator: " + ")) → \(report.canvas) \(report.subsampling), "
        + "\(report.budget.frames) pictures of \(Format.bytes(report.bytesPerFrame))", "",
      Format.left("stage, ms", 12)
        + ["mean", "p50", "p95", "p99", "worst"].map { Format.right($0, 10) }.joined(),
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
      lines += ["", "chrome alone: \(chrome.tiles) tiles, of which a picture redraws \(Self.share(chrome))"]
      lines.append(row("all of it", chrome.fullRedraw))
      lines.append(row("drift", chrome.drift))
      lines.append(
        "drift: a scene that changes by \(Format.fixed(chrome.driftPerPicture, 1)) codes a picture while "
          + "nothing moves; \(Format.fixed(chrome.driftRedrawnMean * 100, 1)) % of the tiles redrawn")
    }
    lines.append("")
    lines.append("CPU          \(Format.fixed(report.budget.cpuMsPerFrame, 2)) ms a picture")
    lines.append(
      "allocations  \(report.budget.allocationsPerFrame.map { Format.fixed($0, 2) } ?? "not counted") a picture"
    )
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
