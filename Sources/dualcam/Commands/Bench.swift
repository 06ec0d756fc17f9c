import CaptureKit
import HostResources
import Pipeline
import PixelTypes
import Settings
import Terminal

struct Bench: Command {
  static let configuration = CommandDescription(
    "bench",
    abstract: "Frame budget by stage, guides and chrome by part: percentiles, CPU, allocations, memory.",
    discussion: """
      Frames are read into memory first, then composed one by one with nothing else running. Absolute times
      depend on the machine and its load: compare runs made side by side. The loaded frames repeat; if there
      are fewer than are measured (plus 60 to warm up), the scene jumps at each repeat, which costs the guides
      more than continuous footage.

      --paced records for a while in real time, files and scenes at their own rate, and reports the latency from
      a frame's time stamp until its picture has its name, and CPU seconds per second. --preflight does the same
      with the exact sources and layout of a recording, cameras included, and says whether they fit this machine
      (yes, tight or no) and what to change. Both delete what they recorded.

      EXAMPLES
        dualcam bench
        dualcam bench --primary file:a.mjpeg --secondary file:b.mjpeg --json
        dualcam bench --assert 16.7ms
        dualcam bench --report bench.html --trace bench.trace.json
        dualcam bench --json > before.json
        dualcam bench --compare before.json
        dualcam bench --primary synth:walker --layout single --loaded 300 \\
          --small-width 240
        dualcam bench --paced --primary 'file:a.mjpeg?loop=1' \\
          --secondary 'file:b.mjpeg?loop=1' --assert 33ms
        dualcam bench --preflight --primary /dev/video0 --secondary /dev/video2 \\
          -o out/lab --duration 1h
      """)
  static let usual = [
    "primary", "secondary", "resolution", "frames", "paced", "preflight", "duration", "report", "compare",
    "json",
  ]

  @OptionGroup(title: "Sources") var source: SourceOptions
  @OptionGroup(title: "Sources") var damage: DamageOptions
  @OptionGroup(title: "Picture") var look: LookOptions
  @OptionGroup(title: "Settings") var configuration: ConfigurationOptions

  @Option("frames", help: Help("Pictures to measure.", valueName: "n"), bounds: .range(1...1_000_000))
  var frames: Int?

  @Option(
    "loaded", help: Help("Frames of each source to hold in memory.", valueName: "n"), bounds: .range(1...1000)
  )
  var loaded = 60

  @Option(
    "small-width",
    help: Help(
      "Maximum width of the small picture that the guides read, 64 to 480.", valueName: "n"),
    bounds: .range(64...480))
  var smallWidth = 480

  @Option(
    "output", short: "o",
    help: Help(
      "Also write the pictures to this folder; with --paced and --preflight, the folder to record in.",
      valueName: "dir"), completion: .directory)
  var output: String?

  @Option(
    "assert",
    help: Help(
      "Exit with 1 if the 95th percentile is above this; with --paced, the 99th of the latency.",
      valueName: "time"))
  var limit: DurationArgument?

  @Option(
    "report", help: Help("Write a page with plots: timeline, histograms, table.", valueName: "file.html"),
    completion: .file(extensions: ["html"]))
  var report: String?

  @Option(
    "trace", help: Help("Write a trace that Perfetto (ui.perfetto.dev) opens.", valueName: "file.json"),
    completion: .file(extensions: ["json"]))
  var trace: String?

  @Option(
    "compare",
    help: Help("Compare the medians with those of an earlier --json report.", valueName: "old.json"),
    completion: .file(extensions: ["json"]))
  var compare: String?

  @Flag(
    "paced", help: "Measure in real time: latency from time stamp to file, CPU seconds per second.",
    rules: [.excludes("preflight")])
  var paced = false

  @Flag("preflight", help: "Check whether cameras and layout fit this machine; exit with 1 if they don't.")
  var preflight = false

  @Option(
    "duration",
    help: Help("Planned length of the recording, for --preflight (default: 10m).", valueName: "time"),
    rules: [.requires("preflight")])
  var duration: DurationArgument?

  @Flag("json", help: "The report as JSON.")
  var json = false

  func validate() throws {
    if preflight && limit != nil {
      throw ValidationError("--assert can't be used with --preflight, which has its own limits")
    }
    if paced || preflight, report != nil || trace != nil || compare != nil {
      throw ValidationError(
        "--report, --trace and --compare can't be used with --paced or --preflight")
    }
  }

  func run() throws {
    if let note = ConfigurationOptions.note.withLock({ $0 }) { Console.note(note) }
    if paced || preflight { return try runPaced() }
    let sources = try source.sources(defaults: .bench)
    for source in sources {
      if source.redaction?.target != nil {
        throw ValidationError(
          "--redact looks at frames before they reach the stage, which bench doesn't measure; use --paced")
      }
      if case .device(let path) = source.specification {
        throw ValidationError(
          "\(path) is a camera; bench measures files and scenes: record some frames and bench those, or use "
            + "--preflight")
      }
    }
    var settings = try settings(.exact, sources)
    for case .some(let path) in [self.report, trace] { settings.paths.write(path) }
    let earlier = try compare.map { try BenchComparison.report(at: $0) }
    let stop = StopFlag()
    Interrupts.stopping(stop)
    Console.status("reading \(loaded.counted("frame")) of each source …")
    let bar = ProgressLine("measuring")
    let job = BenchJob(settings, loaded: loaded, warn: Console.warn)
    var (report, timeline) = try job.run(stop: stop) { done, total in bar.update(done, of: total) }
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
    for difference in report.comparison?.differences ?? [] { Console.note("not comparable: \(difference)") }
    try Console.result(json ? Console.json(report, pretty: true) : BenchText.table(report))
    try hold(report.budget.total.p95, "the 95th percentile")
  }

  private func settings(_ pace: JobSettings.Pace, _ sources: [JobSettings.Source]) throws -> JobSettings {
    var settings = JobSettings(pace: pace, sources: sources)
    settings.stage = try look.stageSettings(for: source.cameras(.live))
    (settings.isStrict, settings.sandbox) = (source.strict, source.strict ? .required : .wanted)
    damage.apply(to: &settings.stage)
    settings.stage.smallWidth = smallWidth
    settings.frames = frames ?? (preflight ? 120 : 240)
    settings.folder = output
    return settings
  }

  /// Exits with 1 if a time is above ``limit``.
  private func hold(_ milliseconds: Double, _ what: String) throws {
    guard let limit else { return }
    let most = limit.duration / .milliseconds(1)
    guard milliseconds > most else { return }
    Console.error(
      "over the budget of \(Format.fixed(most, 1)) ms: \(what) is \(Format.fixed(milliseconds, 2)) ms"
    )
    throw ExitCode(1)
  }

  private func runPaced() throws {
    var settings = try settings(.live, try source.sources(defaults: preflight ? .live : .bench))
    settings.framesPerSecond = source.fps
    let stop = StopFlag()
    Interrupts.stopping(stop)
    let bar = ProgressLine("measuring")
    // Read before the trial writes: its own files are temporary and must not count.
    let room = output.flatMap { FreeSpace.bytes(at: $0) }
    var measured: PacedReport?
    var failure: CaptureError?
    // Asked before they run: then they are busy.
    let rig = preflight ? RigCamera.cameras(of: settings) : []
    do {
      measured = try PacedBench(settings).run(stop: stop) { done, total in bar.update(done, of: total) }
    } catch {
      guard preflight, case .capture(let reason) = error, case .bandwidth = reason else { throw error }
      failure = reason
    }
    Console.endStatus()
    guard preflight else {
      guard let measured else { return }
      try Console.result(json ? Console.json(measured, pretty: true) : BenchText.table(measured))
      return try hold(measured.latencyMs.p99, "the 99th percentile of the latency")
    }
    var verdict: Preflight
    if let measured {
      let seconds = (duration?.duration).map { $0 / .seconds(1) } ?? 600
      verdict = Preflight(
        measured, rig: rig,
        room: room.map { Preflight.Room(freeBytes: $0, seconds: seconds) })
    } else if let failure {
      verdict = Preflight(failure: failure, rig: rig)
    } else {
      return
    }
    try Console.result(json ? Console.json(verdict, pretty: true) : BenchText.table(verdict))
    if verdict.verdict == .no { throw ExitCode(1) }
  }
}
