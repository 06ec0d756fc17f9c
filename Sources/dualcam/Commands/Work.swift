import Batch
import Foundation
import HostResources
import Pipeline
import PixelTypes
import Settings
import Terminal

struct Work: Command {
  static let configuration = CommandDescription(
    "work",
    abstract: "Do the outstanding work of a plan, or part of it, on any machine.",
    discussion: """
      Machines share only a folder; give each its own part. A worker can be killed
      at any time, and any part done again: a file in the result is always whole.

      EXAMPLES
        dualcam work again.plan                     # all that isn't done
        dualcam work again.plan --jobs 4            # four shards at a time
        dualcam work again.plan --shard 3/8         # the third of eight equal parts
        dualcam work again.plan --status            # how far along it is
        dualcam work again.plan --status --report page.html

      EXIT CODES
        0 done; 74 input or output failed, 75 stopped: try again;
        65 an input is damaged or changed, 66 missing, 70 two machines differ,
        78 another build: trying again won't help
      """)

  @Argument("plan", help: Help("The plan.", valueName: "plan"), completion: .file(extensions: ["plan"]))
  var plan: String

  @Option("shard", help: Help("Do only part i of n equal parts.", valueName: "i/n"))
  var shard: PartArgument?

  @Option("jobs", help: Help("Shards to run at a time.", valueName: "n"), bounds: .range(1...256))
  var jobs = 1

  @Flag("again", help: "Retry shards that failed for good.")
  var again = false

  @Flag("status", help: "Report progress instead of working.")
  var status = false

  @Flag("other-build", help: "Accept a plan made by another build.")
  var otherBuild = false

  @Option(
    "report", help: Help("With --status: also write a page with plots.", valueName: "file"),
    rules: [.requires("status")],
    completion: .file(extensions: ["html"]))
  var report: String?

  @Flag("json", help: "The outcome as JSON.")
  var json = false

  func validate() throws {
    if status, shard != nil || again {
      throw ValidationError("--status only reports on the whole plan; leave out --shard and --again")
    }
  }

  func run() throws {
    let plan = try PlanFile(plan)
    if status { return try show(plan) }
    let stop = StopFlag()
    Interrupts.stopping(stop)
    let worker = try ShardWorker(
      plan, version: Version.text, takesOtherBuilds: otherBuild, stop: stop, events: Self.tell)
    defer { Console.endStatus() }
    let report = try worker.run(
      shard.map { ShardWorker.Part($0.number, of: $0.count) } ?? ShardWorker.Part(), jobs: jobs, again: again)
    Console.endStatus()
    if json {
      try Console.result(Console.json(report, pretty: true))
    } else {
      let rate = report.seconds > 0 ? Double(report.frames) / report.seconds : 0
      try Console.result(
        "\(report.done.count.counted("shard")) done, \(report.passed) done before, \(report.failed.count) failed"
          + (report.givenUp.isEmpty ? "" : ", \(report.givenUp.count) failed before (--status says why)")
          + "; "
          + "\(report.frames.counted("frame")) in \(Format.duration(report.seconds)), \(Format.fixed(rate, 1)) fps"
      )
    }
    // A failure that a retry may fix decides the code, so that a scheduler tries again.
    if let worst = report.failed.first(where: { $0.exit == 74 || $0.exit == 75 }) ?? report.failed.first {
      throw ExitCode(worst.exit)
    }
    // As merge reports it.
    if !report.givenUp.isEmpty { throw ExitCode(EX_DATAERR) }
  }

  private static func tell(_ event: ShardWorker.Event) {
    switch event {
    case .begun(let shard, let pieces): Console.status("shard \(shard): 0/\(pieces)")
    case .piece(let done, let total): Console.status("\(done)/\(total.counted("piece"))")
    case .done(let record): Console.status("shard \(record.shard) done in \(Format.duration(record.seconds))")
    case .failed(let record):
      Console.warn("shard \(record.shard): \(record.problem ?? "failed") (exit \(record.exit))")
    }
  }

  private func show(_ plan: PlanFile) throws {
    let status = try BatchStatus(plan)
    if let report {
      try WholeFile.write(Array(StatusPage(status, version: Version.text).html.utf8), to: report)
    }
    if json { return try Console.result(Console.json(status, pretty: true)) }
    var lines = [status.headline]
    for worker in status.workers {
      lines.append(
        "  \(worker.name): \(worker.done.counted("shard")), \(Format.fixed(worker.framesPerSecond, 1)) fps")
    }
    for failure in status.failures.prefix(10) {
      lines.append(
        "  shard \(failure.shard) failed (exit \(failure.exit)\(failure.isWorthAnother ? "" : ", not tried again")): \(failure.problem)"
      )
    }
    if status.failed > 10 { lines.append("  \(status.failed - 10) more failed; --json names them") }
    try Console.result(lines.joined(separator: "\n"))
  }
}

/// `3/8`: the third of eight parts.
struct PartArgument: SettingValue {
  var number: Int
  var count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, count <= 1_000_000_000,
      (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }
}
