import Pipeline
import Settings

/// Where a recording goes, and what else it keeps.
struct FolderOptions: SettingGroup {
  @Option(
    "output", short: "o", help: Help("Folder for the recording.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Flag("describe", help: "Also write screen.jsonl: what is on the screen, for people who can't see it.")
  var describe = false
  @Flag(
    "keep-source",
    help:
      "Keep the cameras' own JPEG frames and the ink map in DIR/sources, for verify to compare.")
  var keepSource = false

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output is empty; name a folder") }
  }

  func apply(to settings: inout JobSettings) {
    settings.folder = output
    settings.describesScreen = describe
    settings.stage.keepsSources = keepSource
  }
}
