import GlassChrome
import JPEGCodec
import PixelTypes

/// Why a component can't be shown or measured.
package enum ShowroomError: ExplainedError {
  /// The request names something that doesn't exist or can't be drawn.
  case usage(reason: String)
  /// The glass can't be set up.
  case chrome(GlassError)
  /// A built-in photograph can't be decoded: the build is broken.
  case codec(JPEGError)

  /// From what glass, layouts and photographs throw.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as ShowroomError: error
      case let error as GlassError: .chrome(error)
      case let error as JPEGError: .codec(error)
      default: .usage(reason: "\(error)")
      }
  }

  /// `EX_USAGE` (64) of sysexits(3) for ``usage(reason:)``; otherwise the cause's.
  package var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .chrome(let error): error.exitCode
    case .codec(let error): error.exitCode
    }
  }

  /// What to do about it, in lower case; otherwise the cause's.
  package var remedy: String {
    switch self {
    case .usage: "correct the option named; --help shows what it takes"
    case .chrome(let error): error.remedy
    case .codec(let error): error.remedy
    }
  }

  /// For people: what is wrong, with control characters replaced and a long reason cut.
  package var description: String {
    switch self {
    case .usage(let reason): PlainText.of(reason, atMost: PlainText.longestReason)
    case .chrome(let error): "\(error)"
    case .codec(let error): "\(error)"
    }
  }
}
