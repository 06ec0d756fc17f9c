import FrameBus
import HostResources
import Synchronization

/// Paints a scene's frames in order onto a bus, on its own thread, until the bus is full, and continues as frames are
/// taken.
final class ScenePainter: @unchecked Sendable {
  // SAFETY: `brush` is used by the thread alone; the rest is constant or atomic.
  private let brush: SceneBrush
  private let bus: FrameBus<FrameSlot>
  private let depth: Int
  /// The first frame that the reader hasn't painted itself.
  private let wanted = Atomic<Int>(0)
  private let hasHeadStart = Atomic<Bool>(true)
  private let hasEnded = Atomic<Bool>(false)

  /// - Parameters:
  ///   - brush: the caller must not use it any more.
  ///   - bus: blocks when full; its slots hold any frame of the brush.
  ///   - depth: how many frames it holds.
  init(_ brush: SceneBrush, _ bus: FrameBus<FrameSlot>, depth: Int) {
    self.brush = brush
    self.bus = bus
    self.depth = depth
  }

  /// The number of frames painted onto the bus so far.
  var painted: Int { Int(clamping: bus.counters.published) }

  /// Whether the bus has been full, or there is nothing more to paint.
  var isAhead: Bool { painted >= depth || hasEnded.load(ordering: .relaxed) }

  /// From now on the reader's frames are due at set times. The painter stops competing with threads that wait for them.
  func endHeadStart() { hasHeadStart.store(false, ordering: .relaxed) }

  /// Frames before this one are no longer wanted.
  func skip(to frame: Int) {
    // Relaxed: just a number; if it arrives late, a frame is painted in vain.
    wanted.store(frame, ordering: .relaxed)
  }

  /// The thread's body: ends after the last frame, or when frames are no longer taken.
  func run() {
    guard var producer = bus.takeProducer() else { return }
    paint(onto: &producer)
    // Set this before closing the bus, which rings the bell.
    hasEnded.store(true, ordering: .relaxed)
  }

  private func paint(onto producer: inout FrameProducer<FrameSlot>) {
    var frame = 0
    var yields = false
    while let index = producer.waitForFree() {
      if !yields, frame >= depth || !hasHeadStart.load(ordering: .relaxed) {
        WorkerThread.yieldAlways()
        yields = true
      }
      frame = max(frame, wanted.load(ordering: .relaxed))
      guard brush.has(frame: frame) else { return }
      // The reader gets the same error and reports it.
      do { try brush.paint(frame, into: producer.slot(index)) } catch { return }
      guard producer.publish(index) == .accepted else { return }
      frame += 1
    }
  }
}
