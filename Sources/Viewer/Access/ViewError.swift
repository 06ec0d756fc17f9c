import HostResources
import PixelTypes

/// Why the pages can't be served.
package enum ViewError: ExplainedError, Equatable {
  /// An address to listen at that is invalid or unavailable.
  case address(String, reason: String)
  /// A token's file.
  case token(path: String, reason: String)
  /// Unauthorized clients could get in.
  case unprotected(String)
  /// The folder of recordings.
  case recordings(path: String, reason: String)

  /// The exit code, as in sysexits.h.
  package var exitCode: Int32 {
    switch self {
    case .address(_, let reason): reason == Self.malformed ? 64 : 73
    case .token: 78
    case .unprotected: 64
    case .recordings: 74
    }
  }

  static let malformed = "it isn't an address and port, such as 127.0.0.1:8080"

  /// What to do about it.
  package var remedy: String {
    switch self {
    case .address: "choose another address or port: --listen 127.0.0.1:8081"
    case .token: "--token-file takes a file of mode 0600 with one line"
    case .unprotected:
      "make a token, or listen on 127.0.0.1 and let a proxy such as nginx authenticate visitors"
    case .recordings: "name a recording, or a folder of recordings"
    }
  }

  /// What is wrong, as a sentence.
  package var description: String {
    switch self {
    case .address(let address, let reason): "can't listen at \(address): \(reason)"
    case .token(let path, let reason): "token file \(path): \(reason)"
    case .unprotected(let address):
      "\(address) can be reached from other machines, and nothing protects it; add --token-file FILE"
    case .recordings(let path, let reason): "\(path): \(reason)"
    }
  }
}
