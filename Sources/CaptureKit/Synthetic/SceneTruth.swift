/// What is really in a synthetic frame: what a detector should find.
///
/// Positions are fractions of the picture, from its top left corner, y down; pixel edges, not centres: 0 is the
/// left edge of the first pixel, 1 the right edge of the last. Encodes as one JSON object a frame.
public struct SceneTruth: Sendable, Hashable, Codable {
  /// The line between sky and sea.
  public struct Horizon: Sendable, Hashable, Codable {
    /// Positive: the horizon rises to the right in the picture (the camera was rolled clockwise).
    public var angleDegrees: Double
    /// Height of the line at the picture's left edge; may lie outside 0...1.
    public var leftY: Double
    /// Height of the line at the picture's right edge; may lie outside 0...1.
    public var rightY: Double
  }

  /// The smallest upright rectangle around the visible part of the subject.
  public struct Box: Sendable, Hashable, Codable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
  }

  public var scene: SceneKind
  /// Index of the frame, from 0.
  public var frame: Int
  /// Media time of the frame.
  public var timestampNs: Int64
  /// `nil` where the scene has none.
  public var horizon: Horizon?
  /// `nil` where the scene has none, or it is out of the picture.
  public var subject: Box?
}
