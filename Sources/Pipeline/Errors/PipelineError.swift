import CaptureKit
import GlassChrome
import HostResources
import JPEGCodec
import PixelTypes

/// Why a job can't start or go on. Each case names the thing; the executable adds nothing but the exit code.
public enum PipelineError: Error, Sendable {
  /// The settings contradict each other or can't be met.
  case layout(reason: String)
  case usage(reason: String)
  case capture(CaptureError)
  case codec(JPEGError)
  case chrome(GlassError)
  /// The output folder or file can't be made.
  case cannotCreate(path: String, reason: String)
  /// The disk is full, or the user's share of it.
  case noRoom(path: String, reason: String)
  /// The file would be larger than the process or the file system lets it be: room elsewhere doesn't help.
  case fileTooLarge(path: String, reason: String)
  /// Somebody else works in the folder.
  case busy(path: String, reason: String)
  /// Reading or writing failed later on.
  case io(path: String, reason: String)
  /// A recording isn't what its manifest says.
  case badRecording(path: String, reason: String)
  /// A file of events isn't one.
  case badScript(path: String, reason: String)
  /// A file of settings can't be used as it is.
  case badConfiguration(path: String, line: Int?, reason: String)
  /// No source gave a first frame, or one that has to didn't.
  case noFrames(reason: String)
  /// A camera went away, and the job was to end then. What was recorded is whole.
  case cameraLost(reason: String)
  /// The machine gives no further thread, or no memory for pictures.
  case shortage(ResourceShortage)
  /// The process can't be confined, see ``Sandbox``.
  case sandbox(reason: String)

  /// After sysexits(3).
  public var exitCode: Int32 {
    switch self {
    case .layout, .usage: 64
    case .capture(let error): error.exitCode
    case .codec(.unavailable): ResourceShortage.exitCode
    case .codec, .badRecording, .badScript: 65
    case .chrome: 69
    case .cannotCreate, .noRoom, .fileTooLarge: 73
    case .io: 74
    case .busy: 75
    case .shortage: ResourceShortage.exitCode
    case .noFrames, .cameraLost: 69
    case .sandbox, .badConfiguration: 78
    }
  }
}

extension PipelineError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .layout(let reason), .usage(let reason), .noFrames(let reason), .sandbox(let reason),
      .cameraLost(let reason):
      Self.shown(reason)
    case .capture(let error): "\(error)"
    case .codec(let error): "\(error)"
    case .chrome(let error): "\(error)"
    case .shortage(let shortage): "\(shortage)"
    case .cannotCreate(let path, let reason): "can't create \(Self.shown(path: path)): \(Self.shown(reason))"
    case .noRoom(let path, let reason), .fileTooLarge(let path, let reason):
      "can't write \(Self.shown(path: path)): \(Self.shown(reason))"
    case .badConfiguration(let path, let line?, let reason):
      "\(Self.shown(path: path)):\(line): \(Self.shown(reason))"
    case .io(let path, let reason), .busy(let path, let reason), .badConfiguration(let path, nil, let reason),
      .badRecording(let path, let reason), .badScript(let path, let reason):
      "\(Self.shown(path: path)): \(Self.shown(reason))"
    }
  }

  private static func shown(path: String) -> String { PlainText.value(path) }
  private static func shown(_ reason: String) -> String {
    PlainText.of(reason, atMost: PlainText.longestReason)
  }
}
