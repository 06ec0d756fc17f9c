import PixelTypes

/// What was requested from a source and what it delivers.
public struct Negotiation: Sendable, Hashable {
  /// The request as it was made.
  public var asked: StreamRequest
  /// The format that the source delivers.
  public var got: StreamFormat
  /// Each difference between asked and got, and each control that didn't take effect, as a sentence for people.
  public var differences: [String]

  /// Makes a negotiation from its parts.
  public init(asked: StreamRequest, got: StreamFormat, differences: [String]) {
    self.asked = asked
    self.got = got
    self.differences = differences
  }
}
