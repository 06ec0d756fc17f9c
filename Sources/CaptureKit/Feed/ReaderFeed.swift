import FrameBus
import Glibc
import HostResources
import PixelTypes
import Synchronization

/// Runs a ``FrameReader`` on its own thread, paced like a camera or as fast as frames are taken.
///
/// In the steady state a frame allocates no memory and, where time counts, takes no lock, apart from what the reader does.
public final class ReaderFeed: CameraFeed, @unchecked Sendable {
  // SAFETY: once the thread runs, only it uses `reader`; all else is constant, atomic or behind a mutex.

  /// How frames follow each other.
  public enum Pacing: Sendable, Hashable {
    /// By their media times, counted from the start on CLOCK_MONOTONIC and stamped with it, so that they pair
    /// with cameras' frames. A new frame replaces the oldest waiting one. Deadlines are absolute and don't
    /// drift; after a delay of more than a quarter of a second, the missed time is skipped and counted in
    /// ``FrameSlot/gap``, as if a camera had lost those frames.
    case realTime
    /// When they arrive, stamped with CLOCK_MONOTONIC at that moment, but no closer than in the reader, if it has a rate.
    /// Nothing is dropped: what can't be taken yet waits in the pipe.
    case asTheyCome
    /// As soon as a slot is free, with media times. Nothing is dropped.
    case asFastAsPossible
  }

  /// The feed's name for people.
  public let name: String
  /// The request and the reader's format; never changes.
  public let negotiation: Negotiation
  private let pacing: Pacing
  private let reader: any FrameReader
  private let bus: FrameBus<FrameSlot>
  /// Whether nothing is dropped.
  public var waits: Bool { pacing != .realTime }
  private let state = Mutex<State>(State())
  private let stopRequested = Atomic<Bool>(false)
  private let isHeld = Atomic<Bool>(false)
  private let resumed = Atomic<Int64>(0)
  // Rung by requestStop() and goOn(at:): ends the wait for the next frame's time.
  private let stopBell = Doorbell()
  private let received = Atomic<UInt64>(0)
  private let gaps = Atomic<UInt64>(0)
  private let lostAtEnd = Atomic<UInt64>(0)
  private let bad = Atomic<UInt64>(0)
  private let incidents = Inbox<FeedIncident>()
  /// The most passed-over frames of a film reported individually, and files.
  private static let (mostTold, mostFilesTold): (UInt64, UInt64) = (5, 100_000)

  private struct State {
    var status = FeedStatus.connecting
    var failure: CaptureError?
    var thread: WorkerThread?
    var preparation: (any FramePreparation)?
  }

  /// Makes a feed and its slots; ``start()`` starts reading.
  ///
  /// - Parameters:
  ///   - reader: the caller must not use it any more.
  ///   - name: a name for people.
  ///   - pacing: when each frame is published.
  ///   - slotCount: size of the pool, at least 3: one waits, one is leased, one is being filled.
  ///   - doorbell: rung on each frame; share one among the feeds read by one stage.
  ///   - asked: the user's request; ``negotiation`` lists its differences from the reader's format.
  public init(
    reader: any FrameReader, name: String, pacing: Pacing, slotCount: Int = 5,
    doorbell: Doorbell = Doorbell(), asked: StreamRequest = StreamRequest()
  ) {
    precondition(slotCount >= 3)
    self.reader = reader
    firstNumber = reader.firstNumber
    self.name = name
    self.pacing = pacing
    let format = reader.format
    negotiation = Negotiation(
      asked: asked, got: format, differences: Self.differences(asked: asked, got: format))
    let slots = (0..<slotCount).map { _ in FrameSlot(capacity: reader.largestFrame, format: format) }
    // Blocking: room for every slot, so that the thread only ever waits for a free slot, which a stop can end.
    // Dropping: two frames may wait; the rest is for leases and for filling.
    bus = FrameBus(
      slots: slots, capacity: pacing == .realTime ? min(2, slotCount - 2) : slotCount,
      policy: pacing == .realTime ? .dropOldest : .block, doorbell: doorbell)
  }

  /// What a source of files or a scene doesn't deliver of a request.
  package static func differences(asked: StreamRequest, got: StreamFormat) -> [String] {
    var differences: [String] = []
    if let format = asked.pixelFormat, format != got.pixelFormat {
      differences.append("asked for \(format.rawValue), the source has \(got.pixelFormat.rawValue)")
    }
    if let size = asked.size, size != got.size {
      differences.append("asked for \(size), the source has \(got.size)")
    }
    if let rate = asked.framesPerSecond, let has = got.framesPerSecond, abs(rate - has) > 0.01 {
      differences.append("asked for \(rate.shortest) fps, the source has \(has.shortest)")
    }
    if !asked.controls.isEmpty {
      let names = asked.controls.map(\.name).joined(separator: ", ")
      differences.append("asked to set \(names), and only cameras have controls")
    }
    return differences
  }

  /// How the feed is doing; never ``FeedStatus/lost``. Safe to read from any thread.
  public var status: FeedStatus { state.withLock { $0.status } }
  /// The error that ended the feed when ``status`` is ``FeedStatus/failed``, otherwise `nil`.
  public var failure: CaptureError? { state.withLock { $0.failure } }

  /// `nil`: a reader is no camera.
  public var camera: (any LiveCamera)? { nil }
  /// The reader's.
  public let firstNumber: Int

  /// Counts since the feed was created; `reconnects` and `timeouts` stay 0.
  public var counters: FeedCounters {
    var counters = FeedCounters()
    counters.received = received.load(ordering: .relaxed)
    counters.gaps = gaps.load(ordering: .relaxed)
    counters.lostAtEnd = lostAtEnd.load(ordering: .relaxed)
    counters.bad = bad.load(ordering: .relaxed)
    return counters
  }

  /// The frames passed over since the last call, the first few individually.
  public func takeIncidents() -> [FeedIncident] { incidents.take() }

  /// The bus's consumer end; `nil` from the second call on.
  public func takeConsumer() -> FrameConsumer<FrameSlot>? { bus.takeConsumer() }

  /// Has frames prepared from now on, if they come as fast as possible; `nil` for no longer.
  package func prepare(by preparation: (any FramePreparation)?) {
    state.withLock { $0.preparation = preparation }
  }

  /// Before the start: after the first frame, has the others wait for ``goOn(at:)``.
  package func hold() { isHeld.store(true, ordering: .relaxed) }

  /// Ends a hold: the second frame follows the first as if that had come at this time, in nanoseconds.
  ///
  /// - Returns: whether the feed was held.
  package func goOn(at time: Int64) -> Bool {
    guard isHeld.load(ordering: .relaxed) else { return false }
    resumed.store(time, ordering: .relaxed)
    // Release: pairs with the acquire in waitWhileHeld().
    isHeld.store(false, ordering: .releasing)
    stopBell.ring()
    return true
  }

  private func waitWhileHeld() {
    while true {
      let ticket = stopBell.ticket
      // Acquire: pairs with the release in goOn(at:).
      if isStopRequested || !isHeld.load(ordering: .acquiring) { return }
      stopBell.wait(after: ticket)
    }
  }

  /// Starts the thread; further calls do nothing.
  ///
  /// - Throws: ``CaptureError/shortage(_:)`` when the machine allows no more threads.
  public func start() throws(CaptureError) {
    let failure: ResourceShortage? = state.withLock { state in
      guard state.thread == nil else { return nil }
      do throws(ResourceShortage) {
        state.thread = try WorkerThread(name: "dualcam-source") { [self] in run() }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw .shortage(failure) }
  }

  /// Tells the thread to stop and wakes it; returns at once.
  public func requestStop() {
    // Release: pairs with the acquire in isStopRequested.
    stopRequested.store(true, ordering: .releasing)
    reader.stop()
    stopBell.ring()
  }

  /// Waits up to 10 s for the thread to end; returns at once when it isn't running.
  public func join() {
    let thread = state.withLock { exchange(&$0.thread, with: nil) }
    thread?.join(within: FeedPatience.atEnd)
  }

  // Acquire: pairs with the release in requestStop().
  private var isStopRequested: Bool { stopRequested.load(ordering: .acquiring) }

  /// The thread's body. Closes the bus last, so that a consumer that finds the bus drained also finds the reason.
  private func run() {
    guard var producer = bus.takeProducer() else { return }
    state.withLock { $0.status = .live }
    do throws(CaptureError) {
      try deliver(&producer)
      state.withLock { $0.status = .ended }
    } catch {
      state.withLock { state in
        state.status = .failed
        state.failure = error
      }
    }
    producer.close()
  }

  /// Counts the frames lost after the reader's last.
  private func countEnd() {
    // Visible to a consumer that finds the bus closed, because closing comes later.
    let lost = UInt64(reader.lostAtEnd)
    lostAtEnd.store(lost, ordering: .relaxed)
    gaps.wrappingAdd(lost, ordering: .relaxed)
  }

  private func countPassedOver() {
    for frame in reader.takePassedOver() {
      let before = bad.wrappingAdd(1, ordering: .relaxed).oldValue
      received.wrappingAdd(1, ordering: .relaxed)
      let most = frame.isFile ? Self.mostFilesTold : Self.mostTold
      guard before <= most else { continue }
      incidents.add(FeedIncident(remedy: .passedOver(before < most ? frame : nil)))
    }
  }

  private func deliver(_ producer: inout FrameProducer<FrameSlot>) throws(CaptureError) {
    var timeline = Timeline(framesPerSecond: negotiation.got.framesPerSecond ?? 30)
    let hasTimes = negotiation.got.framesPerSecond != nil
    var media: Int64?
    var due = Int64.min / 2
    var spare: Int?
    while !isStopRequested {
      guard let index = spare ?? producer.takeFree() ?? producer.waitForFree(timeout: .milliseconds(20))
      else {
        if producer.isConsumerClosed { return }
        continue
      }
      spare = nil
      let slot = producer.slot(index)
      let isThere: Bool
      defer { countPassedOver() }
      do throws(CaptureError) { isThere = try reader.read(into: slot) } catch {
        countEnd()
        throw error
      }
      guard isThere else { return countEnd() }
      received.wrappingAdd(1, ordering: .relaxed)
      switch pacing {
      case .realTime:
        timeline.stamp(slot)
        guard waitUntil(slot.time.nanoseconds) else { return }
      case .asTheyCome:
        let own = slot.time.nanoseconds
        due = max(MonotonicClock.now(), due + (hasTimes ? own - (media ?? own) : 0))
        media = own
        guard waitUntil(due) else { return }
        slot.time = FrameTime(nanoseconds: due, clock: .monotonic)
        slot.flags.insert(.timeFallback)
      case .asFastAsPossible:
        if let preparation = state.withLock({ $0.preparation }) {
          preparation.prepare(slot)
        } else {
          // What was made of an earlier frame, and not taken, isn't this one's.
          slot.prepared = nil
        }
      }
      if slot.gap > 0 { gaps.wrappingAdd(UInt64(slot.gap), ordering: .relaxed) }
      switch producer.publish(index) {
      case .accepted: break
      case .displaced(let other): spare = other
      case .refused: spare = index
      case .closed: return
      }
      if isHeld.load(ordering: .relaxed) {
        waitWhileHeld()
        timeline.goOn(at: resumed.load(ordering: .relaxed))
      }
    }
  }

  /// Sleeps until `nanoseconds` on CLOCK_MONOTONIC; returns `false` if stopped first.
  private func waitUntil(_ nanoseconds: Int64) -> Bool {
    while true {
      let ticket = stopBell.ticket
      if isStopRequested { return false }
      let left = nanoseconds - MonotonicClock.now()
      if left <= 0 { return true }
      stopBell.wait(after: ticket, timeout: .nanoseconds(left))
    }
  }
}

/// Maps media times to CLOCK_MONOTONIC.
private struct Timeline {
  let interval: Int64
  var origin: Int64?
  var missed: Int64 = 0
  /// The last frame's media time.
  private var last: Int64 = 0

  init(framesPerSecond: Double) { interval = max(1, Int64(1e9 / framesPerSecond)) }

  /// Lets the next frame follow as if the last one had come at a time.
  mutating func goOn(at time: Int64) { origin = time - last }

  /// Sets a frame's real time; shifts the timeline after a long delay.
  mutating func stamp(_ slot: FrameSlot) {
    let now = MonotonicClock.now()
    let media = slot.time.nanoseconds
    let start = origin ?? now - media
    var due = start + media
    if now - due > 250_000_000 {
      let frames = (now - due) / interval
      due += frames * interval
      missed += frames
      slot.gap += Int(frames)
    }
    origin = due - media
    slot.sequence &+= UInt32(truncatingIfNeeded: missed)
    last = media
    slot.time = FrameTime(nanoseconds: due, clock: .monotonic)
  }
}
