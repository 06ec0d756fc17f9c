import Foundation

@testable import Batch

/// Takes an input for a plan: opens it, reads its first shards, and makes every scheduler's script of it. Nothing of a shard leads out of the
/// result's folder.
func open(plan input: Span<UInt8>) {
  let path = Scratch.write(array(input)[...], to: "x.plan")
  guard let plan = try? PlanFile(path) else { return }
  for number in 0..<min(8, plan.footer.shards) {
    guard let shard = try? plan.shard(number) else { continue }
    precondition(shard.shard == number, "another shard's line")
    for piece in shard.pieces {
      let parts = piece.output.split(separator: "/", omittingEmptySubsequences: false)
      precondition(!parts.contains("..") && !parts.contains("") && parts[0] != ".work", "an output outside")
    }
  }
  for recipe in Recipe.allCases { precondition(!recipe.text(for: plan, tasks: 3).contains("{{")) }
}

/// Takes an input for a plan and what workers said of its first shard: how far it is, in words and as a page, and what is wrong with it.
func open(board input: Span<UInt8>) {
  let work = "plan/.work/000"
  try? FileManager.default.createDirectory(
    atPath: "\(Scratch.folder)/\(work)", withIntermediateDirectories: true)
  let names = ["x.plan"] + ["done", "failed", "sums"].map { "\(work)/000000.\($0)" }
  for (name, bytes) in Scratch.parts(of: input, names) {
    Scratch.discard(name)
    if let bytes, !bytes.isEmpty { _ = Scratch.write(bytes, to: name) }
  }
  guard let plan = try? PlanFile("\(Scratch.folder)/x.plan"), plan.footer.shards <= 64,
    plan.result == "\(Scratch.folder)/plan"
  else { return }
  if let status = try? BatchStatus(plan) {
    precondition(status.headline.utf8.count < 1000, "a headline without end")
    precondition(!StatusPage(status, version: "0").html.isEmpty)
    precondition((try? JSONEncoder().encode(status)) != nil, "a number that JSON hasn't")
  }
  if let report = try? Merger(plan).run() {
    precondition((try? JSONEncoder().encode(report)) != nil, "a number that JSON hasn't")
  }
}
