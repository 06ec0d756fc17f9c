/// The ground truth about a synthetic frame: what a detector should find.
///
/// Positions are fractions of the picture, measured from its top left corner, y down, at pixel edges, not centres: 0 is the
/// left edge of the first pixel, 1 the right edge of the last. Encodes as one JSON object per frame.
public struct SceneTruth: Sendable, Hashable, Codable {
  /// The line between sky and sea.
  public struct Horizon: Sendable, Hashable, Codable {
    /// In degrees; positive: the horizon rises to the right in the picture (the camera was rolled clockwise).
    public var angleDegrees: Double
    /// Where the line meets the picture's left edge, as a fraction of its height, y down; may lie outside 0...1.
    public var leftY: Double
    /// Where the line meets the picture's right edge, as a fraction of its height, y down; may lie outside 0...1.
    public var rightY: Double
  }

  /// The smallest upright rectangle around the visible part of the subject.
  public struct Box: Sendable, Hashable, Codable {
    /// The left edge, as a fraction of the picture's width.
    public var x: Double
    /// The top edge, as a fraction of the picture's height, y down.
    public var y: Double
    /// Width, as a fraction of the picture's width.
    public var width: Double
    /// Height, as a fraction of the picture's height.
    public var height: Double
  }

  /// The scene that the frame shows.
  public var scene: SceneKind
  /// Index of the frame, from 0.
  public var frame: Int
  /// Media time of the frame in nanoseconds.
  public var timestampNs: Int64
  /// `nil` when the scene has none.
  public var horizon: Horizon?
  /// `nil` when the scene has none, or it is outside the picture.
  public var subject: Box?
}
