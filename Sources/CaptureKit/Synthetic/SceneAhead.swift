// A camera costs the computer no painting. So that a live job with scenes costs the same as one with cameras, frames are
// painted ahead of time: some before the first is due, the others by a thread that runs only when the processor is otherwise
// idle. If that thread gets too little time, the reading thread paints what is missing.

import FrameBus
import HostResources
import PixelTypes

/// Reads a scene's frames for a live job: the same frames as ``SyntheticReader``'s, painted ahead.
///
/// Holds a second of frames at a usual camera rate, fewer if they are large. Allocates nothing per frame. After it is
/// released, its thread ends after the frame it is painting; nobody waits for it.
public final class SceneAhead: FrameReader {
  /// The frames' format: full range, BT.601, in every pixel format.
  public var format: StreamFormat { brush.format }
  /// Bytes that a slot needs to hold any frame.
  public var largestFrame: Int { brush.largestFrame }

  /// The most frames that wait: a second at a camera's usual rate.
  static let mostFrames = 30
  /// The most bytes of memory they take, unless two frames need more.
  static let mostBytes = 64 << 20
  /// The longest time to hold back the first frame for those after it.
  static let headStart = Duration.seconds(1)

  private let brush: SceneBrush
  /// Paints ahead; `nil` when no thread is available.
  let painter: ScenePainter?
  private var consumer: FrameConsumer<FrameSlot>
  /// Rung for each painted frame.
  private let doorbell = Doorbell()
  private var nextFrame = 0

  /// Paints the still layers, which takes up to a second for a large picture, and starts painting frames.
  ///
  /// - Throws: ``CaptureError/badSource(text:reason:)`` when the scene can't be made at this size.
  public convenience init(_ settings: SceneSettings) throws(CaptureError) {
    try self.init(settings, hasPainter: true)
  }

  /// - Parameter hasPainter: `false` as if the machine allowed no more threads.
  init(_ settings: SceneSettings, hasPainter: Bool) throws(CaptureError) {
    let brush = try SceneBrush(settings)
    self.brush = brush
    let slots = (0..<Self.depth(of: brush.largestFrame)).map { _ in
      FrameSlot(capacity: brush.largestFrame, format: brush.format)
    }
    let bus = FrameBus(slots: slots, capacity: slots.count, policy: .block, doorbell: doorbell)
    guard let consumer = bus.takeConsumer() else { preconditionFailure("the bus is new") }
    self.consumer = consumer
    let painter = hasPainter ? ScenePainter(brush.twin(), bus, depth: slots.count) : nil
    let thread = painter.flatMap { painter in
      try? WorkerThread(name: "dualcam-scene") { painter.run() }
    }
    self.painter = thread == nil ? nil : painter
  }

  /// How many frames may wait, if each takes up to `largestFrame` bytes.
  static func depth(of largestFrame: Int) -> Int { max(2, min(mostFrames, mostBytes / largestFrame)) }

  /// Fills a slot with the next frame: a painted one, or one painted now if there is none.
  ///
  /// The first call returns when the queue of painted frames is full, or after a second.
  ///
  /// - Returns: `false` after the last frame; the slot is then unchanged.
  /// - Throws: ``CaptureError/badSource(text:reason:)`` when the slot is smaller than ``largestFrame`` or the frame can't be
  ///   encoded.
  public func read(into slot: FrameSlot) throws(CaptureError) -> Bool {
    guard brush.has(frame: nextFrame) else { return false }
    try brush.check(slot)
    if nextFrame == 0 { waitForHeadStart() }
    if !takePainted(into: slot) {
      painter?.skip(to: nextFrame + 1)
      try brush.paint(nextFrame, into: slot)
    }
    nextFrame += 1
    return true
  }

  private func waitForHeadStart() {
    guard let painter else { return }
    let limit = ContinuousClock.now + Self.headStart
    while true {
      let ticket = doorbell.ticket
      let left = limit - .now
      if painter.isAhead || left <= .zero { break }
      doorbell.wait(after: ticket, timeout: left)
    }
    painter.endHeadStart()
  }

  /// Copies the next frame if it is painted. Never waits for the painter: one that gets no time would make the frame late.
  private func takePainted(into slot: FrameSlot) -> Bool {
    // Earlier frames may come first, including those painted here.
    while let lease = consumer.take() {
      guard lease.slot.sequence == UInt32(truncatingIfNeeded: nextFrame) else { continue }
      slot.copy(lease.slot)
      brush.stamp(slot, nextFrame)
      return true
    }
    return false
  }
}
