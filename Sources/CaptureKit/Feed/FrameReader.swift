/// A source that is read frame by frame: files and synthetic scenes.
///
/// Readers are deterministic: the same settings give the same bytes, sequence and times.
public protocol FrameReader: AnyObject {
  /// Format of the frames. A reader's format never changes.
  var format: StreamFormat { get }
  /// Bytes that a slot needs to hold any of this reader's frames.
  var largestFrame: Int { get }
  /// Frames lost after the last delivered one: no frame's `gap` includes them.
  var lostAtEnd: Int { get }
  /// The number of its first frame, lost or not: 0 unless it reads a part.
  var firstNumber: Int { get }
  /// Fills a slot with the next frame: bytes, sequence, time (`FrameTime.Clock.media`), flags.
  ///
  /// - Returns: `false` when there are no more frames; the slot is then unchanged.
  /// - Throws: ``CaptureError`` when the source can't be read any further. A single bad frame is not an error:
  ///   it is delivered with `FrameFlags.damaged`, or skipped and counted in `gap`.
  func read(into slot: FrameSlot) throws(CaptureError) -> Bool
  /// The unusable frames that the reader has passed over since the last call; it counts them in `gap`.
  func takePassedOver() -> [PassedOverFrame]
  /// Makes a source that waits for bytes end soon, even during a ``read(into:)``. Safe to call from any thread.
  func stop()
}

/// A frame of a file that can't be used.
public struct PassedOverFrame: Sendable, Equatable {
  /// Its file's name, or what it is within its film.
  public var name: String
  /// Whether it is a file of its own.
  public var isFile: Bool
  /// Its number in the source, from 0.
  public var number: Int
  /// What is wrong with it, as a noun phrase.
  public var reason: String
}

extension FrameReader {
  /// Does nothing: by default a reader never waits.
  public func stop() {}
  /// Empty: by default all of a reader's frames are usable.
  public func takePassedOver() -> [PassedOverFrame] { [] }
  /// 0: by default a reader loses no frames at its end.
  public var lostAtEnd: Int { 0 }
  /// 0: by default a reader begins with its source.
  public var firstNumber: Int { 0 }
}
