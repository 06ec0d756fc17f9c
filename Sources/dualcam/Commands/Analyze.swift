import ArgumentParser
import CaptureKit
import HUDGeometry
import Pipeline

struct Analyze: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "HUD geometry only: one line of JSON a frame.",
    discussion: """
      EXAMPLES
        dualcam analyze file:clip.avi > clip.jsonl
        dualcam analyze 'synth:coast?roll=5&sway=3' --frames 90 --truth
        dualcam analyze holiday.jpg --template portrait --overlay out/seen
        dualcam analyze /dev/video0 --frames 300
      """)

  @Argument(help: ArgumentHelp("A file, folder, glob, scene or camera.", valueName: "src"))
  var source: String

  @Option(help: "Guide lines: decides which power points count.")
  var grid: Grid = .thirds

  @Option(help: ArgumentHelp("Silhouette to compare the subject with.", valueName: "name|file.svg"))
  var template = "none"

  @Option(help: ArgumentHelp("End after so many frames.", valueName: "n"))
  var frames: Int?

  @Flag(help: "Add what is really in the picture: scenes know it.")
  var truth = false

  @Flag(help: "Lines of JSON, which is what it always prints; for the sake of scripts.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write each frame with its ink, and the small picture that was read.", valueName: "dir"))
  var overlay: String?

  @Option(help: ArgumentHelp("Measure focus in a part of the picture, in fractions.", valueName: "x,y,w,h"))
  var focusBox: BoxArgument?

  @Option(help: ArgumentHelp("Measure exposure in a part of the picture.", valueName: "x,y,w,h"))
  var exposureBox: BoxArgument?

  @Flag(help: "Take the first view as level and follow small rolls from there.")
  var levelReference = false

  @Flag(help: "Take the first frame as the scene without its subject.")
  var plate = false

  @OptionGroup(title: "Settings") var configuration: ConfigurationOptions

  func validate() throws {
    if let frames, frames < 1 { throw ValidationError("--frames is \(frames); it must be at least 1") }
  }

  func run() throws {
    var settings = AnalyzeJob.Settings(
      source: JobSettings.Source(specification: try SourceOptions.specification(source)))
    let specification = settings.source.specification
    if case .device = specification {
    } else if specification.isEndless, frames == nil {
      throw ValidationError("\(specification) never ends; give --frames, or frames=N in a scene")
    }
    settings.stage.grid = grid
    settings.stage.template = try LookOptions.template(template)
    settings.stage.focusBox = focusBox?.rect
    settings.stage.exposureBox = exposureBox?.rect
    settings.stage.levelReference = levelReference
    settings.stage.plate = plate
    settings.includesTruth = truth
    settings.overlayFolder = overlay
    settings.frames = frames
    settings.sandbox = .wanted
    settings.warn = Console.warn
    let stop = StopFlag()
    Interrupts.stopping(stop)
    var done = 0
    try AnalyzeJob(settings).run(stop: stop) { line throws(PipelineError) in
      done += 1
      if !Console.write(line, to: 1) {
        throw PipelineError.io(path: "standard output", reason: "its reader has gone")
      }
      if !Console.isOutputTerminal, done % 10 == 0 { Console.status("\(done) frames") }
      return true
    }
    Console.endStatus()
    if done == 0, !stop.isStopped { throw PipelineError.noFrames(reason: "\(specification) has no frames") }
  }
}
