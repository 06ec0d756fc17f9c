import HostResources
import Pipeline
import Screen
import Settings

/// What presses the chrome's controls in a live job.
struct ControlOptions: SettingGroup {
  @OptionGroup var script: ScriptOptions

  @Option(
    "control",
    help: Help(
      "Create a Unix socket here and take events from it as lines of JSON.", valueName: "path"),
    completion: .file())
  var control: String?

  @Option(
    "publish",
    help: Help(
      "Like --control, and clients may watch the pictures too: for 'dualcam view'.",
      valueName: "path"),
    completion: .file())
  var publish: String?

  @Option(
    "publish-group",
    help: Help(
      "Members of this group may connect too. Default: this user alone.", valueName: "group"),
    rules: [.requires("publish")],
    completion: .groups)
  var publishGroup: String?

  @Option(
    "event-pipe",
    help: Help(
      "Tell programs what happens, as lines of JSON on this named pipe, created if missing.",
      valueName: "path"), completion: .file())
  var eventPipe: String?

  @Option(
    "levels",
    help: Help(
      "Keep here, by the cameras' names, which roll of each counts as level; the control 'primary/level' sets it.",
      valueName: "file.json"), completion: .file(extensions: ["json"]))
  var levels: String?

  func validate() throws {
    if levels == "" { throw ValidationError("--levels is empty; give a path for the file") }
    if eventPipe == "" { throw ValidationError("--event-pipe is empty; give a path for the pipe") }
    if control == "" { throw ValidationError("--control is empty; give a path for the socket") }
    if publish == "" { throw ValidationError("--publish is empty; give a path for the socket") }
    if control != nil, publish != nil {
      throw ValidationError("--publish takes events just as --control does; leave out --control")
    }
  }

  var isControlled: Bool { script.script != nil || control != nil || publish != nil }

  /// Whether programs may say what they want while the job runs.
  var takesEvents: Bool { control != nil || publish != nil }

  func apply(to settings: inout JobSettings) throws {
    try script.apply(to: &settings)
    settings.control = publish ?? control
    settings.eventPipe = eventPipe
    settings.levels = try levels.map { try CameraLevels(path: $0) }
    settings.publishes = publish != nil
    if let publishGroup {
      guard let group = UserGroup.number(of: publishGroup) else {
        throw ValidationError("--publish-group: there is no group \(publishGroup)")
      }
      settings.publishGroup = group
    }
    try ScriptOptions.check(settings)
  }
}

/// Events from a file.
struct ScriptOptions: SettingGroup {
  @Option(
    "script",
    help: Help(
      "Press the chrome's controls at the times in this file.", valueName: "file.json"),
    completion: .file(extensions: ["json"]))
  var script: String?

  @Option(
    "library",
    help: Help(
      "What the screen's library shows: a recording or a folder of recordings. Default: the recording itself.",
      valueName: "dir"), completion: .directory)
  var library: String?

  func apply(to settings: inout JobSettings) throws {
    if let script { settings.script = try EventScript.read(path: script) }
    if let library {
      _ = try FolderHandle(library)
      settings.library = library
    }
    try Self.check(settings)
  }

  static func check(_ settings: JobSettings) throws {
    guard settings.isControlled, !settings.stage.drawsChrome else { return }
    throw ValidationError(
      "\(settings.stage.layout.isTight ? "--picture tight" : "--no-chrome") leaves nothing to press; it can't be used with "
        + "--script, --control or --publish")
  }
}
