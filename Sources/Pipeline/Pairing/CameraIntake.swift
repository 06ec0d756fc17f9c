import CaptureKit
import Compositor
import FrameBus
import PixelTypes

/// The stage's end of a running camera: takes its frames, holds the one on show, counts losses.
///
/// Holds at most two leases: the frame on show, and one that is too early for the current picture.
final class CameraIntake {
  let feed: any CameraFeed
  private var consumer: FrameConsumer<FrameSlot>
  private var held: FrameLease<FrameSlot>?
  private var early: FrameLease<FrameSlot>?
  /// Smoothed time between frames, in nanoseconds; starts from the negotiated rate.
  private(set) var interval: Int64
  // The last frame taken.
  private var last: (time: Int64, sequence: UInt32)?
  /// Frames taken off the ring and shown.
  private(set) var shown = 0
  /// Frames lost before the current picture's frame.
  private(set) var settled = 0
  private var lastSequence: UInt32?
  // Whether the stage reached the source's end.
  private var hasEnded = false
  // Whether losses before the first picture count: a file is read from its beginning.
  private var countsFromStart = true
  // Whether the source restarted since the last picture, and its restart count at the last frame.
  private var hasRestarted = false
  private var lastRestarts: UInt32?

  /// Turns and crops the frames; `nil` if they stay as they are.
  let turner: FrameTurner?
  /// Blanks parts of them after that; `nil` if none are hidden, and none can be.
  let masker: FrameMasker?
  // The frame being shown, turned and masked; `nil` if it is as it came.
  private var changed: FrameSlot?

  /// Added to its frames' stamps to compare them with other cameras', in nanoseconds.
  let offset: Int64
  /// The part of it that makes up for a wait on purpose; the rest makes up for stamps of its own.
  let delay: Int64

  /// - Parameters:
  ///   - offset: added to its stamps to compare them with other cameras'.
  ///   - delay: how long its frames waited on purpose: they aren't late.
  init?(
    feed: any CameraFeed, turner: FrameTurner? = nil, masker: FrameMasker? = nil, offset: Int64 = 0,
    delay: Int64 = 0
  ) {
    (self.turner, self.masker) = (turner, masker)
    (self.offset, self.delay) = (offset + delay, delay)
    guard let consumer = feed.takeConsumer() else { return nil }
    self.feed = feed
    self.consumer = consumer
    interval = Int64(1e9 / min(max(feed.negotiation.got.framesPerSecond ?? 30, 1), 240))
  }

  /// The frame being shown.
  var slot: FrameSlot? { changed ?? held?.slot }
  /// Its time among all cameras'.
  var heldTime: Int64? { (held?.slot.time.nanoseconds).map { $0 &+ offset } }
  var hasEarly: Bool { early != nil }

  /// The next frame, left in place: used to examine the format before the first picture.
  ///
  /// - Parameter waits: whether to wait until there is one or the source is over.
  func peek(waits: Bool) -> FrameSlot? {
    if early == nil { early = waits ? consumer.waitForFrame() : consumer.take() }
    guard let slot = early?.slot else { return nil }
    return change(slot)
  }

  /// Whether no more frames can come: the source ended and all have been taken.
  var isOver: Bool { early == nil && consumer.isDrained }

  /// Frames lost so far, by the source's own numbering and wherever they were lost: in the camera, in transit, in the
  /// ring, skipped for one closer to the other camera's, or garbage at the end of a film. The only count of losses:
  /// lines, totals, summary, metrics and status line all use it.
  var lost: Int { settled + (hasEnded ? Int(clamping: feed.counters.lostAtEnd) : 0) }

  /// Whether the feed is gone, temporarily or for good.
  ///
  /// A source that ended or failed is gone once its last frame is taken, not when its thread says
  /// so: that may come slightly earlier or later, and the same files must give the same states.
  var isGone: Bool {
    switch feed.status {
    case .lost: true
    case .failed: isOver || shown == 0
    case .connecting, .live, .ended: isOver
    }
  }

  /// Remembers the source's end once all of its frames have been taken.
  func noteEnd() { if isOver { hasEnded = true } }

  /// The error that ended the source early; ask only after taking everything it delivered.
  var endingFailure: CaptureError? { feed.status == .failed ? feed.failure : nil }

  /// Continues from the newest frame. Frames that arrived during setup don't count as lost, except
  /// for a file, which the user supplied. A source that waits has sent none, so nothing is dropped.
  ///
  /// - Parameters:
  ///   - now: if given, the newest frame gives way to the next one if that will be nearer to this time, which
  ///     makes the first picture more recent; not if the source has ended or its next frame is overdue.
  ///   - isFile: whether the frames come from a file.
  func discardBacklog(at now: Int64? = nil, isFile: Bool = false) {
    if feed.waits { return }
    while let newer = consumer.take() { early = consume newer }
    countsFromStart = isFile
    guard let now, feed.status == .live, let newest = early?.slot.time.nanoseconds else { return }
    let age = now - newest
    if age > interval / 2, age < interval { early = nil }
  }

  /// Lets a film that waits after its first frame go on, as if that frame had come at this time, in nanoseconds.
  func goOn(at time: Int64) {
    guard let film = feed as? ReaderFeed, film.goOn(at: time), let slot = early?.slot else { return }
    slot.time.nanoseconds = time
    let turned = turner?.turned(slot) ?? slot
    turned.time.nanoseconds = time
    masker?.masked(turned).time.nanoseconds = time
  }

  /// Shows the next frame if one is waiting; returns whether one was.
  func advance() -> Bool {
    var lease = early.take()
    if lease == nil { lease = consumer.take() }
    guard let lease = lease.take() else { return false }
    show(lease)
    return true
  }

  /// Waits for a frame to show, for at most `limit`; returns whether there is one.
  func waitForFrame(atMost limit: Duration) -> Bool {
    if early == nil { early = consumer.waitForFrame(timeout: limit) }
    return early != nil
  }

  /// Takes no more frames.
  func close() { consumer.close() }

  /// Waits for the next frame and shows it; returns `false` when the source is over.
  func waitAndAdvance() -> Bool {
    if advance() { return true }
    guard let lease = consumer.waitForFrame() else {
      noteEnd()
      return false
    }
    show(lease)
    return true
  }

  /// Shows the frame nearest to a time: takes frames as long as each is at least as near as the one
  /// before, and keeps the first that is farther away for later.
  ///
  /// - Parameters:
  ///   - time: in nanoseconds, on the frames' clock.
  ///   - lag: see `prefers`.
  ///   - waits: whether to wait for the frame that decides; otherwise only frames already there count.
  /// - Returns: whether the frame on show changed.
  func advance(toward time: Int64, keeping lag: Int64?, waits: Bool) -> Bool {
    var isNew = false
    while true {
      if early == nil { early = waits ? consumer.waitForFrame() : consumer.take() }
      guard let candidate = early.take() else {
        if waits { noteEnd() }
        return isNew
      }
      guard prefers(candidate.slot.time.nanoseconds &+ offset, toward: time, keeping: lag) else {
        early = consume candidate
        return isNew
      }
      show(candidate)
      isNew = true
    }
  }

  /// Whether a later frame would be shown instead of the one on show: if it is at least as near to the time.
  ///
  /// - Parameters:
  ///   - candidate: the later frame's time, in nanoseconds.
  ///   - time: the picture's.
  ///   - lag: how far from its time the last picture's frame was. The frame that goes on so is kept unless the other is
  ///     nearer by an eighth of the camera's interval: two cameras half a frame apart would else change their pairs with
  ///     each tremble of their stamps, and lose a frame each time.
  func prefers(_ candidate: Int64, toward time: Int64, keeping lag: Int64?) -> Bool {
    guard let heldTime else { return true }
    let (held, other) = (heldTime - time, candidate - time)
    guard let lag else { return abs(other) <= abs(held) }
    let goesOn = abs(other - lag) < abs(held - lag)
    return goesOn ? abs(other) <= abs(held) + interval / 8 : abs(other) + interval / 8 < abs(held)
  }

  /// Counts the shown frame as used in a picture: frames between it and the previous picture's are
  /// lost, including those skipped.
  func settle() {
    guard let slot else { return }
    // The frame that carried the mark may have given way to this one.
    if hasRestarted { slot.flags.insert(.restarted) }
    if let lastSequence, !hasRestarted {
      let step = slot.sequence &- lastSequence
      // A larger step means that the source restarted its count.
      if step > 1, step <= 1 << 16 { settled += Int(step) - 1 }
    } else if lastSequence == nil, countsFromStart {
      // Such a source numbers its frames from 0, or from the start of its part, lost frames included.
      settled += Int(slot.sequence &- UInt32(truncatingIfNeeded: feed.firstNumber))
    }
    lastSequence = slot.sequence
    hasRestarted = false
  }

  /// When the next frame is due, from the last one and the rate, in nanoseconds.
  var expected: Int64? { last.map { $0.time + interval + offset } }

  /// Recent frames per second.
  var framesPerSecond: Double { shown > 1 ? 1e9 / Double(max(interval, 1)) : 0 }

  /// Ends all leases because the feed needs its memory back.
  func letGo() {
    held = nil
    changed = nil
    early = nil
  }

  private func show(_ lease: consuming FrameLease<FrameSlot>) {
    let slot = lease.slot
    let isOfNewStart = lastRestarts.map { $0 != slot.restarts } ?? false
    lastRestarts = slot.restarts
    if isOfNewStart { hasRestarted = true }
    let time = slot.time.nanoseconds
    if let last, time > last.time, !isOfNewStart {
      // Frames between that gave way on the ring, or were lost before it, took their share of the time.
      let frames = slot.sequence &- last.sequence
      let step = min((time - last.time) / Int64(frames > 0 && frames <= 1 << 16 ? frames : 1), 4_000_000_000)
      // An eighth of each new step: settles within half a second at 30 frames a second. A pause isn't a frame time.
      interval = shown < 3 ? step : interval + (min(step, 2 * interval) - interval) / 8
    }
    last = (time, slot.sequence)
    shown += 1
    let frame = change(slot)
    changed = frame === slot ? nil : frame
    held = consume lease
  }

  /// Hides another part of its frames, also of the one on show; with `nil` only what was hidden at the start.
  ///
  /// - Returns: what is wrong, for people.
  func hide(_ mask: FrameMask?) -> String? {
    if let problem = masker?.change(adding: mask) { return problem }
    if let slot = held?.slot {
      let frame = change(slot)
      changed = frame === slot ? nil : frame
    }
    return nil
  }

  private func change(_ slot: FrameSlot) -> FrameSlot {
    let turned = turner?.turned(slot) ?? slot
    return masker?.masked(turned) ?? turned
  }
}
