import Compositor
import FrameBus
import HostResources
import Synchronization

/// Takes finished pictures off a ring and hands them to one sink, on its own thread: a slow disk or
/// reader holds up neither the cameras nor other sinks.
final class SinkThread: Sendable {
  private let failure = Mutex<FileError?>(nil)
  /// Pictures that the sink took, and their bytes.
  let taken = Atomic<Int>(0)
  let bytes = Atomic<Int>(0)
  /// Pictures that reached the thread but that the sink didn't take.
  let passed = Atomic<Int>(0)
  /// Whether this sink's times are the job's. The stage stores with release, the thread loads with acquire: by then it
  /// sees what the previous leading sink wrote into a picture.
  let leads = Atomic<Bool>(false)
  private let hasFailed = Atomic<Bool>(false)
  private let isFinished = Atomic<Bool>(false)
  private let worker = Mutex<WorkerThread?>(nil)

  /// Starts the thread. It ends when the ring is closed and empty, or the sink fails.
  ///
  /// - Parameters:
  ///   - consumer: the end of the ring to take pictures from.
  ///   - sink: where the thread writes them.
  ///   - onWritten: called on the thread after each picture taken while it leads.
  /// - Throws: `ResourceShortage` when the machine allows no more threads.
  init(
    consumer: consuming FrameConsumer<SinkSlot>, sink: sending any FrameSink,
    onWritten: @escaping @Sendable (OutputFrame) -> Void
  ) throws(ResourceShortage) {
    // The thread's closure must be copyable, so the work travels in a box that the closure empties.
    let box = Mutex<Work?>(Work(consumer: consumer, sink: sink))
    let shared = Handover(box: box)
    let thread = try WorkerThread(name: "dualcam-sink") { [self] in
      if let work = shared.take() { run(work, onWritten: onWritten) }
      // Only now is the sink released, along with its files and locks.
      isFinished.store(true, ordering: .releasing)
    }
    worker.withLock { $0 = thread }
  }

  /// Whether the thread has finished.
  var hasEnded: Bool { isFinished.load(ordering: .acquiring) }

  private struct Work: ~Copyable {
    var consumer: FrameConsumer<SinkSlot>
    let sink: any FrameSink
  }

  /// Carries the work into the thread's closure.
  private final class Handover: Sendable {
    private let box: Mutex<Work?>
    init(box: consuming Mutex<Work?>) { self.box = box }
    func take() -> Work? { box.withLock { $0.take() } }
  }

  private func run(_ work: consuming Work, onWritten: (OutputFrame) -> Void) {
    while let lease = work.consumer.waitForFrame() {
      guard let frame = lease.slot.picture else { continue }
      let isWell = write(frame, to: work.sink, onWritten)
      frame.release()
      if !isWell { break }
    }
    do { try work.sink.finish() } catch {
      failure.withLock { $0 = $0 ?? error }
      hasFailed.store(true, ordering: .releasing)
    }
    work.consumer.close()
    while let lease = work.consumer.take() {
      lease.slot.picture?.release()
      passed.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// - Returns: whether the sink can take more.
  private func write(
    _ frame: OutputFrame, to sink: any FrameSink, _ onWritten: (OutputFrame) -> Void
  ) -> Bool {
    let start = MonotonicClock.now()
    do {
      guard try sink.write(frame) else {
        passed.wrappingAdd(1, ordering: .relaxed)
        return true
      }
    } catch {
      passed.wrappingAdd(1, ordering: .relaxed)
      failure.withLock { $0 = error }
      hasFailed.store(true, ordering: .releasing)
      return false
    }
    taken.wrappingAdd(1, ordering: .relaxed)
    bytes.wrappingAdd(frame.byteCount, ordering: .relaxed)
    if leads.load(ordering: .acquiring) {
      let end = MonotonicClock.now()
      frame.writing = end - start
      // Without a recording, the picture is finished when the sink has it.
      frame.named = frame.named ?? end
      onWritten(frame)
    }
    return true
  }

  /// Why the sink ended early; `nil` if it didn't.
  var error: FileError? {
    guard hasFailed.load(ordering: .acquiring) else { return nil }
    return failure.withLock { $0 }
  }

  /// Waits until everything published has been written. Close the ring first.
  ///
  /// - Parameter patience: how long the sink may be idle; called repeatedly.
  /// - Returns: `false` when it was idle that long, for instance because a disk or reader hangs in the kernel.
  func join(patience: () -> Duration) -> Bool {
    let worker = worker.withLock { $0 }
    var (before, since) = (done, ContinuousClock.now)
    while true {
      if worker?.join(within: min(patience(), .milliseconds(100))) ?? true { return true }
      if done != before { (before, since) = (done, .now) }
      if ContinuousClock.now - since >= patience() { return false }
    }
  }

  private var done: Int { taken.load(ordering: .relaxed) + passed.load(ordering: .relaxed) }
}

/// A slot in one sink's queue: names the picture waiting there. All sinks share the picture itself.
final class SinkSlot: @unchecked Sendable {
  // SAFETY: one side of the ring uses it at a time.
  var picture: OutputFrame?
}
