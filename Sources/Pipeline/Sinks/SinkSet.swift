import Compositor
import Glibc
import HostResources
import Recordings

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

  private let pace: JobPace
  private let stop: StopFlag
  private var capacity: Int
  private let onWritten: (Picture, Receipt) -> Void
  /// For tests: how long `join(folder:)` lets a sink be idle.
  var patience: Duration?
  private var sinks: [Sink] = []
  // They get no more pictures, but still write, or weren't reported.
  private var leaving: [Sink] = []
  // Pictures beyond those of the sinks.
  private var reserved = 1
  private var recording: Sink?
  private(set) var pictures: [Picture] = []
  // The sink whose times are the job's: the recording's or, without one, the first running live sink's.
  private var timed: Sink?
  // Without a recording: pictures that at least one running live sink has taken or will get or, if
  // none runs, pictures made; and their bytes.
  private var shown = (pictures: 0, bytes: 0)

  /// - Parameters:
  ///   - pace: an exact job waits for all of its sinks.
  ///   - stop: ends that wait, too.
  ///   - capacity: size of a picture in bytes.
  ///   - onWritten: called for each picture that the timed sink has written.
  /// - Throws: `ResourceShortage` when there is no memory for pictures, here and in `add(_:name:_:)`.
  init(
    pace: JobPace, stop: StopFlag = StopFlag(), capacity: Int,
    onWritten: @escaping (Picture, Receipt) -> Void = { _, _ in }
  ) throws(ResourceShortage) {
    self.pace = pace
    self.stop = stop
    self.capacity = capacity
    self.onWritten = onWritten
    // The one being made.
    pictures = try Picture.places(reserved, capacity: capacity)
  }

  /// Adds a sink and starts its thread.
  ///
  /// - Parameters:
  ///   - name: for people.
  ///   - writer: where its thread writes the pictures.
  func add(_ policy: SinkPolicy, name: String, _ writer: sending any SinkWriter) throws(ResourceShortage) {
    let sink = try Sink(policy, name: name, pace: pace, stop: stop, writer: writer)
    sinks.append(sink)
    if policy == .recording { recording = sink }
    try fill()
  }

  /// Gives a sink no more pictures. It writes those that wait, then ends.
  func remove(_ destination: SinkDestination) {
    guard
      let place = sinks.firstIndex(where: { $0.policy == destination.policy && $0.name == destination.name })
    else { return }
    let sink = sinks.remove(at: place)
    sink.close()
    leaving.append(sink)
    if timed === sink { timed = nil }
  }

  /// Whether a sink that was removed still writes.
  func isLeaving(_ destination: SinkDestination) -> Bool {
    leaving.contains { $0.name == destination.name && !$0.hasEnded }
  }

  private func fill() throws(ResourceShortage) {
    let needed = (sinks + leaving).reduce(reserved) { $0 + $1.policy.most(pace) }
    pictures += try Picture.places(max(needed - pictures.count, 0), capacity: capacity)
  }

  /// A picture that nobody holds; there always is one, as there are more than all sinks can hold.
  func next() -> Picture? {
    collect()
    for index in pictures.indices where pictures[index].isFree && pictures[index].reserve(capacity) {
      return pictures[index]
    }
    return nil
  }

  /// Adds pictures to replace those held back before they are handed over.
  ///
  /// - Throws: `ResourceShortage` when there is no memory for them.
  func reserve(_ count: Int) throws(ResourceShortage) {
    reserved += count
    try fill()
  }

  /// Whether recording and films can take another picture without leaving one out.
  var hasRoom: Bool {
    collect()
    return sinks.allSatisfy { !$0.policy.keepsAll || $0.isIdle || $0.waiting < $0.policy.queue(pace) }
  }

  /// Raises the largest size that pictures may have from now on.
  func makeRoom(_ bytes: Int) { capacity = max(capacity, bytes) }

  /// Hands a picture to each sink that wants it.
  ///
  /// - Parameters:
  ///   - recorded: what recordings and films get; `nil` while it waits for a trigger.
  ///   - watched: what the others get; `nil` if they have it.
  func hand(recorded: Issue?, watched: Issue?) -> Outcome {
    collect()
    chooseLead()
    var outcome = Outcome(isTaken: recording == nil)
    guard let picture = (recorded ?? watched)?.picture else { return outcome }
    var isShown = timed == nil
    for sink in sinks where sink.policy.wants(picture.fate) {
      guard let issue = sink.policy.keepsAll ? recorded : watched else { continue }
      let before = sink.kept
      guard sink.offer(issue) else { continue }
      if sink.policy == .recording { outcome.isTaken = true }
      if !sink.policy.isViewer { outcome.isKept = true }
      if sink.policy.isViewer, sink.kept > before { isShown = true }
    }
    if isShown {
      shown.pictures += 1
      shown.bytes += picture.byteCount
    }
    if timed == nil { onWritten(picture, Receipt(picture: picture, named: MonotonicClock.now())) }
    return outcome
  }

  private func chooseLead() {
    if let timed, timed.error == nil { return }
    timed = recording ?? sinks.first { $0.policy.isViewer && $0.error == nil }
  }

  /// Takes the receipts that have come back.
  private func collect() {
    for sink in sinks { collect(from: sink) }
    for sink in leaving { collect(from: sink) }
  }

  private func collect(from sink: Sink) { sink.collect(sink === timed ? onWritten : { _, _ in }) }

  // MARK: - Account

  /// Pictures that count towards a limit: the recording's or, without one, those that any live sink
  /// has taken or will get. Never decreases, whichever sinks end.
  var published: Int { recording?.kept ?? shown.pictures }

  /// Pictures not recorded because the disk was behind.
  var writerDrops: Int { recording?.dropped ?? 0 }

  /// Pictures written, of those that `published` counts, and their bytes.
  var written: (pictures: Int, bytes: Int) {
    collect()
    return recording.map { ($0.taken, $0.bytes) } ?? shown
  }

  var reports: [SinkReport] {
    collect()
    return sinks.map(\.report)
  }

  /// Waits until the recording has written everything handed over. Only for an exact job, which waits for its sinks anyway.
  func settle() {
    guard let recording else { return }
    while !stop.isStopped {
      collect(from: recording)
      if recording.isIdle { return }
      usleep(200)
    }
  }

  // MARK: - Ends

  /// Why a film is incomplete although the job ran to its end; call it after ``join(folder:)``. A reader that left isn't a loss.
  var lost: FileError? {
    for sink in sinks + leaving where sink.policy == .film {
      if let error = sink.error { return error }
      if !sink.hasEnded { return .io(path: sink.name, reason: "its disk accepts no more data") }
    }
    return nil
  }

  /// Why pictures have nowhere left to go: the recording ended or, without one, the last of the sinks.
  var failure: FileError? {
    collect()
    if let recording { return recording.error }
    return sinks.allSatisfy { $0.error != nil } ? sinks.last?.error : nil
  }

  /// What to report: sinks that ended while others run on, and slow sinks.
  func news(at now: Int64, folder: String?) -> [SinkNotice] {
    var result: [SinkNotice] = []
    let hasFailed = failure != nil
    for sink in leaving where sink.hasEnded && !sink.isEndTold {
      sink.isEndTold = true
      result.append(
        sink.error.map { SinkNotice(text: "\($0)") }
          ?? SinkNotice(text: "\(sink.name): closed after \(sink.taken.counted("picture"))", isProblem: false)
      )
    }
    // A film that couldn't be completed counts at the end, too.
    leaving.removeAll { $0.isEndTold && $0.error == nil }
    for sink in sinks {
      if !sink.isEndTold, sink.policy != .recording, let error = sink.error, !hasFailed {
        sink.isEndTold = true
        let name = sink.name
        result.append(
          SinkNotice(text: "\(error); continuing without it", brief: { $0.sinkHasEnded(name) }))
      }
      guard let drops = sink.slowNotice.toTell(of: sink.dropped, at: now) else { continue }
      let isRecording = sink.policy == .recording
      result.append(
        SinkNotice(
          text: isRecording
            ? SlowSinkNotice.text(drops, of: sink.kept, folder: folder ?? sink.name)
            : SlowSinkNotice.text(
              drops, of: sink.offered, reader: sink.name, keeps: sink.policy != .live),
          brief: isRecording ? \.storageIsSlow : nil))
    }
    return result
  }

  /// How long a sink may be idle at the end. A rerun of an exact job makes again what wasn't
  /// written, so stopping one needn't take long.
  private func patience(with sink: Sink) -> Duration {
    patience ?? (pace == .exact && stop.isStopped ? .seconds(5) : sink.policy.patience)
  }

  /// Signals that no more pictures will follow; waiting pictures are still written.
  func close() { for sink in sinks { sink.close() } }

  /// Waits until everything handed over is written. Call `close()` first.
  ///
  /// - Returns: what to report about readers that hang; they are abandoned.
  /// - Throws: `FileError.io(path:reason:)` when the recording hangs: nobody else may touch it then.
  func join(folder: String?) throws(FileError) -> [String] {
    var hanging: [String] = []
    for sink in sinks + leaving
    where !sink.join(patience: { patience(with: sink) }, sink === timed ? onWritten : { _, _ in }) {
      guard sink.policy == .recording else {
        hanging.append("\(sink.name) accepts no more data; ending without it")
        continue
      }
      let seconds = patience(with: sink).components.seconds
      throw .io(
        path: folder ?? sink.name,
        reason:
          "its disk has accepted no data for \(seconds) s; what was written before is intact, and the next "
          + "recording there repairs the rest; see dmesg | tail")
    }
    return hanging
  }
}
