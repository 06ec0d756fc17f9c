import Pipeline
import Settings
import Terminal

struct Record: LiveCommand {
  static let configuration = CommandDescription(
    "record",
    abstract: "Record an annotated JPEG sequence with a manifest.",
    discussion: """
      DIR gets 000000.jpg …, frames.jsonl (one line per frame) and session.json. In a folder that has a recording,
      numbering continues; no file is ever overwritten. Ctrl-C or a closed terminal ends the recording
      cleanly (nohup lets it stay).
      USR1 records the next picture even if --every, --trigger or the shutter would not; HUP rereads --config.

      EXAMPLES
        dualcam record -o out/first --frames 120
        dualcam record --primary /dev/video0 --secondary /dev/video2 \\
          --resolution 1280x720 -o out/lab --duration 5m
        dualcam record --primary /dev/video0 -o out/day --every 10s
        dualcam record --primary /dev/video0 -o out/watch --segment 10m \\
          --budget 200GB
        dualcam record --primary /dev/video0 -o out/booth --template portrait \\
          --trigger snapped --guides level,silhouette --burst 3
        dualcam record --primary /dev/video0 -o out/door --trigger motion \\
          --before 3s --after 10s
        dualcam record --config dualcam.toml -o out/today
        dualcam record -o out/driven --latest now.jpg --control dualcam.sock
      """)
  static let usual = [
    "output", "primary", "secondary", "resolution", "grid", "template", "frames", "duration", "every",
    "trigger",
  ]

  @OptionGroup(title: "Recording") var folder: FolderOptions
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
  @OptionGroup(title: "Storage") var storage: StorageOptions

  @Option(
    "every", help: Help("Take one picture per interval: a time lapse.", valueName: "time"),
    rules: [.excludes("trigger")])
  var every: DurationArgument?

  @Option(
    "trigger",
    help: Help(
      "Record only when guides of the first camera snap, something moves in front of it, a camera is lost, a program sends the event trigger, or a value of --values is as asked, such as 'depth<2.5'; repeatable.",
      valueName: "snapped|motion|camera-lost|event|condition"),
    completion: .words(RecordingTrigger.named.map(\.rawValue)))
  var trigger: [RecordingTrigger] = []

  @Option(
    "before", help: Help("Also record what led up to the trigger, at most 1m of it.", valueName: "time"),
    rules: [.requires("trigger")])
  var before: DurationArgument?

  @Option(
    "after",
    help: Help(
      "Keep recording for this long after the trigger (default: --burst pictures).", valueName: "time"),
    rules: [.requires("trigger"), .excludes("burst")])
  var after: DurationArgument?

  @Option(
    "guides",
    help: Help(
      "Guides that must snap together, such as level,subject: level, silhouette, subject (default: any one).",
      valueName: "list"))
  var guides: GuideList?

  @Option(
    "burst",
    help: Help(
      "Pictures to take each time the trigger fires or the shutter is pressed.", valueName: "n"),
    bounds: .range(1...1000))
  var burst = 1

  @Flag("json", help: "The summary as JSON on standard output.")
  var json = false

  func validate() throws {
    if !trigger.contains(.snapped) && guides != nil {
      throw ValidationError("--guides requires --trigger snapped")
    }
    if let before, before.duration > .seconds(60) {
      throw ValidationError(
        "--before is longer than 1m, and its pictures stay in memory; to keep more, record all, with --budget"
      )
    }
    if trigger.contains(.event) && !events.isControlled {
      throw ValidationError(
        "--trigger event requires --control, --publish or --script to send the event")
    }
    if let condition = trigger.lazy.compactMap(\.condition).first, live.values.isEmpty, !events.takesEvents {
      throw ValidationError(
        "--trigger '\(condition)' needs something that says \(condition.name): add --values")
    }
    try folder.checkShutter(
      isControlled: events.isControlled, "--publish PATH for 'dualcam view', --control or --script")
    if trigger.isEmpty && burst != 1 && !events.isControlled {
      throw ValidationError(
        "--burst requires --trigger, or a shutter: --script or --control")
    }
    if guides?.guides.contains(.silhouette) ?? false, look.guides.template == "none" {
      throw ValidationError("--guides silhouette needs a --template to fill")
    }
    try sinks.check(json: json)
  }

  func jobSettings() throws -> JobSettings {
    var settings = try liveSettings()
    settings.every = every?.duration
    settings.triggers = Set(trigger)
    settings.before = before?.duration
    settings.after = after?.duration
    settings.burst = burst
    settings.guides = guides?.guides ?? []
    storage.apply(to: &settings)
    try folder.apply(to: &settings)
    return settings
  }

  func run() throws {
    let settings = try jobSettings()
    try JobRunner.run(settings, hasBar: limits.frames != nil, log: log) { summary in
      // Standard output has the pictures.
      if sinks.writesPictures { return Console.note(SummaryJSON.text(summary)) }
      try Console.result(json ? Console.json(SummaryJSON(summary)) : SummaryJSON.text(summary))
    }
  }
}

extension RecordingTrigger: SettingValue {
  package static var expected: String {
    named.map(\.rawValue).joined(separator: ", ")
      + ", or a condition on a value, such as 'depth<2.5', 'speed>=10kn' or state=idle"
  }
}
