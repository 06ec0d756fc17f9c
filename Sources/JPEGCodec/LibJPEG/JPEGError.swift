import PixelTypes

/// Why a JPEG couldn't be read or written.
public enum JPEGError: Error, Sendable, Equatable {
  /// Not a JPEG, or broken before its first row: libjpeg's message.
  case malformed(reason: String)
  /// An invalid marker segment: the marker's second byte, its offset in the data, and what is wrong.
  case segment(marker: UInt8, offset: Int, reason: String)
  /// A kind of JPEG that no camera sends (progressive, arithmetic, 12 bit …).
  case unsupported(reason: String)
  /// The planes' size or subsampling differs from the picture's.
  case mismatch(picture: String, planes: String)
  /// The output buffer is smaller than the result.
  case noRoom(capacity: Int)
  /// libjpeg could not be set up: no memory, or a different version than at build time.
  case unavailable
}

extension JPEGError: ExplainedError {
  /// The exit code, as in sysexits(3): 71 if libjpeg is unavailable, otherwise 65.
  public var exitCode: Int32 { self == .unavailable ? 71 : 65 }

  /// What to do, as the beginning of a sentence.
  public var remedy: String {
    "check the frame with another program; --damaged says what live jobs do with such frames"
  }

  /// What is wrong with the JPEG, as a clause.
  public var description: String {
    switch self {
    case .malformed(let reason): "the JPEG is damaged: \(reason)"
    case .segment(let marker, let offset, let reason):
      "the JPEG's segment FF\(String(marker, radix: 16, uppercase: true)) at byte \(offset): \(reason)"
    case .unsupported(let reason): "the JPEG is unsupported: \(reason)"
    case .mismatch(let picture, let planes): "the JPEG is \(picture), but \(planes) is needed"
    case .noRoom(let capacity): "the JPEG needs more than the \(capacity) bytes reserved for it"
    case .unavailable: "libjpeg can't be set up: there is no memory for it, or it is the wrong version"
    }
  }
}
