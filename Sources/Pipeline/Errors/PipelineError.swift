import CaptureKit
import Compositor
import GlassChrome
import HostResources
import JPEGCodec
import PixelTypes

/// Why a job can't start or continue. Each case names its subject; the executable adds only the exit code.
package enum PipelineError: ExplainedError, Sendable {
  /// The settings contradict each other or can't be met.
  case usage(reason: String)
  /// A source can't be used.
  case capture(CaptureError)
  /// No picture can be made.
  case picture(CompositorError)
  /// A file or folder couldn't be created, read or written.
  case file(FileError)
  /// A file of events isn't valid.
  case badScript(path: String, reason: String)
  /// No source delivered a first frame, or a required one didn't.
  case noFrames(reason: String)
  /// A camera went away, and the job was set to end then. What was recorded is intact.
  case cameraLost(reason: String)
  /// None of a source's frames were usable, or most were incomplete. The job ran to its end all the same.
  case spoiled(source: String, reason: String, advice: String, isCamera: Bool)
  /// Another program isn't installed, or can't do what is needed of it.
  case noProgram(reason: String)
  /// The machine allows no more threads, or has no memory for pictures.
  case shortage(ResourceShortage)
  /// The process can't be confined; see ``Sandbox``.
  case sandbox(reason: String)

  /// The process's exit code, after sysexits(3).
  package var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .capture(let error): error.exitCode
    case .picture(let error): error.exitCode
    case .badScript: 65
    case .spoiled(_, _, _, let isCamera): isCamera ? 74 : 65
    case .file(let error): error.exitCode
    case .shortage: ResourceShortage.exitCode
    case .noFrames, .cameraLost, .noProgram: 69
    case .sandbox: 78
    }
  }
}

extension PipelineError {
  /// What is wrong, for people; plain text of bounded length.
  package var description: String {
    switch self {
    case .usage(let reason), .noFrames(let reason), .sandbox(let reason),
      .cameraLost(let reason), .noProgram(let reason):
      Self.shown(reason)
    case .capture(let error): "\(error)"
    case .picture(let error): "\(error)"
    case .shortage(let shortage): "\(shortage)"
    case .file(let error): "\(error)"
    case .badScript(let path, let reason), .spoiled(let path, let reason, _, _):
      "\(Self.shown(path: path)): \(Self.shown(reason))"
    }
  }

  private static func shown(path: String) -> String { PlainText.value(path) }
  private static func shown(_ reason: String) -> String {
    PlainText.of(reason, atMost: PlainText.longestReason)
  }
}

extension PipelineError {
  /// Wraps an error of any lower module; `nil` for others, such as the parser's.
  package init?(_ error: any Error) {
    switch error {
    case let error as PipelineError: self = error
    case let error as FileError: self = .file(error)
    case let error as CaptureError: self = .capture(error)
    case let error as CompositorError: self = .picture(error)
    case let error as JPEGError: self = .picture(.codec(error))
    case let error as GlassError: self = .picture(.chrome(error))
    case let error as ResourceShortage: self = .shortage(error)
    default: return nil
    }
  }

  /// Runs `body` and converts its errors to this module's.
  static func wrapping<Result>(_ body: () throws -> Result) throws(PipelineError) -> Result {
    do { return try body() } catch { throw PipelineError(error) ?? .usage(reason: "\(error)") }
  }
}

extension PipelineError {
  /// What the user can do about it, as a clause.
  package var remedy: String {
    switch self {
    case .usage: "correct the option named; --help shows what it takes"
    case .capture(let error): error.remedy
    case .picture(let error): error.remedy
    case .file(let error): error.remedy
    case .spoiled(_, _, let advice, _): advice
    case .badScript: "correct the event named; docs/control.md describes events"
    case .noFrames:
      "check a camera's cable and power, and whether another program uses it; --timeout waits longer"
    case .cameraLost: "plug it in and start again, or let --on-camera-lost continue wait for it"
    case .noProgram: "install ffmpeg with libx264: sudo apt install ffmpeg"
    case .shortage(let error): error.remedy
    case .sandbox: "leave out --strict to run without the sandbox"
    }
  }
}
