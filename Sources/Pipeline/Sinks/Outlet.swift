import Compositor
import FrameBus
import HostResources

/// One sink as the stage sees it: its queue, what happens when that is full, its thread and its counts.
///
/// The stage's thread uses it. Nothing here waits, except in an exact job.
final class Outlet {
  /// Which pictures a sink gets.
  enum Kind {
    /// Every picture that belongs in the recording. When full: new ones are left out.
    case recording
    /// Single pictures that the user requested.
    case stills
    /// Everything there is to see. When full: the oldest gives way, so that a slow reader sees the newest.
    case live
    /// Those recorded or, without a recording, everything; kept in a file. When full: new ones are left out.
    case film

    /// Whether it shows pictures by itself, without a recording.
    var isViewer: Bool { self == .live || self == .film }

    /// Whether it takes every picture to a disk.
    var keepsAll: Bool { self == .recording || self == .film }

    /// How many pictures may wait: for a disk, enough to ride out a one-second stall at 30 a second.
    func queue(_ pace: JobSettings.Pace) -> Int { keepsAll && pace == .live ? 30 : 2 }

    /// How long the sink may be idle at the end before it is abandoned.
    var patience: Duration { keepsAll ? .seconds(60) : .seconds(10) }

    /// The most pictures that the sink holds, waiting or being written.
    func most(_ pace: JobSettings.Pace) -> Int { queue(pace) + 1 }
  }

  /// What happened to an offered picture.
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
  private let pace: JobSettings.Pace
  private let stop: StopFlag
  private var producer: FrameProducer<SinkSlot>
  // A slot that the ring refused or gave back still belongs to the producer, which fills it next.
  private var spare: Int?
  /// Pictures offered, and those that didn't fit in the queue.
  private(set) var offered = 0
  private(set) var dropped = 0
  // Pictures offered after the sink's end.
  private var missed = 0
  var slowNotice: SlowSinkNotice
  /// Whether its end was reported.
  var isEndTold = false

  /// - Parameters:
  ///   - kind: which pictures it gets.
  ///   - name: for people.
  ///   - pace: an exact job waits for all of its sinks.
  ///   - stop: ends that wait.
  ///   - sink: where its thread writes the pictures.
  ///   - onWritten: called on its thread after each picture taken while it leads.
  init(
    _ kind: Kind, name: String, pace: JobSettings.Pace, stop: StopFlag, sink: sending any FrameSink,
    onWritten: @escaping @Sendable (OutputFrame) -> Void
  ) throws(ResourceShortage) {
    self.kind = kind
    self.name = name
    self.pace = pace
    self.stop = stop
    slowNotice = SlowSinkNotice(kind)
    // One more slot is with the sink, and in a live job one with the stage. An exact job waits for
    // a slot, so the ring has room for all of them.
    let slots = kind.queue(pace) + (pace == .exact ? 1 : 2)
    let bus = FrameBus(
      slots: (0..<slots).map { _ in SinkSlot() }, capacity: pace == .exact ? slots : kind.queue(pace),
      policy: kind == .live && pace == .live ? .dropOldest : .dropNewest)
    guard let producer = bus.takeProducer(), let consumer = bus.takeConsumer() else {
      preconditionFailure("a new bus has both of its ends")
    }
    self.producer = producer
    thread = try SinkThread(consumer: consumer, sink: sink, onWritten: onWritten)
  }

  func wants(_ frame: OutputFrame) -> Bool {
    switch kind {
    case .recording, .film: frame.purpose.isRecorded
    case .stills: frame.purpose.isStill
    case .live: true
    }
  }

  /// Hands over a picture; the sink shares it until done with it.
  func offer(_ frame: OutputFrame) -> Outcome {
    guard let index = spare ?? takeSlot() else { return .refused }
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

  /// Always available in a live job: see the number of slots. An exact job waits for one, or does without if stopped.
  private func takeSlot() -> Int? {
    if pace == .live { return producer.takeFree() }
    while true {
      if let index = producer.waitForFree(timeout: .milliseconds(200)) { return index }
      if producer.isConsumerClosed {
        missed += 1
        return nil
      }
      if stop.isStopped { return nil }
    }
  }

  private func giveBack(_ index: Int) {
    producer.slot(index).picture?.release()
    spare = index
  }

  /// Pictures that the sink has taken or will get.
  var kept: Int { offered - dropped }

  /// Pictures that the sink missed because it was too slow, busy, away or over.
  var leftOut: Int {
    // Once it is over: everything it didn't take, including what it was handed at the last moment.
    if thread.hasEnded { return offered + missed - thread.taken.load(ordering: .relaxed) }
    return dropped + missed + thread.passed.load(ordering: .relaxed)
  }

  /// Whether it has taken or refused everything handed to it, or has ended.
  var isIdle: Bool {
    thread.hasEnded || thread.error != nil
      || thread.taken.load(ordering: .acquiring) + thread.passed.load(ordering: .acquiring) >= kept
  }

  /// Pictures handed to it that it isn't done with.
  var waiting: Int {
    kept - thread.taken.load(ordering: .acquiring) - thread.passed.load(ordering: .acquiring)
  }

  /// Signals that no more pictures will follow.
  func close() { producer.close() }

  var report: SinkReport {
    SinkReport(
      name: name, isRecording: kind == .recording, taken: thread.taken.load(ordering: .relaxed),
      leftOut: leftOut, problem: thread.error.map { "\($0)" })
  }
}
