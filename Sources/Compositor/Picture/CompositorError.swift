import GlassChrome
import JPEGCodec
import PixelTypes

/// Why there can be no picture of these cameras, sizes and settings.
public enum CompositorError: ExplainedError {
  /// The canvas has no room for the viewfinders, or a setting doesn't go with the cameras' frames.
  case layout(reason: String)
  /// Options contradict each other, or the cameras.
  case usage(reason: String)
  case codec(JPEGError)
  case chrome(GlassError)

  public var exitCode: Int32 {
    switch self {
    case .layout, .usage: 64
    case .codec(let error): error.exitCode
    case .chrome(let error): error.exitCode
    }
  }

  public var remedy: String {
    switch self {
    case .usage: "correct the option named; --help shows what it takes"
    case .layout: "choose another --layout or --canvas, or cameras of other sizes"
    case .codec(let error): error.remedy
    case .chrome(let error): error.remedy
    }
  }

  public var description: String {
    switch self {
    case .layout(let reason), .usage(let reason): PlainText.of(reason, atMost: PlainText.longestReason)
    case .codec(let error): "\(error)"
    case .chrome(let error): "\(error)"
    }
  }
}
