/// What can go wrong with a drawing given as text.
public enum GeometryError: Error, Equatable, Sendable {
  /// A path that doesn't begin with a move, or a byte that isn't the expected command or number.
  case unexpectedByte(UInt8, offset: Int)
  /// The text ends in the middle of a command.
  case unexpectedEnd(offset: Int)
  /// A number beyond ±1,000,000; `offset` is its first byte.
  case invalidNumber(offset: Int)
  /// A document without a `<path d="…">`, or with a path that covers no area.
  case noPath
  /// More elements or more deeply nested groups than an outline has, or excessive side lengths.
  case tooLarge(reason: String)
}

extension GeometryError: CustomStringConvertible {
  /// What is wrong, and at which byte if known.
  public var description: String {
    switch self {
    case .unexpectedByte(let byte, let offset):
      "unexpected character '\(Unicode.Scalar(byte))' at byte \(offset) of the path"
    case .unexpectedEnd(let offset): "the path ends early, at byte \(offset)"
    case .invalidNumber(let offset): "a number beyond ±1,000,000 at byte \(offset) of the path"
    case .noPath: "no path that covers an area"
    case .tooLarge(let reason): reason
    }
  }
}
