import CaptureKit
import Compositor
import FrameBus
import HostResources
import JPEGCodec
import PixelTypes
import Recording

/// Runs the way of a frame from the sources to the sinks: what `run`, `record` and `annotate` do.
///
/// The calling thread is the stage's: it pairs frames, draws and encodes. Each camera has a thread of its own
/// before it, each sink one behind it.
public final class CameraJob {
  private let settings: JobSettings
  private let stop: StopFlag
  private let events: (JobEvent) -> Void
  private let doorbell = Doorbell()
  private let budget = FrameBudget()
  // Before any thread is made, so that all of them are counted.
  private let counter = InstructionCounter()
  private var channels: [CameraChannel] = []
  private let notices = SinkNotices()
  private var service: JobService?
  // The recording's disk takes nothing any more: nobody else may touch it.
  private var isRecordingStuck = false

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
    try PipelineError.wrapping {
      let cameras = try openCameras()
      let made = try confine()
      // On a disk that hangs this would hang, too.
      defer { if !isRecordingStuck { made?.removeEmpty() } }
      try openService()
      var summary: JobSummary?
      defer { closeService(summary) }
      do { summary = try runCameras(cameras) } catch let error as FileError where settings.folder != nil {
        throw NoRoom.advised(error)
      }
      return summary ?? JobSummary()
    }
  }

  /// Cameras are opened first: who has one that is busy can't be found out later.
  private func openCameras() throws -> [Int: any CameraFeed] {
    var feeds: [Int: any CameraFeed] = [:]
    for (index, source) in settings.sources.enumerated() {
      if case .device = source.specification { feeds[index] = try open(source) }
    }
    return feeds
  }

  /// Leaves the process the paths that the job needs, before any thread is made and any file is read.
  private func confine() throws -> MadeFolders? {
    if settings.sandbox == .off { return nil }
    let made = try MadeFolders(settings.folders)
    var rules = PathRules(settings)
    for parent in made.parents { rules.allow(.clears, parent) }
    do { try Sandbox.confine(settings.sandbox, to: rules) { events(.warning($0)) } } catch {
      made.removeEmpty()
      throw error
    }
    return made
  }

  private func openService() throws {
    guard settings.pace == .live, let wanted = settings.service else { return }
    service = try JobService(
      wanted, template: settings.stage.template,
      takesStills: settings.folder != nil || settings.stills != nil, budget: budget, events: events)
    try service?.start()
  }

  private func closeService(_ summary: JobSummary?) {
    guard let service else { return }
    let hasEnded = service.close()
    for message in service.takeMessages() ?? [] { events(message) }
    guard hasEnded else { return events(.warning("the metrics file takes no more data; ending without it")) }
    if let summary { service.finish(summary.progress, events: events) }
  }

  private func runCameras(_ cameras: [Int: any CameraFeed]) throws -> JobSummary {
    let mailbox = settings.control.map { _ in ControlMailbox() }
    let socket = try Self.openSocket(settings.control, mailbox)
    var feeds: [any CameraFeed] = []
    defer {
      socket?.close()
      for channel in channels { channel.letGo() }
      for feed in feeds { feed.requestStop() }
      channels.removeAll()
      for feed in feeds { feed.join() }
    }
    for (index, source) in settings.sources.enumerated() {
      let feed: any CameraFeed
      if let camera = cameras[index] { feed = camera } else { feed = try open(source) }
      events(.detail("\(feed.name): \(feed.negotiation.got.summary)"))
      for difference in feed.negotiation.differences { events(.note("\(feed.name): \(difference)")) }
      feeds.append(feed)
    }
    var firstFailure: CaptureError?
    for feed in feeds {
      do { try feed.start() } catch {
        // One camera that won't start leaves the other to work with. Without a thread for it, nor will the rest have one.
        if case .shortage = error { throw PipelineError.capture(error) }
        if feeds.count == 1 || mustHaveAll { throw PipelineError.capture(error) }
        firstFailure = firstFailure ?? error
        let others = feeds.filter { $0 !== feed }.map { other in
          "\(other.name)\(other.bus.map { " on \($0)" } ?? "")"
        }
        events(.warning("\(error); continuing with \(others.joined(separator: " and "))"))
      }
      if let channel = CameraChannel(feed: feed) { channels.append(channel) }
    }
    let descriptions = try awaitFirstFrames(firstFailure)
    if descriptions.isEmpty {
      var summary = JobSummary()
      summary.remarks = ["stopped before the first frame"]
      return summary
    }
    let stage = try Stage(
      cameras: descriptions.map(\.camera), subsampling: descriptions[0].subsampling, settings: settings.stage)
    let channels = Array(self.channels.prefix(stage.layout.viewfinders.count))
    return try work(stage, channels, mailbox)
  }

  /// Whether a camera that doesn't come is an error, though there is another.
  private var mustHaveAll: Bool { settings.isStrict || settings.onCameraLost == .stop }

  private func open(_ source: JobSettings.Source) throws -> any CameraFeed {
    if let openFeed = settings.openFeed {
      do { return try openFeed(source, doorbell) } catch { throw PipelineError.capture(error) }
    }
    return try FeedFactory.open(
      source, pace: settings.pace, isStrict: settings.isStrict, doorbell: doorbell)
  }

  // MARK: - Before the first picture

  private struct Description {
    var camera: Stage.CameraDescription
    var subsampling: ChromaSubsampling
  }

  private static let ids: [StaticString] = ["primary", "secondary", "third", "fourth"]

  /// Waits until every camera has delivered a frame or failed to, and looks at what they deliver; empty when
  /// asked to stop before.
  private func awaitFirstFrames(_ failure: CaptureError?) throws -> [Description] {
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
      // Once one camera delivers, the others get two seconds more; all the time there is where they have to come.
      let deadline = mustHaveAll ? limit : firstSeen.map { min($0 + 2_000_000_000, limit) } ?? limit
      if now >= deadline { break }
      doorbell.wait(after: ticket, timeout: .nanoseconds(min(deadline - now, 200_000_000)))
    }
    guard firstSeen != nil else {
      if stop.isStopped { return [] }
      if let failure = channels.lazy.compactMap(\.feed.failure).first ?? failure {
        throw PipelineError.capture(failure)
      }
      if channels.allSatisfy({ $0.isOver }) {
        throw PipelineError.noFrames(
          reason:
            "no frame in \(channels.map(\.feed.name).joined(separator: " or in ")): there is nothing to do")
      }
      let seconds = settings.firstFrameTimeout.components.seconds
      throw PipelineError.noFrames(
        reason: "no frame from \(channels.map(\.feed.name).joined(separator: " or ")) in \(seconds) s; "
          + "is the camera in use elsewhere, or the cable loose?")
    }
    if mustHaveAll, !stop.isStopped, settings.pace == .live { try checkThatAllCame() }
    var result: [Description] = []
    for (index, channel) in channels.enumerated() {
      let format = channel.feed.negotiation.got
      var size = format.size
      let pixelFormat = format.pixelFormat
      var subsampling = RawUnpacker.subsampling(of: format.pixelFormat) ?? .yuv422
      // A first frame that can't be read says nothing of those to come.
      if let slot = channel.peek(waits: false), let look = try? StreamProbe.look(at: slot) {
        (size, subsampling) = look
      }
      try StreamProbe.check(size, of: channel.feed.name)
      result.append(
        Description(
          camera: Stage.CameraDescription(
            id: Self.ids[index],
            name: SourceTitle.title(settings.sources[index].specification, name: channel.feed.name),
            size: size, pixelFormat: pixelFormat),
          subsampling: subsampling))
    }
    return result
  }

  private func checkThatAllCame() throws {
    for (index, channel) in channels.enumerated() where channel.peek(waits: false) == nil {
      let what = JobReporter.loss(of: channel.feed, id: Self.ids[index], wasSeen: false)
      let seconds = settings.firstFrameTimeout.components.seconds
      throw PipelineError.noFrames(
        reason: "\(what) in \(seconds) s; is it in use elsewhere, or its cable loose? "
          + "Without --strict and --on-camera-lost stop, the others would continue without it")
    }
  }

  // MARK: - Pictures

  private func work(
    _ stage: Stage, _ channels: [CameraChannel], _ mailbox: ControlMailbox?
  ) throws -> JobSummary {
    let driver = try makeDriver(stage, mailbox)
    let closing = StopFlag()
    let budget = self.budget
    let sinks = try SinkSet(pace: settings.pace, capacity: stage.largestOutput) { budget.record($0) }
    // What can't be opened says so before there is a recording.
    try openReaders(sinks, stage, channels, closing)
    let recording = try openRecording(stage, channels)
    if let recording { try sinks.add(.recording, name: "recording", recording) }
    if settings.pace == .live {
      // As the first picture will be made: see ThreadCountPolicy.
      stage.hasTwoThreads = settings.stage.threads != .one
      rehearse(stage, channels, isFilming: driver.map { $0.shutter.mode == .video } ?? true)
      for channel in channels { channel.discardBacklog() }
    }
    try Sandbox.tighten(
      settings.sandbox, hasControl: settings.control != nil, hasService: settings.service != nil
    ) { events(.warning($0)) }
    let stop = self.stop
    let pairer = FramePairer(
      channels: channels, mode: settings.pace == .exact ? .exact : .live, doorbell: doorbell,
      isStopped: { stop.isStopped })
    let startCPU = MonotonicClock.processCPU()
    let startInstructions = counter.count
    let loop = JobLoop(
      settings, stage: stage, channels: channels, pairer: pairer, sinks: sinks, recording: recording,
      driver: driver, notices: notices, service: service, events: events)
    service?.watch(channels.map(\.feed))

    var failure: (any Error)?
    var end = JobLoop.End.asked
    do { end = try loop.run() } catch { failure = error }
    let now = MonotonicClock.now()
    service?.stopping()
    sinks.close()
    closing.stop()
    do {
      for text in try sinks.join(folder: settings.folder) { events(.warning(text)) }
    } catch {
      isRecordingStuck = true
      throw error
    }
    for notice in notices.take() { events(.warning(notice)) }
    for text in sinks.news(at: now, folder: settings.folder) { events(.warning(text)) }
    failure = failure ?? sinks.failure
    if case .cameraLost(let reason) = end {
      failure =
        failure ?? PipelineError.cameraLost(reason: "\(reason); ending because of --on-camera-lost stop")
    }
    if case .sourcesOver = end, let reason = channels.lazy.compactMap(\.endingFailure).first {
      failure = failure ?? PipelineError.capture(reason)
    }
    var summary = summarize(loop, end, stage, recording, at: now, startCPU: startCPU)
    summary.budget.instructions = counter.perFrame(since: startInstructions, frames: loop.reporter.made)
    do {
      try finishRecording(recording, loop, seconds: Double(loop.elapsed(now)) / 1e9)
    } catch { failure = failure ?? error }
    guard let failure else {
      try checkThatFramesWereUsable(stage)
      return summary
    }
    if let recording, recording.frames > 0 {
      events(
        .note(
          "\(recording.frames.counted("frame is", "frames are")) safe in \(settings.folder ?? recording.writer.folder)"
        ))
    }
    throw failure
  }

  /// A file of which not one frame could be shown is an error, though pictures were made without it.
  private func checkThatFramesWereUsable(_ stage: Stage) throws {
    for (camera, source) in zip(stage.cameras, settings.sources) {
      guard case .files(let file) = source.specification, camera.unusable > 0, !camera.hasPicture else {
        continue
      }
      let problem = camera.lastProblem.map { ": \($0)" } ?? ""
      throw PipelineError.capture(
        .badFile(path: file.path, reason: "none of its frames can be used\(problem)"))
    }
  }

  /// A first picture takes as long as several: it is made of frames that came meanwhile, and thrown away.
  private func rehearse(_ stage: Stage, _ channels: [CameraChannel], isFilming: Bool) {
    stage.show(channels[0].feed.exposure)
    var wall = WallClock()
    stage.rehearse(
      channels.map { $0.peek(waits: false) },
      secondsOfDay: wall.secondsOfDay(monotonic: MonotonicClock.now()),
      recordingSeconds: settings.folder != nil && isFilming ? 0 : nil)
  }

  private static func openSocket(
    _ path: String?, _ mailbox: ControlMailbox?
  ) throws -> ControlSocket? {
    guard let path, let mailbox else { return nil }
    return try ControlSocket(path: path, mailbox: mailbox)
  }

  private func makeDriver(_ stage: Stage, _ mailbox: ControlMailbox?) throws -> ScreenDriver? {
    guard settings.isDriven else { return nil }
    let events = self.events
    let driver = ScreenDriver(
      stage, feed: EventFeed(script: settings.script, mailbox: mailbox), mailbox: mailbox,
      shutter: ShutterState(canRecord: settings.folder != nil, burst: settings.burst),
      warn: { events(.warning($0)) })
    guard let driver else {
      throw PipelineError.usage(reason: "without the chrome there is nothing to press: leave out --no-chrome")
    }
    return driver
  }

  /// Opens the sinks that somebody looks at.
  private func openReaders(
    _ sinks: SinkSet, _ stage: Stage, _ channels: [CameraChannel], _ closing: StopFlag
  ) throws {
    let rate =
      settings.framesPerSecond ?? channels.first?.feed.negotiation.got.framesPerSecond ?? 30
    for output in settings.outputs {
      try sinks.add(
        .live, name: output.description,
        try VideoOutputSink(
          output, size: stage.layout.canvas, subsampling: stage.subsampling, framesPerSecond: rate,
          notices: notices))
    }
    if settings.writesMJPEG {
      try sinks.add(
        .live, name: StandardOutput.name,
        MJPEGSink(StandardOutput(closing: closing, descriptor: settings.standardOutput)))
    }
    if let stills = settings.stills {
      let service = self.service
      try sinks.add(.stills, name: stills, try StillSink(stills) { service?.say($0) })
    }
    if let latest = settings.latest { try sinks.add(.live, name: latest, try LatestSink(path: latest)) }
    if settings.writesJSONLines {
      try sinks.add(
        .live, name: StandardOutput.name,
        JSONLinesSink(StandardOutput(closing: closing, descriptor: settings.standardOutput)))
    }
  }

  private func summarize(
    _ loop: JobLoop, _ end: JobLoop.End, _ stage: Stage, _ recording: RecordingSink?, at now: Int64,
    startCPU: Int64
  ) -> JobSummary {
    var summary = JobSummary()
    summary.progress = loop.progress(at: now)
    if let recording {
      // Pictures that came after the last that fitted the budget are not in the recording.
      summary.progress.written = recording.frames
      summary.progress.bytes = recording.bytes
      summary.freed = recording.freed
    }
    summary.budget = budget.report()
    if loop.reporter.made > 0 {
      summary.budget.cpuMsPerFrame =
        Double(MonotonicClock.processCPU() - startCPU) / 1e6 / Double(loop.reporter.made)
    }
    summary.budget.allocationsPerFrame = loop.reporter.allocationsPerFrame
    summary.canvas = stage.layout.canvas.description
    summary.folder = settings.folder
    summary.firstIndex = recording?.firstIndex
    if case .budgetUsedUp = end { summary.remarks.append("the budget is used up; the recording is complete") }
    for (camera, channel) in zip(summary.progress.cameras, channels) where camera.frames.isMostlySpoiled {
      let frames = camera.frames
      summary.remarks.append(
        "\(camera.id): \(frames.spoiled) of \(frames.looked.counted("frame")) were damaged or unusable; "
          + DamageWatch.advice(channel.feed.bus))
    }
    return summary
  }

  // MARK: - The recording

  private func openRecording(_ stage: Stage, _ channels: [CameraChannel]) throws
    -> RecordingSink?
  {
    guard let folder = settings.folder else { return nil }
    let recording = try RecordingSink(
      RecordingSink.Settings(settings, folder: folder),
      session: SessionDescription(settings, stage, channels.map(\.feed)))
    for repair in recording.takeNotices() { events(.note("\(folder): \(repair)")) }
    return recording
  }

  private func finishRecording(
    _ recording: RecordingSink?, _ loop: JobLoop, seconds: Double
  ) throws {
    guard let recording else { return }
    loop.tellOfRecording()
    var totals = loop.totals(seconds: seconds)
    totals.latencyMs = budget.report().latencyMs
    try recording.finish(totals: totals, endedAt: settings.pace == .live ? SessionDescription.now() : nil)
  }
}
