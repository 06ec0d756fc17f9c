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

  @OptionGroup var live: LiveOptions

  @Flag(help: "One JSON line per picture, even on a terminal.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Folder in which USR1 saves the next picture, as 000000.jpg and so on.", valueName: "dir"),
    completion: .directory)
  var stills: String?

  func validate() throws {
    if stills == "" { throw ValidationError("--stills is empty; name a folder") }
  }

  func jobSettings() throws -> JobSettings {
    let writesMJPEG = live.sinks.writesMJPEG
    if writesMJPEG && json {
      throw ValidationError("--sink - and --json both need standard output; use only one")
    }
    var settings = try live.jobSettings()
    settings.writesJSONLines = !writesMJPEG && (json || !Console.isOutputTerminal)
    settings.stills = stills
    return settings
  }

  func run() throws {
    let settings = try jobSettings()
    let summary = try JobRunner.run(settings, hasBar: false, isQuiet: settings.writesJSONLines, log: live.log)
    Console.summary(SummaryJSON.text(summary))
  }
}
