import Compositor
import FrameBus
import HostResources

/// One sink as the stage sees it: its queue, what happens where that is full, its thread and its account.
///
/// The stage's thread uses it. Nothing here waits, but in an exact job.
final class Outlet {
  /// What a sink is to have.
  enum Kind {
    /// Every picture that belongs into the recording. Full: the new ones are left out.
    case recording
    /// Single pictures that somebody asked for.
    case stills
    /// What there is to see. Full: the oldest gives way, so that a slow reader sees the newest.
    case live

    /// Pictures that may wait: for a disk, at 30 a second a stall of a second is ridden out.
    func queue(_ pace: JobSettings.Pace) -> Int { self == .recording && pace == .live ? 30 : 2 }

    /// How long the sink may do nothing at the end before it is given up.
    var patience: Duration { self == .recording ? .seconds(60) : .seconds(10) }

    /// Pictures that the sink holds at most, waiting or being written.
    func most(_ pace: JobSettings.Pace) -> Int { queue(pace) + 1 }
  }

  /// What becomes of a picture that is offered.
  enum Outcome {
    /// It waits for the sink.
    case accepted
    /// The sink has no room for it.
    case refused
    /// The sink has ended.
    case closed
  }

  let name: String
  let kind: Kind
  let thread: SinkThread
  private var producer: FrameProducer<SinkSlot>
  // A slot that the ring refused or gave back is still the producer's: the next to be filled.
  private var spare: Int?
  /// Pictures that were offered, and those of them that the queue had no room for.
  private(set) var offered = 0
  private(set) var dropped = 0
  // Pictures that came after the sink's end.
  private var missed = 0
  var watch: SlowSinkNotice
  /// Whether its end was told.
  var isEndTold = false

  /// - Parameters:
  ///   - name: for people.
  ///   - pace: an exact job waits for its sinks, all of them.
  init(
    _ kind: Kind, name: String, pace: JobSettings.Pace, sink: sending any FrameSink,
    onWritten: @escaping @Sendable (OutputFrame) -> Void
  ) throws(ResourceShortage) {
    self.kind = kind
    self.name = name
    watch = SlowSinkNotice(kind)
    // One more is with the sink, and one with the stage.
    let bus = FrameBus(
      slots: (0..<kind.queue(pace) + 2).map { _ in SinkSlot() }, capacity: kind.queue(pace),
      policy: pace == .exact ? .block : kind == .live ? .dropOldest : .dropNewest)
    guard let producer = bus.takeProducer(), let consumer = bus.takeConsumer() else {
      preconditionFailure("a new bus has both of its ends")
    }
    self.producer = producer
    thread = try SinkThread(consumer: consumer, sink: sink, onWritten: onWritten)
  }

  func wants(_ frame: OutputFrame) -> Bool {
    switch kind {
    case .recording: frame.isRecorded
    case .stills: frame.isStill
    case .live: true
    }
  }

  /// Hands a picture on; it is the sink's as well until that has done with it.
  func offer(_ frame: OutputFrame) -> Outcome {
    // Never none: see the number of slots.
    guard let index = spare ?? producer.takeFree() else { return .refused }
    spare = nil
    producer.slot(index).picture = frame
    frame.retain()
    switch producer.publish(index) {
    case .accepted: break
    case .displaced(let oldest):
      dropped += 1
      giveBack(oldest)
    case .refused:
      offered += 1
      dropped += 1
      giveBack(index)
      return .refused
    case .closed:
      giveBack(index)
      missed += 1
      return .closed
    }
    offered += 1
    return .accepted
  }

  private func giveBack(_ index: Int) {
    producer.slot(index).picture?.release()
    spare = index
  }

  /// Pictures that the sink has or will have.
  var kept: Int { offered - dropped }

  /// Pictures that went past the sink: it was too slow, busy, away or over.
  var leftOut: Int {
    // Once it is over, whatever it didn't take: also what was handed over in its last moment.
    if thread.hasEnded { return offered + missed - thread.taken.load(ordering: .relaxed) }
    return dropped + missed + thread.passed.load(ordering: .relaxed)
  }

  /// No picture will follow.
  func close() { producer.close() }

  var report: SinkReport {
    SinkReport(
      name: name, isRecording: kind == .recording, taken: thread.taken.load(ordering: .relaxed),
      leftOut: leftOut, problem: thread.error.map { "\($0)" })
  }
}
