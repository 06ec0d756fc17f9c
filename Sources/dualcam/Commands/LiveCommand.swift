import ArgumentParser
import Pipeline

/// A command whose job runs until told to end and can change its settings while running.
protocol LiveCommand: ParsableCommand {
  /// The settings that the flags specify. Opens nothing.
  func jobSettings() throws -> JobSettings
}

/// The options of all live commands: cameras, picture, sinks, limits, events, service.
struct LiveOptions: ParsableArguments {
  @OptionGroup(title: "Cameras") var source: SourceOptions
  @OptionGroup(title: "Cameras") var damage: DamageOptions
  @OptionGroup(title: "Cameras") var loss: CameraLossOptions
  @OptionGroup(title: "Picture") var look: LookOptions
  @OptionGroup(title: "Sinks") var sinks: SinkOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Events") var events: ControlOptions
  @OptionGroup(title: "Service") var service: ServiceOptions
  @OptionGroup var log: LogOptions

  @Option(help: ArgumentHelp("Stop after this time, such as 10s or 5m.", valueName: "time"))
  var duration: DurationArgument?

  @Option(help: ArgumentHelp("How long to wait for the first frame.", valueName: "time"))
  var timeout: DurationArgument?

  @Option(
    help: ArgumentHelp("Keep the newest picture in this file.", valueName: "file"), completion: .file())
  var latest: String?

  /// The settings that the flags specify. Opens nothing.
  func jobSettings() throws -> JobSettings {
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
    try service.apply(to: &settings, reading: [look.template, look.secondaryTemplate, events.script.script])
    return settings
  }
}
