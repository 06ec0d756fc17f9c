import Compositor
import Glibc
import HostResources

/// A job's sinks, and the pictures that they share: each picture is made once, read in place by all
/// of them, and reused when the last is done with it.
///
/// Used on the stage's thread.
final class SinkSet {
  /// What happened to a picture.
  struct Outcome {
    /// It is in the recording's queue or, without a recording, was handed over.
    var isTaken = false
    /// A sink that keeps requested pictures has it.
    var isKept = false
  }

  /// The sinks that get a picture.
  enum Audience {
    case all
    /// Those that record it.
    case recording
    /// The others, while it waits for a trigger.
    case watching
  }

  private let pace: JobSettings.Pace
  private let stop: StopFlag
  private var capacity: Int
  private let onWritten: @Sendable (OutputFrame) -> Void
  /// For tests: how long `join(folder:)` lets a sink be idle.
  var patience: Duration?
  private var outlets: [Outlet] = []
  private var recording: Outlet?
  private var pictures: [OutputFrame] = []
  // The sink whose times are the job's: the recording's or, without one, the first running live sink's.
  private var lead: Outlet?
  // Without a recording: pictures that at least one running live sink has taken or will get or, if
  // none runs, pictures made; and their bytes.
  private var shown = (pictures: 0, bytes: 0)

  /// - Parameters:
  ///   - pace: an exact job waits for all of its sinks.
  ///   - stop: ends that wait, too.
  ///   - capacity: size of a picture in bytes.
  ///   - onWritten: called after each picture on the leading sink's thread.
  /// - Throws: `ResourceShortage` when there is no memory for pictures, here and in `add(_:name:_:)`.
  init(
    pace: JobSettings.Pace, stop: StopFlag = StopFlag(), capacity: Int,
    onWritten: @escaping @Sendable (OutputFrame) -> Void = { _ in }
  ) throws(ResourceShortage) {
    self.pace = pace
    self.stop = stop
    self.capacity = capacity
    self.onWritten = onWritten
    // The one being made.
    pictures = try OutputFrame.places(1, capacity: capacity)
  }

  /// Adds a sink and starts its thread, before the first picture.
  ///
  /// - Parameters:
  ///   - kind: which pictures it gets.
  ///   - name: for people.
  ///   - sink: where its thread writes the pictures.
  func add(_ kind: Outlet.Kind, name: String, _ sink: sending any FrameSink) throws(ResourceShortage) {
    let outlet = try Outlet(
      kind, name: name, pace: pace, stop: stop, sink: sink, onWritten: onWritten)
    outlets.append(outlet)
    if kind == .recording { recording = outlet }
    pictures += try OutputFrame.places(kind.most(pace), capacity: capacity)
  }

  /// A picture that no sink is reading; there always is one, as there are more than all sinks can hold.
  func next() -> OutputFrame? {
    for index in pictures.indices where pictures[index].isFree && pictures[index].reserve(capacity) {
      return pictures[index]
    }
    return nil
  }

  /// Adds pictures to replace those held back before they are handed over.
  ///
  /// - Throws: `ResourceShortage` when there is no memory for them.
  func reserve(_ count: Int) throws(ResourceShortage) {
    pictures += try OutputFrame.places(count, capacity: capacity)
  }

  /// Whether recording and films can take another picture without leaving one out.
  var hasRoom: Bool {
    outlets.allSatisfy { !$0.kind.keepsAll || $0.isIdle || $0.waiting < $0.kind.queue(pace) }
  }

  /// Raises the largest size that pictures may have from now on.
  func makeRoom(_ bytes: Int) { capacity = max(capacity, bytes) }

  /// Hands a picture to each sink of an audience that wants it.
  func hand(_ frame: OutputFrame, to audience: Audience = .all) -> Outcome {
    chooseLead()
    var outcome = Outcome(isTaken: recording == nil)
    var isShown = lead == nil
    for outlet in outlets where outlet.wants(frame) {
      if audience != .all, outlet.kind.keepsAll != (audience == .recording) { continue }
      let before = outlet.kept
      guard outlet.offer(frame) == .accepted else { continue }
      if outlet.kind == .recording { outcome.isTaken = true }
      if !outlet.kind.isViewer { outcome.isKept = true }
      if outlet.kind.isViewer, outlet.kept > before { isShown = true }
    }
    if isShown {
      shown.pictures += 1
      shown.bytes += frame.byteCount
    }
    if lead == nil {
      frame.named = MonotonicClock.now()
      onWritten(frame)
    }
    return outcome
  }

  private func chooseLead() {
    if let lead, lead.thread.error == nil { return }
    lead = recording ?? outlets.first { $0.kind.isViewer && $0.thread.error == nil }
    lead?.thread.leads.store(true, ordering: .releasing)
  }

  // MARK: - Account

  /// Pictures that count towards a limit: the recording's or, without one, those that any live sink
  /// has taken or will get. Never decreases, whichever sinks end.
  var published: Int { recording?.kept ?? shown.pictures }

  /// Pictures not recorded because the disk was behind.
  var writerDrops: Int { recording?.dropped ?? 0 }

  /// Pictures written, of those that `published` counts, and their bytes.
  var written: (pictures: Int, bytes: Int) {
    guard let thread = recording?.thread else { return shown }
    return (thread.taken.load(ordering: .relaxed), thread.bytes.load(ordering: .relaxed))
  }

  var reports: [SinkReport] { outlets.map(\.report) }

  /// Waits until the recording has written everything handed over. Only for an exact job, which waits for its sinks anyway.
  func settle() {
    guard let recording else { return }
    while !recording.isIdle, !stop.isStopped { usleep(200) }
  }

  // MARK: - Ends

  /// Why a film is incomplete although the job ran to its end; call it after ``join(folder:)``. A reader that left isn't a loss.
  var lost: FileError? {
    for outlet in outlets where outlet.kind == .film {
      if let error = outlet.thread.error { return error }
      if !outlet.thread.hasEnded { return .io(path: outlet.name, reason: "its disk accepts no more data") }
    }
    return nil
  }

  /// Why pictures have nowhere left to go: the recording ended or, without one, the last of the sinks.
  var failure: FileError? {
    if let recording { return recording.thread.error }
    return outlets.allSatisfy { $0.thread.error != nil } ? outlets.last?.thread.error : nil
  }

  /// What to report: sinks that ended while others run on, and slow sinks.
  func news(at now: Int64, folder: String?) -> [SinkNotice] {
    var result: [SinkNotice] = []
    for outlet in outlets {
      if !outlet.isEndTold, outlet.kind != .recording, let error = outlet.thread.error, failure == nil {
        outlet.isEndTold = true
        let name = outlet.name
        result.append(
          SinkNotice(text: "\(error); continuing without it", brief: { $0.sinkHasEnded(name) }))
      }
      guard let drops = outlet.slowNotice.toTell(of: outlet.dropped, at: now) else { continue }
      let isRecording = outlet.kind == .recording
      result.append(
        SinkNotice(
          text: isRecording
            ? SlowSinkNotice.text(drops, of: outlet.kept, folder: folder ?? outlet.name)
            : SlowSinkNotice.text(
              drops, of: outlet.offered, reader: outlet.name, keeps: outlet.kind != .live),
          brief: isRecording ? \.storageIsSlow : nil))
    }
    return result
  }

  /// How long a sink may be idle at the end. A rerun of an exact job makes again what wasn't
  /// written, so stopping one needn't take long.
  private func patience(with outlet: Outlet) -> Duration {
    patience ?? (pace == .exact && stop.isStopped ? .seconds(5) : outlet.kind.patience)
  }

  /// Signals that no more pictures will follow; waiting pictures are still written.
  func close() { for outlet in outlets { outlet.close() } }

  /// Waits until everything handed over is written. Call `close()` first.
  ///
  /// - Returns: what to report about readers that hang; they are abandoned.
  /// - Throws: `FileError.io(path:reason:)` when the recording hangs: nobody else may touch it then.
  func join(folder: String?) throws(FileError) -> [String] {
    var hanging: [String] = []
    for outlet in outlets where !outlet.thread.join(patience: { patience(with: outlet) }) {
      guard outlet.kind == .recording else {
        hanging.append("\(outlet.name) accepts no more data; ending without it")
        continue
      }
      let seconds = patience(with: outlet).components.seconds
      throw .io(
        path: folder ?? outlet.name,
        reason:
          "its disk has accepted no data for \(seconds) s; what was written before is intact, and the next "
          + "recording there repairs the rest; see dmesg | tail")
    }
    return hanging
  }
}
