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
        dualcam analyze holiday.jpg --template portrait
      """)

  @Argument(help: ArgumentHelp("A file, folder, glob or scene.", valueName: "src"))
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

  func run() throws {
    let specification = try SourceOptions.specification(source)
    if let frames, frames < 1 { throw ValidationError("--frames is \(frames); it must be at least 1") }
    if specification.isEndless, frames == nil {
      throw ValidationError("\(specification) never ends; give --frames, or frames=N in the source")
    }
    var stage = StageSettings()
    stage.grid = grid
    stage.template = try LookOptions.template(template)
    let stop = StopFlag()
    Interrupts.stopping(stop)
    var done = 0
    let job = AnalyzeJob(specification, stage: stage, includesTruth: truth)
    try job.run(frames: frames, stop: stop) { line in
      done += 1
      if !Console.write(line.json, to: 1) {
        throw PipelineError.io(path: "standard output", reason: "its reader has gone")
      }
      if !Console.isOutputTerminal, done % 10 == 0 { Console.status("\(done) frames") }
      return true
    }
    Console.endStatus()
    if done == 0 { throw PipelineError.noFrames(reason: "\(specification) has no frames") }
  }
}
