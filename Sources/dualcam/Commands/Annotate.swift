import Pipeline
import Recordings
import Settings
import Terminal

struct Annotate: Command {
  static let configuration = CommandDescription(
    "annotate",
    abstract: "Annotate files as fast as possible; the same input gives the same bytes.",
    discussion: """
      Each primary frame makes a picture, with the secondary frame nearest in time. Clock and timer show the
      source's time, and the manifest omits whatever differs from run to run.

      Photos are stills, each a scene of its own: its guides are read at once, and the chrome shows no time. A single
      picture is one; so are those in a folder or glob, unless they all have one size and are numbered from 0 or 1
      without a gap, or a rate is given.

      EXAMPLES
        dualcam annotate --primary file:holiday -o out/holiday
        dualcam annotate --primary file:clip.avi -o out/clip
        ffmpeg -i clip.mp4 -an -c:v mjpeg -q:v 2 -fps_mode passthrough \\
          -f matroska - | dualcam annotate --primary file:- -o out/clip
        dualcam annotate --primary 'file:left/*.jpg?fps=25' \\
          --secondary file:right.mjpeg -o out/pair
        dualcam annotate --primary 'synth:coast?frames=90&roll=5' -o out/coast \\
          --template portrait
        dualcam annotate --primary 'synth:walker?frames=150' -o out/driven \\
          --script script.json
        dualcam annotate --primary file:helmet.mkv -o out/ride \\
          --values gpx:ride.gpx --stamp '%{speed:.0f km/h}  %{altitude:.0f m}'
      """)
  static let usual = [
    "output", "primary", "secondary", "layout", "grid", "template", "quality", "keep-source", "frames",
    "json",
  ]

  @OptionGroup(title: "Recording") var folder: FolderOptions
  @OptionGroup(title: "Sources") var source: SourceOptions
  @OptionGroup(title: "Sources") var damage: DamageOptions
  @OptionGroup(title: "Picture") var look: LookOptions
  @OptionGroup(title: "Values") var replay: ReplayOptions
  @OptionGroup(title: "Values") var alarms: AlarmOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Events") var events: ScriptOptions
  @OptionGroup(title: "Settings") var configuration: ConfigurationOptions
  @OptionGroup var log: LogOptions

  @Flag("stills", help: "Treat each frame as a scene of its own, even if the frames look like a film.")
  var stills = false

  @Flag("json", help: "The summary as JSON on standard output.")
  var json = false

  func run() throws {
    var settings = JobSettings(pace: .exact, sources: try source.sources(needsSource: true))
    settings.values = try replay.sources()
    settings.valuesOffset = replay.offset?.duration ?? .zero
    let hasLines = RecordedValues.mayBe(in: settings.sources[0].specification)
    settings.stage = try look.stageSettings(
      for: source.cameras(.live), hasValues: hasLines || !settings.values.isEmpty)
    try alarms.apply(to: &settings, hasOthers: hasLines)
    if let stamp = settings.stage.stamps.first(where: \.needsDate) {
      throw ValidationError(
        "--stamp is '\(stamp.format)', which needs a date, and files have none; %T counts from the start of the film"
      )
    }
    damage.apply(to: &settings.stage)
    let first = settings.sources[0].specification
    let hasScene = settings.stage.plate || settings.stage.levelReference
    try SourceOptions.check(stills: stills, hasScene: hasScene)
    if try stills || !hasScene && first.arePhotos { settings.stage.takePhotos() }
    try events.apply(to: &settings)
    settings.isStrict = source.strict
    settings.framesPerSecond = source.fps
    settings.frames = limits.frames
    settings.skip = limits.skip
    try folder.apply(to: &settings)
    try folder.checkShutter(isControlled: settings.isControlled, "--script")
    // For a camera, the job says what to use instead.
    try SourceOptions.check(first, frames: limits.frames)
    try JobRunner.run(settings, hasBar: limits.frames != nil, log: log) { summary in
      try Console.result(json ? Console.json(SummaryJSON(summary)) : SummaryJSON.text(summary))
    }
  }
}
