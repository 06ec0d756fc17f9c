import Foundation
import HostResources
import PixelTypes

/// A script that makes a scheduler run a plan.
package enum Recipe: String, CaseIterable, Sendable {
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
  ///   - tasks: how many equal parts the plan is split into.
  package func text(for plan: PlanFile, tasks: Int) -> String {
    let seconds = plan.footer.seconds / Double(max(1, tasks))
    let path = InputFinder.absolute(plan.path)
    let name = (path as NSString).lastPathComponent.dropLast(".plan".count).lowercased()
    let values = [
      // If the template began like a script, it would have to be one.
      "SHELL": "#!/bin/bash", "PLAN": quoted(path),
      "FOLDER": quoted((path as NSString).deletingLastPathComponent),
      "TASKS": "\(tasks)",
      "PROGRAM": self == .kubernetes ? "dualcam" : quoted(Self.program),
      // A name that all schedulers accept (RFC 1123).
      "NAME": Self.label(name),
      // Machines differ: three times the estimate.
      "MINUTES": "\(Int((seconds * 3 / 60).rounded(.up)) + 10)",
    ]
    // A value may itself look like a placeholder, so substitute in a single pass from front to back.
    var rest = Substring(template)
    var text = ""
    while let mark = rest.range(of: "{{"), let end = rest[mark.upperBound...].range(of: "}}") {
      text += rest[..<mark.lowerBound] + (values[String(rest[mark.upperBound..<end.lowerBound])] ?? "")
      rest = rest[end.upperBound...]
    }
    return text + rest
  }

  /// Reduces a name to letters and digits, with hyphens between them.
  private static func label(_ name: String) -> String {
    let words = name.prefix(50).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return (["dualcam"] + words).joined(separator: "-")
  }

  private var template: String {
    switch self {
    case .slurm: DataFile.text("Batch/Recipes/slurm.sh")
    case .parallel: DataFile.text("Batch/Recipes/parallel.sh")
    case .kubernetes: DataFile.text("Batch/Recipes/kubernetes.yaml")
    }
  }

  /// Quoted so that the shell, or YAML, reads it back unchanged.
  private func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      "/._-+@%:,".utf8.contains(byte) || (48...57).contains(byte) || (65...90).contains(byte)
        || (97...122).contains(byte)
    }
    if isPlain { return text }
    return self == .kubernetes
      ? "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        + "\""
      : ShellWords.quoted(text)
  }

  /// How to call this program elsewhere: by its bare name, if it is installed among programs.
  private static var program: String {
    let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    return ["/usr/bin/dualcam", "/usr/local/bin/dualcam"].contains(path) ? "dualcam" : path
  }
}
