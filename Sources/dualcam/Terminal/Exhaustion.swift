import CAllocationCounter
import HostResources
import Pipeline

/// The end of a process whose memory ran out.
///
/// Where malloc gives nothing, Swift ends the process by a signal, which no code in Swift can catch. What was recorded is whole
/// then, as after a kill.
enum Exhaustion {
  /// Has such an end say so, in the format of this process, with exit code 71. The text is made beforehand: then there is no
  /// memory for it.
  static func endClearly() {
    let shortage = ResourceShortage(what: "memory ran out", limit: .ofMemory)
    let error = PipelineError.shortage(shortage)
    let text =
      switch Console.format.withLock({ $0 }) {
      case .text: "dualcam: \(error)"
      case .json:
        Console.json(["level": "error", "message": "\(error)", "remedy": error.remedy])
      }
    unsafe callocation_end_when_exhausted(text + "\n", error.exitCode)
  }
}
