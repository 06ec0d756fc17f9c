import CaptureKit
import FrameBus
import JPEGCodec
import PixelTypes

/// Runs the way of a frame from the sources to the sinks: what `run`, `record` and `annotate` do.
///
/// The calling thread is the stage's: it pairs frames, draws and encodes. Each camera has a thread of its own
/// before it, the sinks one behind it.
public final class CameraJob {
  private let settings: JobSettings
  private let stop: StopFlag
  private let events: (JobEvent) -> Void
  private let doorbell = Doorbell()
  private let budget = FrameBudget()
  private var channels: [CameraChannel] = []
  private var reporter = JobReporter()

  /// - Parameters:
  ///   - stop: ends the job well when set.
  ///   - events: called on the calling thread of ``run()``.
  public init(_ settings: JobSettings, stop: StopFlag, events: @escaping (JobEvent) -> Void) {
    self.settings = settings
    self.stop = stop
    self.events = events
  }

  /// Opens the sources, runs until they or the limits end it, and closes everything.
  ///
  /// - Throws: ``PipelineError``. What was recorded by then is whole.
  public func run() throws(PipelineError) -> JobSummary {
    var feeds: [any CameraFeed] = []
    defer {
      for channel in channels { channel.letGo() }
      for feed in feeds { feed.requestStop() }
      channels.removeAll()
      for feed in feeds { feed.join() }
    }
    for source in settings.sources {
      let feed = try FeedFactory.open(
        source, pace: settings.pace, isStrict: settings.isStrict, doorbell: doorbell)
      events(.detail("\(feed.name): \(feed.negotiation.got.summary)"))
      for difference in feed.negotiation.differences { events(.note("\(feed.name): \(difference)")) }
      feeds.append(feed)
    }
    var firstFailure: CaptureError?
    for feed in feeds {
      do { try feed.start() } catch {
        // One camera that won't start leaves the other to work with.
        if feeds.count == 1 { throw .capture(error) }
        firstFailure = firstFailure ?? error
        events(.warning("\(error)"))
      }
      if let channel = CameraChannel(feed: feed) { channels.append(channel) }
    }
    let descriptions = try awaitFirstFrames(firstFailure)
    let stage = try Stage(
      cameras: descriptions.map(\.camera), subsampling: descriptions[0].subsampling, settings: settings.stage)
    let channels = Array(self.channels.prefix(stage.layout.viewfinders.count))
    return try work(stage, channels)
  }

  // MARK: - Before the first picture

  private struct Description {
    var camera: Stage.CameraDescription
    var subsampling: ChromaSubsampling
  }

  private static let ids: [StaticString] = ["primary", "secondary", "third", "fourth"]

  /// Waits until every camera has delivered a frame or failed to, and looks at what they deliver.
  private func awaitFirstFrames(_ failure: CaptureError?) throws(PipelineError) -> [Description] {
    let start = MonotonicClock.now()
    let limit = start + Int64(settings.firstFrameTimeout / .nanoseconds(1))
    var firstSeen: Int64?
    while true {
      let ticket = doorbell.ticket
      var missing = 0
      for channel in channels {
        if channel.peek(waits: settings.pace == .exact) != nil {
          firstSeen = firstSeen ?? MonotonicClock.now()
        } else if channel.feed.status != .failed && !channel.isOver {
          missing += 1
        }
      }
      if missing == 0 || stop.isStopped { break }
      let now = MonotonicClock.now()
      // Once one camera delivers, the others get two seconds more.
      let deadline = firstSeen.map { min($0 + 2_000_000_000, limit) } ?? limit
      if now >= deadline { break }
      doorbell.wait(after: ticket, timeout: .nanoseconds(min(deadline - now, 200_000_000)))
    }
    guard firstSeen != nil else {
      if let failure = channels.lazy.compactMap(\.feed.failure).first ?? failure { throw .capture(failure) }
      if stop.isStopped { throw .noFrames(reason: "stopped before the first frame") }
      if channels.allSatisfy({ $0.isOver }) {
        throw .noFrames(
          reason:
            "no frame in \(channels.map(\.feed.name).joined(separator: " or in ")): there is nothing to do")
      }
      let seconds = settings.firstFrameTimeout.components.seconds
      throw .noFrames(
        reason: "no frame from \(channels.map(\.feed.name).joined(separator: " or ")) in \(seconds) s; "
          + "is the camera in use elsewhere, or the cable loose?")
    }
    var result: [Description] = []
    for (index, channel) in channels.enumerated() {
      let format = channel.feed.negotiation.got
      var size = format.size
      var subsampling = RawUnpacker.subsampling(of: format.pixelFormat) ?? .yuv422
      // A first frame that can't be read says nothing of those to come.
      if let slot = channel.peek(waits: false), let look = try? StreamProbe.look(at: slot) {
        (size, subsampling) = look
      }
      result.append(
        Description(
          camera: Stage.CameraDescription(
            id: Self.ids[index],
            name: SourceTitle.title(settings.sources[index].specification, name: channel.feed.name),
            size: size),
          subsampling: subsampling))
    }
    return result
  }

  // MARK: - The loop

  private func work(_ stage: Stage, _ channels: [CameraChannel]) throws(PipelineError) -> JobSummary {
    let recording = try openRecording(stage, channels)
    var sinks: [any FrameSink] = []
    if let recording { sinks.append(recording) }
    if settings.writesMJPEG { sinks.append(MJPEGSink(descriptor: 1)) }
    if let latest = settings.latest { sinks.append(LatestSink(path: latest)) }
    if settings.writesJSONLines { sinks.append(JSONLinesSink(descriptor: 1)) }

    // One is being made, one written, two wait.
    let output = FrameBus(
      slots: (0..<4).map { _ in OutputFrame(capacity: stage.largestOutput) }, capacity: 2,
      policy: settings.pace == .exact ? .block : .dropNewest)
    guard var producer = output.takeProducer(), let consumer = output.takeConsumer() else {
      throw .usage(reason: "the output ring is taken")
    }
    let budget = self.budget
    let thread = SinkThread(consumer: consumer, sinks: sinks, onWritten: { budget.record($0.times) })
    defer {
      producer.close()
      thread.join()
    }

    let stop = self.stop
    let pairer = FramePairer(
      channels: channels, mode: settings.pace == .exact ? .exact : .live, doorbell: doorbell,
      isStopped: { stop.isStopped })
    var selector = PictureSelector(settings)
    var wall = WallClock()
    let start = MonotonicClock.now()
    let startCPU = MonotonicClock.processCPU()
    var firstTime: Int64?
    var remark: String?
    // A slot that the ring refused is still this thread's: the next to be filled.
    var spare: Int?
    reporter.start(at: start)

    loop: while true {
      if let frames = settings.frames, reporter.published >= frames { break }
      let before = MonotonicClock.now()
      let asleepBefore = pairer.asleep
      let step = pairer.next()
      if step == .over { break }
      let now = MonotonicClock.now()
      let time = pairer.time
      firstTime = firstTime ?? time
      if let duration = settings.duration {
        let elapsed = settings.pace == .exact ? time - (firstTime ?? time) : now - start
        if elapsed >= Int64(duration / .nanoseconds(1)) { break }
      }
      stage.draw(pairer.inputs, nanoseconds: time)
      stage.times[.pair] = now - before - (pairer.asleep - asleepBefore)
      pairer.releaseLost()
      reporter.note(changesIn: pairer.inputs, channels, stage, events)
      // A tick has nothing new to record; who watches wants to see that it stands still.
      let counts =
        step == .tick
        ? settings.folder == nil : selector.selects(nanoseconds: time, isSnapped: stage.isSnapped)
      if counts {
        // In an exact job the writer is waited for; live, a writer that is behind costs this picture.
        let index = spare ?? (settings.pace == .exact ? producer.waitForFree() : producer.takeFree())
        spare = nil
        if let index {
          let seconds =
            settings.pace == .exact ? Int(time / 1_000_000_000) % 86400 : wall.secondsOfDay(monotonic: now)
          let recordingSeconds =
            settings.folder == nil ? nil : Double(time - (firstTime ?? time)) / 1e9
          try stage.finish(
            pairer.inputs, secondsOfDay: seconds, recordingSeconds: recordingSeconds, skew: pairer.skew,
            into: producer.slot(index))
          if let skew = pairer.skew { budget.record(skew: skew) }
          switch producer.publish(index) {
          case .accepted, .displaced: reporter.published += 1
          case .refused:
            spare = index
            reporter.writerDrops += 1
          case .closed: break loop
          }
        } else if producer.isConsumerClosed {
          break
        } else {
          reporter.writerDrops += 1
        }
      }
      reporter.pictureMade(at: now)
      if let recording, recording.isFull {
        remark = "the budget is used up; the recording is complete"
        break
      }
      if reporter.isDue(now) {
        events(.progress(reporter.progress(channels, stage, thread, at: now, settings)))
      }
    }
    producer.close()
    thread.join()
    if let error = thread.error {
      try finishRecording(recording, stage, channels, seconds: elapsedSeconds(start, firstTime, pairer.time))
      throw error
    }
    var summary = JobSummary()
    let end = MonotonicClock.now()
    summary.progress = reporter.progress(channels, stage, thread, at: end, settings)
    summary.budget = budget.report()
    if reporter.made > 0 {
      summary.budget.cpuMsPerFrame =
        Double(MonotonicClock.processCPU() - startCPU) / 1e6 / Double(reporter.made)
    }
    summary.budget.allocationsPerFrame = reporter.allocationsPerFrame
    summary.canvas = stage.layout.canvas.description
    summary.remark = remark
    summary.folder = settings.folder
    summary.firstIndex = recording?.writer.session.firstIndex
    try finishRecording(recording, stage, channels, seconds: elapsedSeconds(start, firstTime, pairer.time))
    return summary
  }

  private func elapsedSeconds(_ start: Int64, _ first: Int64?, _ last: Int64) -> Double {
    settings.pace == .exact
      ? Double(last - (first ?? last)) / 1e9 : Double(MonotonicClock.now() - start) / 1e9
  }

  // MARK: - The recording

  private func openRecording(_ stage: Stage, _ channels: [CameraChannel]) throws(PipelineError)
    -> RecordingSink?
  {
    guard let folder = settings.folder else { return nil }
    let session = SessionDescription(settings, stage, channels.map(\.feed))
    let writer = try RecordingWriter(
      folder: folder, session: session, recordsTimes: settings.pace == .live)
    for repair in writer.repairs { events(.note("\(folder): \(repair)")) }
    return RecordingSink(writer: writer, budgetBytes: settings.budgetBytes)
  }

  private func finishRecording(
    _ recording: RecordingSink?, _ stage: Stage, _ channels: [CameraChannel], seconds: Double
  ) throws(PipelineError) {
    guard let recording else { return }
    var totals = SessionTotals()
    for (camera, channel) in zip(stage.cameras, channels) {
      totals.dropped["\(camera.id)"] = channel.drops
      totals.damaged += camera.damaged + camera.unusable
      totals.reconnects += Int(clamping: channel.feed.counters.reconnects)
    }
    if reporter.writerDrops > 0 { totals.dropped["writer"] = reporter.writerDrops }
    totals.seconds = (seconds * 1000).rounded() / 1000
    try recording.writer.finish(
      totals: totals, endedAt: settings.pace == .live ? SessionDescription.now() : nil)
  }
}
