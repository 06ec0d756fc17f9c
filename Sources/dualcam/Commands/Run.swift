import Pipeline
import Settings
import Terminal

struct Run: LiveCommand {
  static let configuration = CommandDescription(
    "run",
    abstract: "Run two cameras live, headless, and pass the picture on.",
    discussion: """
      Shows a status line on a terminal; with --json, prints one JSON line per picture. Ctrl-C or a closed terminal ends the
      run cleanly, a second Ctrl-C at once. USR1 saves the next picture (see --stills); HUP rereads --config.

      EXAMPLES
        dualcam run --primary /dev/video0 --secondary /dev/video2 --latest now.jpg
        dualcam run --primary /dev/video0 --sink - | ffplay -f mjpeg -
        dualcam run --primary /dev/video0 --sink v4l2:/dev/video9
        dualcam run --json --frames 100
        dualcam run --latest now.jpg --control dualcam.sock
        dualcam run --config dualcam.toml --metrics dualcam.prom
      """)
  static let usual = [
    "primary", "secondary", "resolution", "layout", "sink", "latest", "publish", "frames", "duration", "json",
  ]

  @OptionGroup(title: "Cameras") var source: SourceOptions
  @OptionGroup(title: "Cameras") var damage: DamageOptions
  @OptionGroup(title: "Cameras") var loss: CameraLossOptions
  @OptionGroup(title: "Picture") var look: LookOptions
  @OptionGroup(title: "Sinks") var sinks: SinkOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Events") var events: ControlOptions
  @OptionGroup(title: "Service") var service: ServiceOptions
  @OptionGroup var log: LogOptions
  @OptionGroup var live: LiveOptions

  @Flag("json", help: "One JSON line per picture on standard output.")
  var json = false

  @Option(
    "stills",
    help: Help(
      "Folder in which USR1 saves the next picture, as 000000.jpg and so on.", valueName: "dir"),
    completion: .directory)
  var stills: String?

  func validate() throws {
    if stills == "" { throw ValidationError("--stills is empty; name a folder") }
  }

  func jobSettings() throws -> JobSettings {
    try sinks.check(json: json)
    var settings = try liveSettings()
    if json { settings.sinks.append(.lines) }
    if let stills { settings.sinks.append(.stills(stills)) }
    return settings
  }

  func run() throws {
    let settings = try jobSettings()
    try JobRunner.run(settings, hasBar: false, isQuiet: json, log: log) { summary in
      Console.summary(SummaryJSON.text(summary))
    }
  }
}
