import PixelTypes

/// What was asked of a source and what came of it.
public struct Negotiation: Sendable, Hashable {
  public var asked: StreamRequest
  public var got: StreamFormat
  /// Each difference between asked and got, and each control that didn't take, as a sentence for people.
  public var differences: [String]

  public init(asked: StreamRequest, got: StreamFormat, differences: [String]) {
    self.asked = asked
    self.got = got
    self.differences = differences
  }
}
