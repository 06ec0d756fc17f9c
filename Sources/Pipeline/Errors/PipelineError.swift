import CaptureKit
import Compositor
import GlassChrome
import HostResources
import JPEGCodec
import PixelTypes

/// Why a job can't start or go on. Each case names the thing; the executable adds nothing but the exit code.
public enum PipelineError: ExplainedError, Sendable {
  /// The settings contradict each other or can't be met.
  case usage(reason: String)
  case capture(CaptureError)
  /// There can be no picture.
  case picture(CompositorError)
  /// A file or folder couldn't be made, read or written.
  case file(FileError)
  /// A file of events isn't one.
  case badScript(path: String, reason: String)
  /// No source gave a first frame, or one that has to didn't.
  case noFrames(reason: String)
  /// A camera went away, and the job was to end then. What was recorded is whole.
  case cameraLost(reason: String)
  /// The machine gives no further thread, or no memory for pictures.
  case shortage(ResourceShortage)
  /// The process can't be confined, see ``Sandbox``.
  case sandbox(reason: String)

  public var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .capture(let error): error.exitCode
    case .picture(let error): error.exitCode
    case .badScript: 65
    case .file(let error): error.exitCode
    case .shortage: ResourceShortage.exitCode
    case .noFrames, .cameraLost: 69
    case .sandbox: 78
    }
  }
}

extension PipelineError {
  public var description: String {
    switch self {
    case .usage(let reason), .noFrames(let reason), .sandbox(let reason),
      .cameraLost(let reason):
      Self.shown(reason)
    case .capture(let error): "\(error)"
    case .picture(let error): "\(error)"
    case .shortage(let shortage): "\(shortage)"
    case .file(let error): "\(error)"
    case .badScript(let path, let reason):
      "\(Self.shown(path: path)): \(Self.shown(reason))"
    }
  }

  private static func shown(path: String) -> String { PlainText.value(path) }
  private static func shown(_ reason: String) -> String {
    PlainText.of(reason, atMost: PlainText.longestReason)
  }
}

extension PipelineError {
  /// An error of any of the modules below as one of this one's; `nil` for others, as the parser's.
  public init?(_ error: any Error) {
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

  /// What `body` does, its errors as this module's.
  static func wrapping<Result>(_ body: () throws -> Result) throws(PipelineError) -> Result {
    do { return try body() } catch { throw PipelineError(error) ?? .usage(reason: "\(error)") }
  }
}
