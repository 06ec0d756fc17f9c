import PixelTypes

/// Draws the frames of a synthetic scene, and knows what they show.
///
/// Frame `n` depends only on the settings and `n`. The reader allocates its memory on creation, none per frame.
public final class SyntheticReader: FrameReader {
  /// The settings it was made with.
  public var settings: SceneSettings { brush.settings }
  /// The frames' format: full range, BT.601, in every pixel format.
  public var format: StreamFormat { brush.format }
  /// Bytes that a slot needs to hold any frame.
  public var largestFrame: Int { brush.largestFrame }

  private let brush: SceneBrush
  private var nextFrame = 0

  /// Paints the still layers: takes up to a second for a large picture.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)`` when the scene can't be made at this size.
  public init(_ settings: SceneSettings) throws(CaptureError) { brush = try SceneBrush(settings) }

  /// The ground truth about frame `frame`, counted from 0, whether or not it has been read.
  public func truth(frame: Int) -> SceneTruth {
    SceneTruth(
      scene: settings.scene, frame: frame, timestampNs: settings.nanoseconds(atFrame: frame),
      horizon: brush.scene.horizon(frame: frame), subject: brush.scene.subject(frame: frame))
  }

  /// The subject of frame `frame` as an exact mask: how much of each cell of a grid over the picture it covers.
  ///
  /// - Parameters:
  ///   - frame: index of the frame, from 0.
  ///   - width: columns of the grid, 1 or more; at most the picture's own width.
  ///   - height: rows of the grid, 1 or more.
  /// - Returns: `width × height` values of 0 … 255, row by row; shadows don't count. `nil` for a scene without a
  ///   subject.
  public func truthMask(frame: Int, width: Int, height: Int) -> [UInt8]? {
    brush.scene.subjectMask(frame: frame, width: max(1, width), height: max(1, height))
  }

  /// Draws the next frame into a slot.
  ///
  /// - Returns: `false` after the last frame; the slot is then unchanged.
  /// - Throws: ``CaptureError/badSource(text:reason:)`` when the slot is smaller than ``largestFrame`` or the frame can't be
  ///   encoded.
  public func read(into slot: FrameSlot) throws(CaptureError) -> Bool {
    guard brush.has(frame: nextFrame) else { return false }
    try brush.paint(nextFrame, into: slot)
    nextFrame += 1
    return true
  }
}
