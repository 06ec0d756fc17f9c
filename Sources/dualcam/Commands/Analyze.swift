import CaptureKit
import Compositor
import HUDGeometry
import HostResources
import Pipeline
import PixelTypes
import Settings
import Terminal

struct Analyze: Command {
  static let configuration = CommandDescription(
    "analyze",
    abstract: "Read the guides only: a table, or a line of JSON per frame.",
    discussion: """
      On a terminal, prints a table: the horizon's angle (positive rises to the right), the margin that holds the true
      angle nine times in ten, and the probability that the angle is within 1° of the truth. To a pipe or file, or with
      --json, prints one JSON line per frame.

      Pictures are stills, each analyzed alone. A folder or glob is a film instead if its pictures all have one
      size and are numbered from 0 or 1 without a gap, or if a rate is given.

      EXAMPLES
        dualcam analyze holiday.jpg
        dualcam analyze holiday/*.jpg --overlay out/seen
        dualcam analyze file:clip.avi > clip.jsonl
        dualcam analyze 'file:frames?fps=25' --template portrait
        dualcam analyze 'synth:coast?roll=5&sway=3' --frames 90 --truth
        dualcam analyze /dev/video0 --frames 300
      """)

  @Argument(
    "src", help: Help("Files, a folder, a glob, a scene or a camera.", valueName: "src"),
    completion: .sources)
  var source: [String]

  @OptionGroup var guides: GuideOptions

  @Option("frames", help: Help("Stop after this many frames.", valueName: "n"), bounds: .atLeast(1))
  var frames: Int?

  @Option(
    "skip",
    help: Help(
      "Read this many frames first without output, so that the guides know the scene.", valueName: "n"),
    bounds: .atLeast(0))
  var skip = 0

  @Flag("stills", help: "Treat each frame as a scene of its own, even if the frames look like a film.")
  var stills = false

  @Flag("truth", help: "Add the ground truth; only scenes have it.")
  var truth = false

  @Flag("json", help: "JSON lines, even on a terminal.")
  var json = false

  @Option(
    "overlay",
    help: Help(
      "Write each frame with its ink, and the small picture that was analyzed.", valueName: "dir"),
    completion: .directory)
  var overlay: String?

  @OptionGroup(title: "Settings") var configuration: ConfigurationOptions

  func validate() throws {
    try SourceOptions.check(stills: stills, hasScene: guides.needsScene)
  }

  func run() throws {
    if let note = ConfigurationOptions.note.withLock({ $0 }) { Console.note(note) }
    let (specifications, isFilm) = try sources()
    var settings = JobSettings(
      pace: .exact, sources: specifications.map { JobSettings.Source(specification: $0) })
    for specification in specifications { try SourceOptions.check(specification, frames: frames) }
    try guides.apply(to: &settings.stage)
    if stills || !isFilm { settings.stage.takePhotos() }
    settings.folder = overlay
    settings.frames = frames.map { $0 + skip }
    settings.skip = skip
    settings.sandbox = .wanted
    let stop = StopFlag()
    Interrupts.stopping(stop)
    var table =
      isTable
      ? AnalysisTable(names: isFilm ? [] : names(specifications), hasTemplate: guides.template != "none")
      : nil
    var done = 0
    defer { Console.endStatus() }
    let job = AnalyzeJob(settings, includesTruth: truth, warn: Console.warn)
    let count = try job.run(stop: stop) { finding throws(PipelineError) in
      do throws(FileError) {
        if done == 0, let table { try Console.result(table.header) }
        done += 1
        if table != nil {
          if let row = table?.row(finding) { try Console.result(row) }
          return true
        }
        let isRead = try Console.result(finding.json)
        if !Console.isOutputTerminal, done % 10 == 0 { Console.status(done.counted("frame")) }
        return isRead
      } catch { throw .file(error) }
    }
    JobStop.endUnlessWhole(stop)
    if count == 0, !stop.isStopped {
      throw PipelineError.noFrames(reason: "\(specifications[0]) has no frames")
    }
  }

  private var isTable: Bool { Console.isOutputTerminal && !json }

  /// The sources to read in turn: any number of stills, or one source of another kind.
  private func sources() throws -> (specifications: [SourceSpecification], isFilm: Bool) {
    var all: [SourceSpecification] = []
    for text in source {
      let specification = try SourceOptions.specification(text)
      if let pictures = try specification.separatePhotos(evenOfFilm: stills) {
        all += pictures
      } else if source.count == 1 {
        return ([specification], true)
      } else {
        throw ValidationError(
          "\(specification) isn't a picture, and only pictures can be combined; give it alone")
      }
    }
    return (all, false)
  }

  private func names(_ specifications: [SourceSpecification]) -> [String] {
    specifications.map { if case .files(let file) = $0 { file.path } else { "\($0)" } }
  }
}
