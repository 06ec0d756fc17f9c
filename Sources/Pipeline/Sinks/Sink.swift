import Compositor
import FrameBus
import HostResources
import Recordings
import Synchronization

/// A destination for finished pictures: a policy, and a writer on a thread of its own, so that a slow disk or reader holds up
/// neither the cameras nor other sinks.
///
/// Pictures go there through one ring, receipts come back through another. The stage's thread uses this class; nothing here
/// waits, except in an exact job.
final class Sink {
  let name: String
  let policy: SinkPolicy
  private let pace: JobPace
  private let stop: StopFlag
  private var issues: FrameProducer<Place<Issue>>
  private var receipts: FrameConsumer<Place<Receipt>>
  private let worker: WorkerThread
  private let ending: Ending
  // A slot that the ring refused or gave back still belongs to the producer, which fills it next.
  private var spare: Int?
  /// Pictures offered, and those that didn't fit in the queue.
  private(set) var offered = 0
  private(set) var dropped = 0
  // Pictures offered after the sink's end.
  private var missed = 0
  /// Pictures that the writer took, their bytes, and those that it left out.
  private(set) var taken = 0
  private(set) var bytes = 0
  private var passed = 0
  /// Why the sink ended early; `nil` if it didn't.
  private(set) var error: FileError?
  var slowNotice: SlowSinkNotice
  /// Whether its end was reported.
  var isEndTold = false

  /// A slot of a ring.
  private final class Place<Content: Sendable>: @unchecked Sendable {
    // SAFETY: one side of the ring uses it at a time.
    var content: Content?
  }

  /// Whether the thread has finished, and the writer is released along with its files and locks.
  private final class Ending: Sendable { let isOver = Atomic<Bool>(false) }

  /// - Parameters:
  ///   - policy: which pictures it gets.
  ///   - name: for people.
  ///   - pace: an exact job waits for all of its sinks.
  ///   - stop: ends that wait.
  ///   - writer: takes the pictures.
  /// - Throws: `ResourceShortage` when the machine allows no more threads.
  init(
    _ policy: SinkPolicy, name: String, pace: JobPace, stop: StopFlag, writer: sending any SinkWriter
  ) throws(ResourceShortage) {
    self.policy = policy
    self.name = name
    self.pace = pace
    self.stop = stop
    slowNotice = SlowSinkNotice(policy)
    // One more slot is with the writer, and in a live job one with the stage. An exact job waits for a slot, so the ring has
    // room for all of them.
    let slots = policy.queue(pace) + (pace == .exact ? 1 : 2)
    let out = Self.ring(
      slots, capacity: pace == .exact ? slots : policy.queue(pace),
      policy == .live && pace == .live ? .dropOldest : .dropNewest, of: Issue.self)
    // The stage takes receipts before it hands out another picture: there are never more than pictures under way, and one for
    // the end.
    let back = Self.ring(slots + 2, capacity: slots + 2, .dropNewest, of: Receipt.self)
    guard let issues = out.takeProducer(), let receipts = back.takeConsumer() else {
      preconditionFailure("a new bus has both of its ends")
    }
    self.issues = issues
    self.receipts = receipts
    let ending = Ending()
    self.ending = ending
    // The thread's closure must be copyable, so the work travels in a box that the closure empties.
    let box = Handover(Work(out, back, writer))
    worker = try WorkerThread(name: "dualcam-sink") {
      box.take()?.run()
      ending.isOver.store(true, ordering: .releasing)
    }
  }

  private static func ring<Content>(
    _ slots: Int, capacity: Int, _ policy: OverflowPolicy, of: Content.Type
  ) -> FrameBus<Place<Content>> {
    FrameBus(slots: (0..<slots).map { _ in Place<Content>() }, capacity: capacity, policy: policy)
  }

  // MARK: - On the stage's thread

  /// Hands over a picture; the sink shares it until its receipt has come back.
  ///
  /// - Returns: whether it waits for the writer; if not, there is no room for it, or the sink has ended.
  func offer(_ issue: Issue) -> Bool {
    guard let index = spare ?? takeSlot() else { return false }
    spare = nil
    issues.slot(index).content = issue
    issue.picture.retain()
    switch issues.publish(index) {
    case .accepted: break
    case .displaced(let oldest):
      dropped += 1
      takeBack(oldest)
    case .refused:
      offered += 1
      dropped += 1
      takeBack(index)
      return false
    case .closed:
      takeBack(index)
      missed += 1
      return false
    }
    offered += 1
    return true
  }

  /// Always available in a live job: see the number of slots. An exact job waits for one, or does without if stopped.
  private func takeSlot() -> Int? {
    if pace == .live { return issues.takeFree() }
    while true {
      if let index = issues.waitForFree(timeout: .milliseconds(200)) { return index }
      if issues.isConsumerClosed {
        missed += 1
        return nil
      }
      if stop.isStopped { return nil }
    }
  }

  private func takeBack(_ index: Int) {
    issues.slot(index).content?.picture.release()
    spare = index
  }

  /// Takes the receipts that have come back.
  ///
  /// - Parameter onWritten: called for each picture that was taken.
  func collect(_ onWritten: (Picture, Receipt) -> Void) {
    while let lease = receipts.take() {
      guard let receipt = lease.slot.content else { continue }
      error = error ?? receipt.error
      guard let picture = receipt.picture else { continue }
      if receipt.named == nil {
        passed += 1
      } else {
        taken += 1
        bytes += picture.byteCount
        onWritten(picture, receipt)
      }
      picture.release()
    }
  }

  /// Pictures that the writer has taken or will get.
  var kept: Int { offered - dropped }

  /// Pictures that the sink missed because it was too slow, busy, away or over.
  var leftOut: Int {
    // Once it is over: everything it didn't take, including what it was handed at the last moment.
    hasEnded ? offered + missed - taken : dropped + missed + passed
  }

  /// Pictures handed to it that it isn't done with.
  var waiting: Int { kept - taken - passed }

  /// Whether it has taken or refused everything handed to it, or has ended.
  var isIdle: Bool { hasEnded || error != nil || waiting <= 0 }

  /// Whether the thread has finished.
  var hasEnded: Bool { ending.isOver.load(ordering: .acquiring) }

  /// Signals that no more pictures will follow.
  func close() { issues.close() }

  /// Waits until everything handed over has been written. Close it first.
  ///
  /// - Parameters:
  ///   - patience: how long the writer may be idle; called repeatedly.
  ///   - onWritten: as for ``collect(_:)``.
  /// - Returns: `false` when it was idle that long, for instance because a disk or reader hangs in the kernel.
  func join(patience: () -> Duration, _ onWritten: (Picture, Receipt) -> Void) -> Bool {
    var (before, since) = (waiting, ContinuousClock.now)
    while true {
      let isOver = worker.join(within: min(patience(), .milliseconds(100)))
      collect(onWritten)
      if isOver { return true }
      if waiting != before { (before, since) = (waiting, .now) }
      if ContinuousClock.now - since >= patience() { return false }
    }
  }

  var report: SinkReport {
    SinkReport(
      name: name, isRecording: policy == .recording, taken: taken, leftOut: leftOut,
      problem: error.map { "\($0)" })
  }

  // MARK: - On the sink's thread

  private struct Work: ~Copyable {
    private var issues: FrameConsumer<Place<Issue>>
    private var receipts: FrameProducer<Place<Receipt>>
    private let writer: any SinkWriter

    init(_ out: FrameBus<Place<Issue>>, _ back: FrameBus<Place<Receipt>>, _ writer: any SinkWriter) {
      guard let issues = out.takeConsumer(), let receipts = back.takeProducer() else {
        preconditionFailure("a new bus has both of its ends")
      }
      self.issues = issues
      self.receipts = receipts
      self.writer = writer
    }

    /// Ends when the ring is closed and empty, or the writer fails.
    consuming func run() {
      while let lease = issues.waitForFrame() {
        guard let issue = lease.slot.content else { continue }
        let receipt = write(issue)
        let hasFailed = receipt.error != nil
        send(receipt)
        if hasFailed { break }
      }
      do { try writer.finish() } catch { send(Receipt(error: error)) }
      issues.close()
      while let lease = issues.take() {
        if let picture = lease.slot.content?.picture { send(Receipt(picture: picture)) }
      }
    }

    private func write(_ issue: Issue) -> Receipt {
      var receipt = Receipt(picture: issue.picture)
      let start = MonotonicClock.now()
      do { receipt.named = try writer.write(issue) } catch { receipt.error = error }
      receipt.writing = MonotonicClock.now() - start
      return receipt
    }

    private mutating func send(_ receipt: Receipt) {
      while true {
        if let index = receipts.waitForFree(timeout: .milliseconds(200)) {
          receipts.slot(index).content = receipt
          _ = receipts.publish(index)
          return
        }
        if receipts.isConsumerClosed { return }
      }
    }
  }

  /// Carries the work into the thread's closure.
  private final class Handover: Sendable {
    private let box: Mutex<Work?>
    init(_ work: consuming sending Work) { box = Mutex(work) }
    func take() -> Work? { box.withLock { $0.take() } }
  }
}
