import Batch
import Pipeline
import PixelTypes
import Settings
import Terminal

struct Plan: Command {
  static let configuration = CommandDescription(
    "plan",
    abstract: "Cut an archive into shards that any machine can annotate or analyze.",
    discussion: """
      Searches files and folders for films, folders of JPEGs or PNGs, and
      recordings that kept their cameras' frames, and writes one file that lists
      all the work. Options for annotate (or analyze) go after --.

      EXAMPLES
        dualcam plan archive -o again.plan -- --grid phi --template portrait
        dualcam plan archive -o parts.plan --cut 10m
        dualcam plan archive -o horizon.plan --analyze
        dualcam plan again.plan --slurm > job.sbatch
        dualcam work again.plan
        dualcam merge again.plan
      """)

  @Argument(
    "input", help: Help("Films, folders and recordings; or one plan, for its script.", valueName: "input"),
    completion: .file())
  var inputs: [String]

  @Option(
    "output", short: "o", help: Help("The new plan; its name ends in .plan.", valueName: "file"),
    completion: .file(extensions: ["plan"]))
  var output: String?

  @Option(
    "into", help: Help("Folder of the result (default: the plan's name).", valueName: "dir"),
    completion: .directory)
  var into: String?

  @Flag("analyze", help: "Analyze instead of annotating: readings as lines of JSON.")
  var analyze = false

  @Option(
    "cut",
    help: Help(
      "Cut inputs into parts of this length; guides start afresh in each.", valueName: "time"))
  var cut: DurationArgument?

  @Option(
    "warm-up", help: Help("Let guides watch the scene for this long before each part.", valueName: "time"),
    rules: [.requires("cut")])
  var warmUp: DurationArgument?

  @Option("shard-time", help: Help("Least work in a shard.", valueName: "time"))
  var shardTime: DurationArgument?

  @Flag("pictures", help: "For recordings without kept frames, use the finished pictures, ink and all.")
  var pictures = false

  @Flag()
  var recipe: Recipe?

  @Option(
    "tasks", help: Help("Tasks in the script (default: one per shard, at most 1000).", valueName: "n"),
    bounds: .atLeast(1))
  var tasks: Int?

  @Flag("json", help: "The summary as JSON.")
  var json = false

  // The arguments after --, by name: the parser's own way of taking them doesn't work with any number of inputs.
  @Option("settings", help: .hidden)
  var settings: [String] = []

  /// The command line with each argument after -- turned into a value of ``settings``, if it is this command's.
  static func naming(optionsOfJobIn arguments: [String]) -> [String] {
    guard arguments.first == commandName, let end = arguments.firstIndex(of: "--") else { return arguments }
    return arguments[..<end] + arguments[(end + 1)...].map { "--settings=\($0)" }
  }

  func validate() throws {
    if recipe == nil, tasks != nil {
      throw ValidationError("--tasks requires --slurm, --parallel or --kubernetes")
    }
    if output == nil {
      guard recipe != nil, inputs.count == 1, inputs[0].hasSuffix(".plan") else {
        throw ValidationError("--output is missing; name the new plan: -o again.plan")
      }
    }
    if let shardTime, shardTime.duration < .milliseconds(1) {
      throw ValidationError("--shard-time is 0; it must be more than 0")
    }
    if let cut, cut.duration < .seconds(1) { throw ValidationError("--cut must be at least 1s") }
  }

  func run() throws {
    guard let output else { return try printRecipe(try PlanFile(inputs[0])) }
    try checkSettings()
    var plan = Planner.Settings()
    (plan.inputs, plan.plan, plan.result) = (inputs, output, into)
    (plan.job, plan.options) = (analyze ? .analyze : .annotate, settings)
    plan.cut = cut.map {
      PlanHeader.Cut(
        seconds: $0.duration / .seconds(1), warmUp: (warmUp?.duration ?? .seconds(5)) / .seconds(1))
    }
    if let shardTime { plan.shardSeconds = shardTime.duration / .seconds(1) }
    plan.takesPictures = pictures
    plan.version = Version.text
    let bar = ProgressLine("reading")
    let report = try Planner(plan) { done, total in bar.update(done, of: total) }.run()
    Console.endStatus()
    for input in report.leftOut.prefix(20) {
      Console.warn("left out \(PlainText.value(input.leftOut)): \(input.why)")
    }
    if report.leftOut.count > 20 {
      Console.warn(
        "\((report.leftOut.count - 20).counted("more input was", "more inputs were")) left out; the plan names them"
      )
    }
    if recipe != nil { return try printRecipe(try PlanFile(output)) }
    if json { return try Console.result(Console.json(report, pretty: true)) }
    try Console.result(
      """
      \(output): \(report.inputs.counted("input")), \(report.pieces.counted("piece")), \(report.shards.counted("shard"))
        \(report.frames.counted("frame")), \(Format.bytes(report.bytes)), \(Format.duration(report.seconds)) of work at \(Format.fixed(report.framesPerSecond, 1)) fps
        the result will be in \(report.result)
      """)
  }

  /// Has the job's own parser check its options now rather than on a hundred machines.
  private func checkSettings() throws {
    do {
      if analyze {
        _ = try Analyze.parse(settings + ["--", "file:x"])
      } else {
        _ = try Annotate.parse(settings + ["--primary", "file:x", "-o", "x"])
      }
    } catch ParseError.twice(let setting) where ["primary", "output"].contains(setting.name) {
      // The planner says why the plan gives these itself.
    } catch {
      let job = analyze ? Analyze.commandName : Annotate.commandName
      throw ValidationError(
        error is Wish ? "what follows -- are settings of \(job)" : "\(job): \(Dualcam.message(for: error))")
    }
  }

  private func printRecipe(_ plan: PlanFile) throws {
    guard let recipe else { return }
    let text = recipe.text(for: plan, tasks: min(tasks ?? 1000, max(1, plan.footer.shards)))
    _ = try Console.result(Array(text.utf8))
  }
}

extension Recipe: FlagValue {
  package var help: String {
    switch self {
    case .slurm: "Print a job array for sbatch."
    case .parallel: "Print a script for GNU parallel over SSH."
    case .kubernetes: "Print a Job with an index for each task."
    }
  }
}
