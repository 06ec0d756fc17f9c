import ArgumentParser
import Pipeline

struct Run: LiveCommand {
  static let configuration = CommandConfiguration(
    abstract: "Live, headless: watch two cameras, pass the picture on.",
    discussion: """
      On a terminal a status line, otherwise a line of JSON for each picture. Ctrl-C ends it well, a second one at
      once. A USR1 signal saves the next picture, see --stills; HUP reads --config again.

      EXAMPLES
        dualcam run --primary /dev/video0 --secondary /dev/video2 --latest /tmp/now.jpg
        dualcam run --primary /dev/video0 --sink - | ffplay -f mjpeg -
        dualcam run --primary /dev/video0 --sink v4l2:/dev/video9
        dualcam run --json --frames 100
        dualcam run --latest /tmp/now.jpg --control /tmp/dualcam.sock
        dualcam run --config /etc/dualcam.toml --metrics /run/dualcam/dualcam.prom
      """)

  @OptionGroup(title: "Cameras") var source: SourceOptions
  @OptionGroup(title: "Cameras") var damage: DamageOptions
  @OptionGroup(title: "Cameras") var loss: CameraLossOptions
  @OptionGroup(title: "Picture") var look: LookOptions
  @OptionGroup(title: "Sinks") var sinks: SinkOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Events") var events: ControlOptions
  @OptionGroup(title: "Service") var service: ServiceOptions
  @OptionGroup var log: LogOptions

  @Option(help: ArgumentHelp("Keep the newest picture in this file.", valueName: "file"))
  var latest: String?

  @Flag(help: "A line of JSON for each picture, also on a terminal.")
  var json = false

  @Option(help: ArgumentHelp("End after a time, as in 10s or 5m.", valueName: "time"))
  var duration: DurationArgument?

  @Option(help: ArgumentHelp("How long the first frame may take.", valueName: "time"))
  var timeout: DurationArgument?

  @Option(
    help: ArgumentHelp(
      "Where a USR1 signal puts the next picture, as 000000.jpg and so on.", valueName: "dir"))
  var stills: String?

  func validate() throws {
    if stills == "" { throw ValidationError("--stills is empty; name a folder") }
  }

  func jobSettings() throws -> JobSettings {
    let writesMJPEG = sinks.writesMJPEG
    if writesMJPEG && json {
      throw ValidationError("--sink - and --json both want standard output; use one of them")
    }
    var settings = JobSettings(pace: .live, sources: try source.sources())
    settings.stage = try look.stageSettings()
    damage.apply(to: &settings.stage)
    loss.apply(to: &settings)
    try events.apply(to: &settings)
    settings.isStrict = source.strict
    settings.framesPerSecond = source.fps
    settings.frames = limits.frames
    settings.duration = duration?.duration
    settings.skip = limits.skip
    if let timeout { settings.firstFrameTimeout = timeout.duration }
    settings.latest = latest
    try sinks.apply(to: &settings)
    settings.writesJSONLines = !writesMJPEG && (json || !Console.isOutputTerminal)
    settings.stills = stills
    try service.apply(to: &settings, reading: [look.template, events.script.script])
    return settings
  }

  func run() throws {
    let settings = try jobSettings()
    let summary = try JobRunner.run(settings, hasBar: false, isQuiet: settings.writesJSONLines, log: log)
    Console.summary(SummaryJSON.text(summary))
  }
}
