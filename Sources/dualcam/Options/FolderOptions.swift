import ArgumentParser
import Pipeline

/// Where a recording goes, and what is kept with its pictures.
struct FolderOptions: ParsableArguments {
  @Option(name: [.short, .long], help: ArgumentHelp("Folder of the recording.", valueName: "dir"))
  var output: String

  @Flag(help: "Write screen.jsonl too: what is on the screen, for those who don't see it.")
  var describe = false
  @Flag(
    help:
      "Keep the cameras' own JPEG frames and the map of the ink in DIR/sources, for verify to compare with.")
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
