/// A source that is asked for its frames one after the other: files and synthetic scenes.
///
/// Readers are deterministic: the same settings give the same bytes, sequence and times.
public protocol FrameReader: AnyObject {
  /// Format of the frames to come. A reader's format never changes.
  var format: StreamFormat { get }
  /// Bytes that a slot needs for any of this reader's frames.
  var largestFrame: Int { get }
  /// Number of frames, where it is known before reading.
  var frameCount: Int? { get }
  /// Frames that should have come after the last that was delivered, and were none: no further frame's `gap` tells of them.
  var lostAtEnd: Int { get }
  /// Fills a slot with the next frame: bytes, sequence, time (``FrameTime/Clock-swift.enum/media``), flags.
  ///
  /// - Returns: `false` when there is no further frame; the slot is then unchanged.
  /// - Throws: ``CaptureError`` when the source can't be read any further. A single bad frame is not an error:
  ///   it is delivered with ``FrameFlags/damaged`` or skipped and counted in `gap`.
  func read(into slot: FrameSlot) throws(CaptureError) -> Bool
}

extension FrameReader {
  public var lostAtEnd: Int { 0 }
}
