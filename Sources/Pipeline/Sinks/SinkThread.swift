import FrameBus
import HostResources
import Synchronization

/// Takes finished pictures off a ring and hands them to the sinks, on a thread of its own: a slow disk or reader
/// never holds up the cameras.
final class SinkThread: Sendable {
  private struct State {
    var error: PipelineError?
  }

  private let state = Mutex(State())
  /// Pictures that every sink took, without those that are only looked at.
  let written = Atomic<Int>(0)
  /// Bytes of these.
  let bytes = Atomic<Int>(0)
  private let hasFailed = Atomic<Bool>(false)
  private let finished = Doorbell()
  private let isFinished = Atomic<Bool>(false)

  /// Starts the thread. It ends when the ring is closed and empty, or a sink fails.
  ///
  /// - Throws: ``PipelineError/shortage(_:)`` when the machine gives no further thread.
  /// - Parameter onWritten: called on the thread after each picture, with the time that writing took.
  init(
    consumer: consuming FrameConsumer<OutputFrame>, sinks: sending [any FrameSink],
    onWritten: @escaping @Sendable (OutputFrame) -> Void = { _ in }
  ) throws(PipelineError) {
    // The thread's closure must be copyable: the ends travel in a box that it empties.
    let box = Mutex<Work?>(Work(consumer: consumer, sinks: sinks))
    let shared = Handover(box: box)
    _ = try WorkerThread.started("dualcam-sink") { [self] in
      if let work = shared.take() { run(work, onWritten: onWritten) }
      // Only now are the sinks let go of, and with them their files and locks.
      isFinished.store(true, ordering: .releasing)
      finished.ring()
    }
  }

  private struct Work: ~Copyable {
    var consumer: FrameConsumer<OutputFrame>
    let sinks: [any FrameSink]
  }

  /// Carries the work into the thread's closure.
  private final class Handover: Sendable {
    private let box: Mutex<Work?>
    init(box: consuming Mutex<Work?>) { self.box = box }
    func take() -> Work? { box.withLock { $0.take() } }
  }

  private func run(_ work: consuming Work, onWritten: (OutputFrame) -> Void) {
    while let lease = work.consumer.waitForFrame() {
      let frame = lease.slot
      let start = MonotonicClock.now()
      do {
        for index in work.sinks.indices { try work.sinks[index].write(frame) }
      } catch {
        state.withLock { $0.error = error }
        hasFailed.store(true, ordering: .releasing)
        break
      }
      let end = MonotonicClock.now()
      frame.times[.write] = end - start
      // Without a recording it is done when every sink has it.
      frame.named = frame.named ?? end
      if frame.isRecorded {
        written.wrappingAdd(1, ordering: .relaxed)
        bytes.wrappingAdd(frame.byteCount, ordering: .relaxed)
      }
      onWritten(frame)
    }
    work.consumer.close()
    for index in work.sinks.indices { work.sinks[index].finish() }
  }

  /// Why the sinks stopped, if they did.
  var error: PipelineError? {
    guard hasFailed.load(ordering: .acquiring) else { return nil }
    return state.withLock { $0.error }
  }

  /// Waits until all that was published has been written. Close the ring first.
  func join() {
    while true {
      let ticket = finished.ticket
      if isFinished.load(ordering: .acquiring) { return }
      finished.wait(after: ticket)
    }
  }
}
