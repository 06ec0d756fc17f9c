import CaptureKit
import Pipeline
import PixelTypes
import Settings

/// A command whose job runs until told to end and can change its settings while running.
protocol LiveCommand: Command {
  var source: SourceOptions { get }
  var damage: DamageOptions { get }
  var loss: CameraLossOptions { get }
  var look: LookOptions { get }
  var sinks: SinkOptions { get }
  var limits: LimitOptions { get }
  var events: ControlOptions { get }
  var service: ServiceOptions { get }
  var live: LiveOptions { get }

  /// The settings that the flags specify. Opens nothing.
  func jobSettings() throws -> JobSettings
}

/// What live commands alone have.
struct LiveOptions: SettingGroup {
  @Option("duration", help: Help("Stop after this time, such as 10s or 5m.", valueName: "time"))
  var duration: DurationArgument?

  @Option(
    "wait",
    help: Help(
      "How long each picture waits for the other cameras: all, leader (don't wait), or a time such as 15ms (default: for frames due any moment).",
      valueName: "all|leader|time"))
  var wait: WaitArgument?

  @Option(
    "offsets",
    help: Help(
      "Pair frames by stamps that are corrected by this file, which 'dualcam sync' writes.", valueName: "file"
    ),
    completion: .file(extensions: ["json"]))
  var offsets: String?

  @Flag(
    "match-exposure", help: "Make the others follow the first camera's exposure time, gain and white balance."
  )
  var matchExposure = false

  @Option(
    "timeout",
    help: Help(
      "How long to wait for the first frame (default: 10s, from a pipe a minute).", valueName: "time"))
  var timeout: DurationArgument?

  @Option(
    "values",
    help: Help(
      "Take values from another program or an instrument: nmea: or json: and a serial line (@ its speed), a named pipe, a file that grows, or -; repeatable.",
      valueName: "nmea|json:path"), completion: .values)
  var values: [String] = []

  @OptionGroup var alarms: AlarmOptions

  @Option(
    "latest", help: Help("Keep the newest picture in this file.", valueName: "file"), completion: .file())
  var latest: String?

  func validate() throws { try JPEGPath.check("--latest", latest) }

  /// The sources of values.
  ///
  /// - Parameter cameras: which may read standard input, too.
  func valueSources(beside cameras: [JobSettings.Source]) throws -> [ValueSource] {
    let sources = try values.map { text in
      guard let source = ValueSource(text) else {
        throw ValidationError(
          "--values is '\(PlainText.value(text))'; use nmea: or json: with a path, such as nmea:/dev/ttyUSB0@4800, json:values.fifo or json:- for standard input; serial lines have 1200 to 921600 symbols a second"
        )
      }
      return source
    }
    let readers = cameras.filter {
      if case .files(let file) = $0.specification { file.isStandardInput } else { false }
    }
    var paths: Set<String> = []
    if let twice = sources.first(where: { !$0.isStandardInput && !paths.insert($0.path).inserted }) {
      throw ValidationError("two --values read \(twice.path); only one can")
    }
    guard sources.filter(\.isStandardInput).count + readers.count < 2 else {
      throw ValidationError("only one of --values and the cameras can read standard input")
    }
    return sources
  }
}

/// `all`, `leader`, or the most time that all may take.
struct WaitArgument: SettingValue {
  let wait: FrameWait

  init?(argument: String) {
    switch argument {
    case "all": wait = .all(nil)
    case "leader", "driver": wait = .leader
    default:
      guard let time = DurationArgument(argument: argument), time.duration <= .seconds(1) else { return nil }
      wait = .all(time.duration)
    }
  }
}

extension LiveCommand {
  /// The settings that the flags of all live commands specify. Opens nothing.
  func liveSettings() throws -> JobSettings {
    var settings = JobSettings(pace: .live, sources: try source.sources())
    settings.stage = try look.stageSettings(
      for: source.cameras(.live),
      hasValues: !live.values.isEmpty || events.takesEvents)
    damage.apply(to: &settings.stage)
    loss.apply(to: &settings)
    try events.apply(to: &settings)
    settings.isStrict = source.strict
    settings.framesPerSecond = source.fps
    settings.frames = limits.frames
    settings.duration = live.duration?.duration
    if let wait = live.wait { settings.wait = wait.wait }
    settings.offsets = try live.offsets.map { try CameraOffsets(path: $0) }
    settings.matchesExposure = live.matchExposure
    settings.values = try live.valueSources(beside: settings.sources)
    try live.alarms.apply(to: &settings, hasOthers: events.takesEvents)
    settings.skip = limits.skip
    if let timeout = live.timeout { settings.firstFrameTimeout = timeout.duration }
    if let latest = live.latest { settings.sinks.append(.latest(latest)) }
    try sinks.apply(to: &settings)
    let templates =
      try source.cameras(.live).map(\.template) + [look.guides.template, look.secondaryTemplate]
    let masks = try source.cameras(.live).flatMap(\.masks) + source.masks + source.secondaryMasks
    try service.apply(to: &settings, reading: templates + masks.map(\.path) + [events.script.script])
    return settings
  }
}
