import CAllocationCounter
import Glibc
import HostResources
import Pipeline
import Terminal

/// Handles a process running out of memory.
///
/// If malloc fails, Swift ends the process with a signal that no Swift code can catch. The
/// recording stays intact, as after a kill.
enum Exhaustion {
  /// Makes that end report itself in this process's format, with exit code 71. The text is made in
  /// advance, as there is no memory for it at the end.
  static func endClearly() {
    let shortage = ResourceShortage(what: "memory ran out", limit: .ofMemory)
    let error = PipelineError.shortage(shortage)
    let text =
      switch Console.format.withLock({ $0 }) {
      case .text: "\(Console.program): \(error)"
      case .json:
        Console.json(["level": "error", "message": "\(error)", "remedy": error.remedy])
      }
    unsafe callocation_end_when_exhausted(text + "\n", error.exitCode)
    // Laying out the screen takes a third of this.
    guard callocation_grow_stack(1 << 20) != 0 else {
      Console.error("\(error)", remedy: error.remedy)
      exit(error.exitCode)
    }
  }
}
