import CaptureKit
import GlassChrome
import JPEGCodec

extension PipelineError {
  /// What the user can do about it, as a clause.
  public var remedy: String {
    switch self {
    case .usage: "correct the option named; --help shows what it takes"
    case .capture(let error): error.remedy
    case .picture(let error): error.remedy
    case .file(let error): error.remedy
    case .badScript: "correct the event named; docs/control.md describes events"
    case .noFrames:
      "check the camera's cable and power, and whether another program uses it; --timeout waits longer"
    case .cameraLost: "plug it in and start again, or let --on-camera-lost continue wait for it"
    case .shortage(let error): error.remedy
    case .sandbox: "leave out --strict to run without the sandbox"
    }
  }
}
