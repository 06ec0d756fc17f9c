import ArgumentParser
import HostResources
import Pipeline

/// What presses the chrome's controls in a live job.
struct ControlOptions: ParsableArguments {
  @OptionGroup var script: ScriptOptions

  @Option(
    help: ArgumentHelp(
      "Create a Unix socket here and take events from it as lines of JSON.", valueName: "path"))
  var control: String?

  func validate() throws {
    if control == "" { throw ValidationError("--control is empty; name a path for the socket") }
  }

  var isDriven: Bool { script.script != nil || control != nil }

  func apply(to settings: inout JobSettings) throws {
    try script.apply(to: &settings)
    settings.control = control
    try ScriptOptions.check(settings)
  }
}

/// Events from a file.
struct ScriptOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Press the chrome's controls at the times in this file.", valueName: "file.json"))
  var script: String?

  @Option(
    help: ArgumentHelp(
      "What the screen's library shows: a recording or a folder of recordings. Default: the recording itself.",
      valueName: "dir"))
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
    guard settings.isDriven, !settings.stage.drawsChrome else { return }
    throw ValidationError("--no-chrome leaves nothing to press; it can't be used with --script or --control")
  }
}
