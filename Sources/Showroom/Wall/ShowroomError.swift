import GlassChrome
import JPEGCodec
import PixelTypes

/// Why a component can't be shown or measured.
public enum ShowroomError: ExplainedError {
  /// What was asked for isn't there, or can't be drawn.
  case usage(reason: String)
  case chrome(GlassError)
  /// A photograph can't be decoded, which is a broken build.
  case codec(JPEGError)

  public var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .chrome(let error): error.exitCode
    case .codec(let error): error.exitCode
    }
  }

  public var remedy: String {
    switch self {
    case .usage: "correct the option named; --help shows what it takes"
    case .chrome(let error): error.remedy
    case .codec(let error): error.remedy
    }
  }

  public var description: String {
    switch self {
    case .usage(let reason): PlainText.of(reason, atMost: PlainText.longestReason)
    case .chrome(let error): "\(error)"
    case .codec(let error): "\(error)"
    }
  }
}
