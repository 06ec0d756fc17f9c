import CaptureKit
import GlassChrome
import JPEGCodec

extension PipelineError {
  /// What the user can do about it, as a clause.
  public var remedy: String {
    switch self {
    case .usage: "correct the option that is named; --help tells what it takes"
    case .capture(let error): error.remedy
    case .picture(let error): error.remedy
    case .file(let error): error.remedy
    case .badScript: "correct the line that is named: docs/control.md has the form of events"
    case .noFrames:
      "check that the camera sends: cable, power, another program that has it; --timeout waits longer"
    case .cameraLost: "plug it in again and start anew, or let --on-camera-lost continue wait for it"
    case .shortage(let error): error.remedy
    case .sandbox: "leave out --strict to go on without the filter"
    }
  }
}
