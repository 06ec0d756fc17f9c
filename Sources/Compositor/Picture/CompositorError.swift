import GlassChrome
import JPEGCodec
import PixelTypes

/// Why these cameras, sizes and settings can't produce a picture.
package enum CompositorError: ExplainedError {
  /// The canvas has no room for the viewfinders, or a setting doesn't suit the cameras' frames.
  case layout(reason: String)
  /// Options contradict each other, or the cameras.
  case usage(reason: String)
  /// Decoding or encoding a JPEG failed.
  case codec(JPEGError)
  /// Drawing the chrome failed.
  case chrome(GlassError)

  /// The process's exit code, after sysexits(3).
  package var exitCode: Int32 {
    switch self {
    case .layout, .usage: 64
    case .codec(let error): error.exitCode
    case .chrome(let error): error.exitCode
    }
  }

  /// What the user can do about it, as a clause.
  package var remedy: String {
    switch self {
    case .usage: "correct the option named; --help shows what it takes"
    case .layout: "choose another --layout or --canvas, or cameras of other sizes"
    case .codec(let error): error.remedy
    case .chrome(let error): error.remedy
    }
  }

  /// What is wrong, in words.
  package var description: String {
    switch self {
    case .layout(let reason), .usage(let reason): PlainText.of(reason, atMost: PlainText.longestReason)
    case .codec(let error): "\(error)"
    case .chrome(let error): "\(error)"
    }
  }
}
