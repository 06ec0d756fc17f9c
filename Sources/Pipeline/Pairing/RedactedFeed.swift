import CaptureKit
import Compositor
import FrameBus
import HUDGeometry
import HostResources
import JPEGCodec
import PixelTypes
import Synchronization

/// Passes on another feed's frames a while later, with all hidden that was found in them, before them for a second, and after them
/// while they waited. Frames are turned first: faces are known upright.
///
/// Nothing behind this has what is hidden, as with masks: ``FrameMasker``. A frame that can't be looked at is hidden whole.
final class RedactedFeed: CameraFeed, @unchecked Sendable {
  // SAFETY: once the thread runs, only it uses `finder`, `turner`, `masker` and the frames; all else is constant, atomic or behind a
  // mutex.
  private let inner: any CameraFeed
  private let redaction: Redaction
  private let bus: FrameBus<FrameSlot>
  private let turner: FrameTurner?
  private let masker: FrameMasker
  private let consumer = Mutex<FrameConsumer<FrameSlot>?>(nil)
  private let thread = Mutex<WorkerThread?>(nil)
  private let stopRequested = Atomic<Bool>(false)
  /// Frames that wait here.
  private let waitingCount = Atomic<Int>(0)
  private let delay: Int64
  /// Who was seen stays hidden for so long.
  static let hold: Int64 = 1_000_000_000
  private static let poll = Duration.milliseconds(10)

  /// - Parameters:
  ///   - inner: rings a doorbell of its own.
  ///   - turner: turns its frames; `nil` if they stay as they are.
  ///   - seal: to whom what is hidden is sealed.
  ///   - doorbell: the stage's, rung on each frame.
  /// - Throws: ``PipelineError/picture(_:)`` if libjpeg-turbo can't be set up.
  init(
    _ inner: any CameraFeed, _ redaction: Redaction, turner: FrameTurner?, seal: SealingKey? = nil,
    doorbell: Doorbell
  ) throws(PipelineError) {
    (self.inner, self.redaction, self.turner) = (inner, redaction, turner)
    masker = try FrameMasker([], seal: seal)
    delay = redaction.nanoseconds
    let format = inner.negotiation.got
    // Two may wait at the stage, which holds two; one is filled.
    let slots = (0..<6).map { _ in FrameSlot(capacity: 1, format: format) }
    bus = FrameBus(
      slots: slots, capacity: inner.waits ? slots.count : 2, policy: inner.waits ? .block : .dropOldest,
      doorbell: doorbell)
    consumer.withLock { $0 = inner.takeConsumer() }
  }

  var negotiation: Negotiation { inner.negotiation }
  var name: String { inner.name }
  var stableName: String { inner.stableName }
  var counters: FeedCounters { inner.counters }
  var camera: (any LiveCamera)? { inner.camera }
  var failure: CaptureError? { inner.failure }
  var firstNumber: Int { inner.firstNumber }
  var waits: Bool { inner.waits }
  /// A lost camera's last frames are still to come.
  var status: FeedStatus {
    let status = inner.status
    return status == .lost && waitingCount.load(ordering: .relaxed) > 0 ? .live : status
  }

  func takeIncidents() -> [FeedIncident] { inner.takeIncidents() }
  func takeConsumer() -> FrameConsumer<FrameSlot>? { bus.takeConsumer() }

  func start() throws(CaptureError) {
    try inner.start()
    do throws(ResourceShortage) {
      let worker = try WorkerThread(name: "dualcam-redact") { [self] in run() }
      thread.withLock { $0 = worker }
    } catch { throw .shortage(error) }
  }

  func requestStop() {
    // Release: pairs with the acquire in isStopRequested.
    stopRequested.store(true, ordering: .releasing)
    inner.requestStop()
  }

  func join() {
    inner.join()
    let worker = thread.withLock { exchange(&$0, with: nil) }
    worker?.join(within: .seconds(10))
  }

  private var isStopRequested: Bool { stopRequested.load(ordering: .acquiring) }

  // MARK: - The thread

  /// A frame that waits.
  private struct Waiting {
    var slot: FrameSlot
    /// Whether nothing is known of what it shows.
    var isUnseen: Bool
  }

  private func run() {
    guard var producer = bus.takeProducer(), var frames = consumer.withLock({ $0.take() }) else { return }
    var search = RedactionSearch(redaction)
    var waiting: [Waiting] = []
    var spare: [FrameSlot] = []
    var free: Int?
    var newest = Int64.min
    reading: while !isStopRequested {
      var taken: FrameSlot?
      // The camera gets its buffer back before the frame is looked at.
      if let lease = frames.waitForFrame(timeout: Self.poll) { taken = keep(lease.slot, &spare) }
      if let taken {
        // What was seen near those that wait is known until it is looked at.
        let isBack = taken.time.nanoseconds < newest
        while let first = waiting.first, isBack || isBeyond(taken, first.slot) {
          guard publish(first, search, &producer, &free) else { break reading }
          spare.append(waiting.removeFirst().slot)
        }
        newest = taken.time.nanoseconds
        waiting.append(Waiting(slot: taken, isUnseen: !search.look(taken)))
        waitingCount.store(waiting.count, ordering: .relaxed)
      }
      let isOver = taken == nil && frames.isDrained
      while let first = waiting.first, isOver || isDue(first.slot, newest) {
        guard publish(first, search, &producer, &free) else { break reading }
        spare.append(waiting.removeFirst().slot)
        waitingCount.store(waiting.count, ordering: .relaxed)
      }
      if isOver { break }
    }
    frames.close()
    producer.close()
  }

  /// A copy of a frame, turned.
  private func keep(_ frame: FrameSlot, _ spare: inout [FrameSlot]) -> FrameSlot {
    let slot = turner?.turned(frame) ?? frame
    let own = spare.popLast() ?? FrameSlot(capacity: 1, format: slot.format)
    own.reserve(slot.byteCount)
    own.copy(slot)
    own.label(as: slot)
    return own
  }

  /// Whether a frame comes too late to say what another one shows.
  private func isBeyond(_ frame: FrameSlot, _ other: FrameSlot) -> Bool {
    let (age, isWrong) = frame.time.nanoseconds.subtractingReportingOverflow(other.time.nanoseconds)
    return isWrong || age > delay
  }

  private func isDue(_ slot: FrameSlot, _ newest: Int64) -> Bool {
    let now = slot.time.clock == .media ? newest : MonotonicClock.now()
    let (age, isWrong) = now.subtractingReportingOverflow(slot.time.nanoseconds)
    return isWrong || age < 0 || age >= delay
  }

  /// - Returns: whether there is somebody to publish it for.
  private func publish(
    _ frame: Waiting, _ search: borrowing RedactionSearch, _ producer: inout FrameProducer<FrameSlot>,
    _ free: inout Int?
  ) -> Bool {
    let size = frame.slot.format.size
    let areas =
      frame.isUnseen ? [size.bounds] : search.areas(at: frame.slot.time.nanoseconds, delay, of: size)
    let shown = masker.redacted(frame.slot, areas)
    while !isStopRequested {
      guard let index = free ?? producer.takeFree() ?? producer.waitForFree(timeout: Self.poll) else {
        if producer.isConsumerClosed { return false }
        continue
      }
      free = nil
      let slot = producer.slot(index)
      slot.reserve(shown.byteCount)
      slot.copy(shown)
      slot.label(as: shown)
      slot.prepared = nil
      switch producer.publish(index) {
      case .accepted: return true
      case .displaced(let other):
        free = other
        return true
      case .refused: free = index
      case .closed: return false
      }
    }
    return false
  }
}

/// What was found in a camera's frames of late.
struct RedactionSearch: ~Copyable {
  private let redaction: Redaction
  private var finder: RedactionFinder?
  private var painter: ViewfinderPainter?
  private var canvas: PlanarPicture?
  private var size: PixelSize?
  private var found: [Rect] = []
  private var tracks: [Track] = []
  private var last: Int64?

  /// What is seen again within so many nanoseconds, at about the same place, is the same.
  private static let reach: Int64 = 700_000_000

  /// Somebody, or what may be somebody.
  private struct Track {
    /// What was to be hidden when, in the order of time.
    var sightings: [(time: Int64, area: Rect)]
    var last: (time: Int64, area: Rect) { sightings[sightings.count - 1] }
  }

  /// The small luma in which faces and people are looked for is as wide.
  private static let widest = 720
  /// Frames further apart are each searched whole.
  private static let sparse: Int64 = 150_000_000

  init(_ redaction: Redaction) { self.redaction = redaction }

  /// Looks at a frame.
  ///
  /// - Returns: whether all of it could be seen.
  mutating func look(_ slot: FrameSlot) -> Bool {
    guard let target = redaction.target else { return true }
    let time = slot.time.nanoseconds
    // A film that begins anew, or a camera whose clock does.
    if let last, time < last { tracks.removeAll() }
    let isSparse = last.map { time < $0 || time - $0 > Self.sparse } ?? true
    last = time
    guard prepare(slot.format.size, target), let canvas else { return false }
    switch painter?.draw(slot, into: canvas) {
    case .drawn, .damaged: break
    case .unusable, nil: return false
    }
    // A live frame that is late already has kept others waiting.
    let isLate = slot.time.clock != .media && MonotonicClock.now() - time > redaction.nanoseconds / 2
    let effort =
      redaction.arePhotos || isSparse ? RedactionFinder.Effort.whole : isLate ? .least : .turn
    var sightings: [Rect] = []
    swap(&sightings, &found)
    canvas.luma.withBytes { luma in
      canvas.cb.withBytes { cb in
        canvas.cr.withBytes { cr in
          finder?.look(
            luma: luma, bytesPerRow: canvas.luma.bytesPerRow, cb: cb, cr: cr,
            chromaBytesPerRow: canvas.cb.bytesPerRow, effort, into: &sightings)
        }
      }
    }
    swap(&sightings, &found)
    if redaction.arePhotos { tracks.removeAll() }
    tracks.removeAll { time - $0.last.time > 2 * RedactedFeed.hold + redaction.nanoseconds }
    for area in found { take(area, at: time) }
    return true
  }

  /// Adds a sighting to the track of what was seen there a moment ago.
  private mutating func take(_ area: Rect, at time: Int64) {
    let known = tracks.indices.first { index in
      let last = tracks[index].last
      return time - last.time <= Self.reach && !last.area.intersection(area).isEmpty
        && (last.area.contains(area.center) || area.contains(last.area.center))
    }
    guard let known else {
      tracks.append(Track(sightings: [(time, area)]))
      return
    }
    if tracks[known].last.time == time {
      tracks[known].sightings[tracks[known].sightings.count - 1].area = tracks[known].last.area.union(area)
    } else {
      tracks[known].sightings.append((time, area))
      tracks[known].sightings.removeAll { time - $0.time > 2 * RedactedFeed.hold + redaction.nanoseconds }
    }
  }

  private mutating func prepare(_ size: PixelSize, _ target: RedactionTarget) -> Bool {
    if self.size == size, painter != nil { return true }
    // Eighths of its size, to which JPEGs are decoded by their lowest frequencies.
    let eighths = min(max(8 * Self.widest / size.width, 1), 8)
    let (width, height) = ((size.width * eighths + 7) / 8, (size.height * eighths + 7) / 8)
    guard let small = PixelSize(width: width, height: height), width >= 32, height >= 32 else { return false }
    let canvas = PlanarPicture(size: small, subsampling: .yuv420)
    guard
      let painter = try? ViewfinderPainter(
        rect: canvas.bounds, canvasSubsampling: .yuv420, policy: .keep)
    else { return false }
    (self.size, self.canvas) = (size, canvas)
    self.painter = consume painter
    finder = RedactionFinder(target, width: width, height: height)
    return true
  }

  /// What is hidden of a frame, in pixels.
  ///
  /// - Parameters:
  ///   - time: the frame's, in nanoseconds.
  ///   - delay: how far later frames count.
  func areas(at time: Int64, _ delay: Int64, of size: PixelSize) -> [PixelRect] {
    var areas: [PixelRect] = []
    let (w, h) = (Double(size.width), Double(size.height))
    for track in tracks {
      // Where it was last, where it will be next, and all between.
      let before = track.sightings.last { $0.time <= time && time - $0.time <= RedactedFeed.hold }
      let after = track.sightings.first { $0.time > time && $0.time - time <= delay }
      guard let first = before ?? after, !redaction.arePhotos || first.time == time else { continue }
      let area = after.map { first.area.union($0.area) } ?? first.area
      let (left, top) = (max(0, area.x * w).rounded(.down), max(0, area.y * h).rounded(.down))
      let (right, bottom) = (min(w, area.maxX * w).rounded(.up), min(h, area.maxY * h).rounded(.up))
      guard right > left, bottom > top else { continue }
      areas.append(
        PixelRect(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top)))
    }
    return areas
  }
}
