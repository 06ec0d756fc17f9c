import Foundation

/// A script that has a scheduler do a plan.
public enum Recipe: String, CaseIterable, Sendable {
  /// A job array for `sbatch`.
  case slurm
  /// GNU parallel over SSH.
  case parallel
  /// An Indexed Job.
  case kubernetes

  /// The script.
  ///
  /// - Parameters:
  ///   - plan: what is to be done.
  ///   - tasks: into how many equal parts the plan goes.
  public func text(for plan: PlanFile, tasks: Int) -> String {
    let seconds = plan.footer.seconds / Double(max(1, tasks))
    let name = String(plan.path.split(separator: "/").last?.dropLast(".plan".count) ?? "plan")
    // Three times the estimate: machines differ.
    let minutes = Int((seconds * 3 / 60).rounded(.up)) + 10
    let values = [
      "PLAN": URL(filePath: plan.path).standardizedFileURL.path, "TASKS": "\(tasks)", "PROGRAM": "dualcam",
      "NAME": String(name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }),
      "MINUTES": "\(minutes)",
    ]
    return values.reduce(Self.templates[self] ?? "") {
      $0.replacingOccurrences(of: "{{\($1.key)}}", with: $1.value)
    }
  }

  private static let templates: [Recipe: String] = [:]
}
