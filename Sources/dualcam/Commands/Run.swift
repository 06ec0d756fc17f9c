import ArgumentParser
import Pipeline

struct Run: LiveCommand {
  static let configuration = CommandConfiguration(
    abstract: "Watch two cameras live, headless, and pass the picture on.",
    discussion: """
      Prints a status line on a terminal, otherwise one JSON line per picture. Ctrl-C ends cleanly, a second one at
      once. USR1 saves the next picture (see --stills); HUP rereads --config.

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

  @Flag(help: "One JSON line per picture, even on a terminal.")
  var json = false

  @Option(help: ArgumentHelp("Stop after this time, such as 10s or 5m.", valueName: "time"))
  var duration: DurationArgument?

  @Option(help: ArgumentHelp("How long to wait for the first frame.", valueName: "time"))
  var timeout: DurationArgument?

  @Option(
    help: ArgumentHelp(
      "Folder in which USR1 saves the next picture, as 000000.jpg and so on.", valueName: "dir"))
  var stills: String?

  func validate() throws {
    if stills == "" { throw ValidationError("--stills is empty; name a folder") }
  }

  func jobSettings() throws -> JobSettings {
    let writesMJPEG = sinks.writesMJPEG
    if writesMJPEG && json {
      throw ValidationError("--sink - and --json both need standard output; use only one")
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
