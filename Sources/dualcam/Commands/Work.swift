import ArgumentParser
import Batch
import Foundation
import HostResources
import Pipeline
import PixelTypes

struct Work: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Do shards of a plan; any number of machines may, at any time.",
    discussion: """
      Machines share a folder and nothing else. A worker can be killed at any moment: what has its place in the result is
      whole, and another takes the rest over.

      EXAMPLES
        dualcam work again.plan --next              # free shards, until none is left
        dualcam work again.plan --shard 3/8         # the third of eight equal parts
        dualcam work again.plan --status            # how far it is
        dualcam work again.plan --status --report page.html

      EXIT CODES
        0 done; 74 input or output failed, 75 others still at it or stopped:
        try again;
        65 an input is damaged or changed, 66 missing, 70 two machines differ,
        78 another build: trying again won't help
      """)

  @Argument(help: ArgumentHelp("The plan.", valueName: "plan"), completion: .file(extensions: ["plan"]))
  var plan: String

  @Option(help: ArgumentHelp("Which of how many equal parts, from 1.", valueName: "i/n"))
  var shard: PartArgument?

  @Flag(help: "Take free shards until none is left; wait for those of others, and take over from the dead.")
  var next = false

  @Flag(help: "Say how far the plan is.")
  var status = false

  @Option(help: ArgumentHelp("With --next: stop after this many shards.", valueName: "n"))
  var atMost: Int?

  @Flag(help: "With --next: also shards that failed for good.")
  var again = false

  @Option(help: ArgumentHelp("When a silent worker counts as dead.", valueName: "time"))
  var staleAfter: DurationArgument?

  @Flag(help: "Accept a plan that another build made.")
  var otherBuild = false

  @Option(
    help: ArgumentHelp("With --status: also write a page with plots.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var report: String?

  @Flag(help: "The outcome as JSON.")
  var json = false

  func validate() throws {
    guard [shard != nil, next, status].count(where: { $0 }) == 1 else {
      throw ValidationError("give one of --shard i/n, --next and --status")
    }
    if let atMost, atMost < 1 { throw ValidationError("--at-most is \(atMost); it must be at least 1") }
    if !next, atMost != nil || again { throw ValidationError("--at-most and --again are for --next") }
    if report != nil, !status { throw ValidationError("--report is for --status") }
    if let staleAfter, staleAfter.duration < .seconds(1) {
      throw ValidationError("--stale-after must be at least 1s: a worker shows itself six times in it")
    }
  }

  private var patience: Double { (staleAfter?.duration ?? .seconds(60)) / .seconds(1) }

  func run() throws {
    let plan = try PlanFile(plan)
    if status { return try show(plan) }
    let stop = StopFlag()
    Interrupts.stopping(stop)
    let worker = try ShardWorker(
      plan, version: Version.text, takesOtherBuilds: otherBuild, patience: patience, stop: stop, events: tell)
    let choice: ShardWorker.Choice =
      shard.map { .part(number: $0.number, of: $0.count) } ?? .free(atMost: atMost, again: again)
    defer { Console.endStatus() }
    let report = try worker.run(choice)
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
    // What may go better decides: a scheduler then tries again.
    if let worst = report.failed.first(where: { $0.exit == 74 || $0.exit == 75 }) ?? report.failed.first {
      throw ExitCode(worst.exit)
    }
    // As merge says it.
    if !report.givenUp.isEmpty { throw ExitCode(EX_DATAERR) }
  }

  private func tell(_ event: ShardWorker.Event) {
    switch event {
    case .begun(let shard, let pieces): Console.status("shard \(shard): 0/\(pieces)")
    case .piece(let done, let total): Console.status("\(done)/\(total.counted("piece"))")
    case .done(let record): Console.status("shard \(record.shard) done in \(Format.duration(record.seconds))")
    case .failed(let record):
      Console.warn("shard \(record.shard): \(record.problem ?? "failed") (exit \(record.exit))")
    case .waiting(let shards): Console.status("waiting for \(shards.counted("shard")) of others")
    }
  }

  private func show(_ plan: PlanFile) throws {
    let status = try BatchStatus(plan, patience: patience)
    if let report {
      try WholeFile.write(Array(StatusPage(status, version: Version.text).html.utf8), to: report)
    }
    if json { return try Console.result(Console.json(status, pretty: true)) }
    var lines = [status.headline]
    for worker in status.workers where worker.age >= 0 {
      lines.append(
        "  \(worker.name): \(worker.isLost ? "lost" : "at work"), seen \(Format.duration(worker.age)) ago, "
          + "\(worker.done.counted("shard")), \(Format.fixed(worker.framesPerSecond, 1)) fps")
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
struct PartArgument: ExpressibleByArgument {
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
