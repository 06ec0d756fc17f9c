import Batch

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
