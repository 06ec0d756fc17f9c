import CaptureKit
import Compositor
import FrameBus
import HostResources
import JPEGCodec
import PixelTypes
import Recordings
import Screen

/// Moves frames from the sources to the sinks: the core of `run`, `record` and `annotate`.
///
/// The calling thread is the stage's: it pairs frames, draws and encodes. Each camera upstream and
/// each sink downstream has its own thread.
package final class CameraJob {
  private let settings: JobSettings
  private let stop: StopFlag
  private let events: (JobEvent) -> Void
  private let doorbell = Doorbell()
  private let budget = FrameBudget()
  // Created before any thread, so that it counts them all.
  private let counter = InstructionCounter()
  private var intakes: [CameraIntake] = []
  private let notices = Inbox<SinkNotice>()
  private var service: JobService?
  // Of jobs that programs may follow, and of live ones, for their metrics.
  private var board: EventBoard?
  private var socket: ControlSocket?
  private var values: (any ValueSupply)?
  private var published: PublishedPictures?
  private var libraryThread: LibraryThread?
  // Memory available to pictures from before a trigger; read before the process is confined.
  private var freeMemory: Int?
  private lazy var opening = OpeningWait(
    stop: stop,
    seconds: [settings.duration, settings.firstFrameTimeout ?? .seconds(OpeningWait.usual)]
      .compactMap { $0.map { $0 / .seconds(1) } }.min()
  ) { [events] in events(.waiting($0)) }
  // The recording's disk hangs: leave its folder alone.
  private var isRecordingStuck = false
  // Pictures in the recording or, without one, those that live sinks took; known at the end.
  private var taken = 0

  /// - Parameters:
  ///   - settings: sources, sinks and limits.
  ///   - stop: ends the job cleanly when set.
  ///   - events: called on the calling thread of ``run()``.
  package init(_ settings: JobSettings, stop: StopFlag, events: @escaping (JobEvent) -> Void) {
    self.settings = settings
    self.stop = stop
    self.events = events
  }

  /// Opens the sources, runs until they end or a limit is reached, and closes everything.
  ///
  /// - Throws: ``PipelineError``. What was recorded by then is intact.
  package func run() throws(PipelineError) -> JobSummary {
    try PipelineError.wrapping {
      try settings.checkSeal()
      if let warning = warning(about: settings.sources.map(\.specification)) { events(.warning(warning)) }
      let cameras = try openCameras()
      if settings.pace == .live { values = try ValueFeeds(settings) } else { try ValueReplay.check(settings) }
      // After this, no pipe can be created.
      if settings.pace == .live || settings.eventPipe != nil {
        board = try EventBoard(pipe: settings.eventPipe)
      }
      freeMemory = settings.before == nil ? nil : MachineMemory.available
      // Before it creates threads or reads files.
      let made = try Sandbox.confine(
        settings.sandbox, to: PathRules(settings), making: settings.folders
      ) { events(.warning($0)) }
      // On a hung disk, this would hang too.
      defer { if !isRecordingStuck { made.removeEmpty() } }
      if settings.pace == .exact { values = try ValueReplay(settings) { [events] in events(.note($0)) } }
      try openService()
      var summary: JobSummary?
      defer { closeService(summary) }
      do { summary = try runCameras(cameras) } catch let error as FileError where settings.folder != nil {
        throw NoRoom.advised(error)
      }
      return summary ?? JobSummary()
    }
  }

  /// Opens cameras first: once confined, the process can't find out who holds a busy one.
  private func openCameras() throws -> [Int: any CameraFeed] {
    var feeds: [Int: any CameraFeed] = [:]
    for (index, source) in settings.sources.enumerated() {
      if case .device = source.specification { feeds[index] = try open(source) }
    }
    return feeds
  }

  private func openService() throws {
    guard settings.pace == .live, let wanted = settings.service else { return }
    service = try JobService(
      wanted, drawings: JobService.Drawings(settings.stage),
      takesStills: settings.folder != nil || settings.sinks.contains(where: \.takesStills), budget: budget,
      events: events)
    try service?.start()
  }

  private func closeService(_ summary: JobSummary?) {
    guard let service else { return }
    let hasEnded = service.close()
    for message in service.messages.take() { events(message) }
    guard hasEnded else { return events(.warning("the metrics file accepts no data; ending without it")) }
    if let summary { service.finish(summary.progress, events: events) }
  }

  private func runCameras(_ cameras: [Int: any CameraFeed]) throws -> JobSummary {
    let mailbox = settings.control.map { _ in ControlMailbox() }
    published = settings.publishes ? PublishedPictures(cameras: settings.names) : nil
    if let path = settings.control, let mailbox {
      socket = try ControlSocket(
        path: path, group: settings.publishGroup, mailbox: mailbox, pictures: published, board: board,
        values: (values as? ValueFeeds)?.board)
    }
    var feeds: [any CameraFeed] = []
    try values?.start()
    defer {
      values?.close()
      if let board, board.counts[.began] != nil { board.tell(.ended) { $0.member("pictures", taken) } }
      socket?.close()
      socket = nil
      for intake in intakes { intake.letGo() }
      for feed in feeds { feed.requestStop() }
      intakes.removeAll()
      for feed in feeds { feed.join() }
    }
    for (index, source) in settings.sources.enumerated() {
      let feed: any CameraFeed
      do { feed = try cameras[index] ?? open(source) } catch {
        // A pipe that waited for its first picture.
        guard stop.isStopped else { throw error }
        return Self.stoppedEarly
      }
      events(.detail("\(feed.name): \(feed.negotiation.got.summary)"))
      for difference in feed.negotiation.differences { events(.note("\(feed.name): \(difference)")) }
      feeds.append(feed)
    }
    if let offsets = settings.offsets {
      events(.note(try offsets.applied(to: zip(settings.names, feeds).map { ($0, $1.stableName) })))
    }
    let firstFailure = try start(feeds)
    let descriptions = try FirstFrames(
      settings: settings, intakes: intakes, doorbell: doorbell, stop: stop
    ).describe(firstFailure)
    tellOfFiles()
    tellOfTurns()
    // A later photo may be the first that isn't upright.
    defer { tellOfTurns() }
    if descriptions.isEmpty { return Self.stoppedEarly }
    let arrangement = Arrangement(settings.stage.layout.mode, cameras: descriptions.count)
    let showing = try makeStage(descriptions, arrangement)
    // Don't read cameras that nobody can select.
    let count = settings.isControlled ? descriptions.count : showing.shown.count
    let intakes = Array(self.intakes.prefix(count))
    return try makePictures(showing, Array(descriptions.prefix(count)), intakes, mailbox)
  }

  private static var stoppedEarly: JobSummary {
    var summary = JobSummary()
    summary.remarks = ["stopped before the first frame"]
    return summary
  }

  private func tellOfFiles() {
    guard settings.stage.arePhotos else { return }
    for source in settings.sources {
      guard let others = source.specification.otherFiles else { continue }
      events(.note("\(source.specification): leaves files alone that are no pictures: \(others)"))
    }
  }

  private func tellOfTurns() {
    for intake in intakes {
      if let remark = intake.turner?.takeRemark() { events(.note("\(intake.feed.name): \(remark)")) }
    }
  }

  /// A generous estimate of a stage's memory, excluding its pictures.
  private static let stageBytes = 32 << 20

  private func makeStage(_ descriptions: [FirstFrames.Description], _ arrangement: Arrangement) throws
    -> Showing
  {
    var stage = settings.stage
    stage.layout.hasControls = settings.isControlled && stage.drawsChrome
    do throws(CompositorError) {
      return try Showing(
        descriptions, arrangement, stage, keepsSize: settings.sinks.contains(where: \.keepsSize))
    } catch {
      // FreeType reports a font that it has no memory for as broken.
      let shortage = ResourceShortage.memory(Self.stageBytes, for: "fonts and glass")
      if case .chrome = error, shortage.limit != .none { throw shortage }
      throw error
    }
  }

  /// Starts the cameras and makes their intakes.
  ///
  /// - Returns: why the first failing camera didn't start, if others can continue.
  private func start(_ feeds: [any CameraFeed]) throws -> CaptureError? {
    var firstFailure: CaptureError?
    for feed in feeds {
      do { try feed.start() } catch {
        // A camera that fails to start leaves the others to work with. But if there is no thread
        // for it, there won't be one for them either.
        if case .shortage = error { throw PipelineError.capture(error) }
        if feeds.count == 1 || settings.mustHaveAll { throw PipelineError.capture(error) }
        firstFailure = firstFailure ?? error
        let others = feeds.filter { $0 !== feed }.map { other in
          "\(other.name)\(other.camera.map { " on \($0.bus)" } ?? "")"
        }
        events(.warning("\(error); continuing with \(others.joined(separator: " and "))"))
      }
      let source = settings.sources[intakes.count]
      let turner = source.redaction == nil ? try makeTurner(source) : nil
      let masker =
        source.masks.isEmpty && !settings.isControlled
        ? nil : try FrameMasker(source.masks, seal: settings.seal)
      let offset = settings.offsets?.nanoseconds(of: feed.stableName) ?? 0
      let delay = settings.pace == .live ? source.redaction?.nanoseconds ?? 0 : 0
      if let intake = CameraIntake(
        feed: feed, turner: turner, masker: masker, offset: offset, delay: delay)
      {
        intakes.append(intake)
      }
    }
    return firstFailure
  }

  private func makeTurner(_ source: JobSettings.Source) throws -> FrameTurner? {
    source.mayNeedTurning ? try FrameTurner(source.turn, policy: settings.stage.damaged) : nil
  }

  private func open(_ source: JobSettings.Source) throws -> any CameraFeed {
    guard var redaction = source.redaction else { return try open(source, doorbell) }
    if settings.stage.arePhotos { redaction = Redaction(redaction.target, delay: .zero, arePhotos: true) }
    return try RedactedFeed(
      open(source, Doorbell()), redaction, turner: makeTurner(source), seal: settings.seal,
      doorbell: doorbell)
  }

  private func open(_ source: JobSettings.Source, _ doorbell: Doorbell) throws -> any CameraFeed {
    if let openFeed = settings.openFeed {
      do { return try openFeed(source, doorbell) } catch { throw PipelineError.capture(error) }
    }
    let feed = try FeedFactory.open(
      source, pace: settings.pace, isStrict: settings.isStrict, doorbell: doorbell, opening: opening)
    // A film waits for the job's setup, so that nothing of it is lost.
    if settings.pace == .live, source.isFilm, source.redaction == nil { (feed as? ReaderFeed)?.hold() }
    return feed
  }

  // MARK: - Pictures

  private func makePictures(
    _ showing: Showing, _ cameras: [FirstFrames.Description], _ intakes: [CameraIntake],
    _ mailbox: ControlMailbox?
  ) throws -> JobSummary {
    let (stage, arrangement) = (showing.stage, showing.arrangement)
    let desk = settings.isControlled && settings.libraryFolder != nil ? LibraryDesk() : nil
    let controller = try makeController(stage, arrangement, cameras, mailbox, intakes, desk)
    let closing = StopFlag()
    let budget = self.budget
    let sinks = try SinkSet(pace: settings.pace, stop: stop, capacity: stage.largestOutput) {
      budget.record($0, writing: $1.writing, named: $1.named ?? MonotonicClock.now())
    }
    // Lack of memory and sinks that can't be opened must fail before a recording exists.
    let preRoll = try makePreRoll(sinks, intakes)
    if settings.pace == .live {
      let bytes = rehearse(
        stage, arrangement.shown.map { intakes[$0] },
        isFilming: controller.map { $0.shutter.mode == .video } ?? true)
      if let preRoll {
        // The cameras' frames are no larger than a picture of them.
        let largest = stage.largestOutput * (settings.stage.keptSources != nil ? 2 : 1)
        events(.note(try preRoll.demand(first: bytes, largest: largest, available: freeMemory)))
      }
    }
    let opening = SinkDestination.Opening(
      size: stage.layout.canvas, subsampling: stage.subsampling,
      framesPerSecond: settings.framesPerSecond ?? intakes.first?.feed.negotiation.got.framesPerSecond ?? 30,
      program: settings.stage.program, isDurable: settings.durability != .none, notices: notices,
      board: board,
      standardOutput: StandardOutput(closing: closing, descriptor: settings.standardOutput))
    for sink in settings.sinks.sorted(by: { $0.place < $1.place }) {
      try sinks.add(sink.policy, name: sink.name, sink.open(opening))
    }
    if let published, let socket {
      try sinks.add(
        .live, name: settings.control ?? "the socket",
        PublishSink(published, quality: settings.stage.quality) { socket.hasPicture() })
    }
    let recording = try openRecording(stage, intakes, arrangement.shown)
    if let recording { try sinks.add(.recording, name: "recording", recording) }
    let librarian = settings.libraryFolder.flatMap { folder in
      controller.map {
        Librarian(folder, recording: recording, words: $0.screen.words, isLive: settings.pace == .live)
      }
    }
    if settings.pace == .live {
      if let desk, let librarian { libraryThread = try LibraryThread(desk, librarian) }
      for (index, intake) in intakes.enumerated().reversed() {
        let isFilm = settings.sources[index].isFilm
        intake.discardBacklog(at: index == 0 && !isFilm ? settings.timekeeper.now() : nil, isFile: isFilm)
      }
    }
    try Sandbox.tighten(
      settings.sandbox, hasControl: settings.control != nil, hasService: settings.service != nil,
      services: settings.services, setsTerminal: settings.values.contains(where: \.isDevice)
    ) { events(.warning($0)) }
    let start = settings.timekeeper.now()
    for intake in intakes { intake.goOn(at: start) }
    let pairer = FramePairer(
      intakes: intakes, mode: settings.pace == .exact ? .exact : .live, wait: settings.wait,
      doorbell: doorbell, timekeeper: settings.timekeeper, isStopped: { [stop] in stop.isStopped })
    let startCPU = MonotonicClock.processCPU()
    let startInstructions = counter.count
    let parts = JobLoop.Parts(
      intakes: intakes, ids: cameras.map(\.camera.id), pairer: pairer, sinks: sinks,
      opening: opening, recording: recording, preRoll: preRoll, controller: controller,
      librarian: settings.pace == .exact ? librarian : nil, published: published,
      board: board, service: service, values: values, notices: notices)
    if JobLoop.codesApart(settings, parts) { try sinks.reserve(1) }
    let loop = JobLoop(settings, showing, parts, events: events)
    service?.watch(intakes.map(\.feed))

    let end: Result<JobLoop.End, any Error>
    do { end = .success(try loop.run()) } catch { end = .failure(error) }
    loop.passRest()
    let now = settings.timekeeper.now()
    service?.stopping()
    loop.programs?.tell([])
    if let libraryThread, !libraryThread.close() {
      events(.warning("the library's disk doesn't answer; ending without it"))
    }
    if settings.levels?.close() == false {
      events(.warning("the disk with the levels doesn't answer; ending without them"))
    }
    for problem in settings.levels?.failures.take() ?? [] { events(.warning(problem)) }
    defer { taken = sinks.written.pictures }
    try close(sinks, closing)
    loop.passNotices(at: now)
    let failure = Self.failure(end, sinks, intakes)
    var summary = loop.summary(try? end.get(), budget: budget.report(), at: now)
    let made = loop.counts.made
    if made > 0 {
      summary.budget.cpuMsPerFrame = Double(MonotonicClock.processCPU() - startCPU) / 1e6 / Double(made)
    }
    summary.budget.instructions = counter.perFrame(since: startInstructions, frames: made)
    return try finish(summary, loop, recording, failure, at: now)
  }

  /// Lets the sinks finish writing, then ends them.
  private func close(_ sinks: SinkSet, _ closing: StopFlag) throws {
    sinks.close()
    closing.stop()
    do {
      for text in try sinks.join(folder: settings.folder) { events(.warning(text)) }
    } catch {
      isRecordingStuck = true
      throw error
    }
  }

  /// Why the pictures ended, if that was a failure.
  private static func failure(
    _ end: Result<JobLoop.End, any Error>, _ sinks: SinkSet, _ intakes: [CameraIntake]
  ) -> (any Error)? {
    if case .failure(let error) = end { return error }
    if let failure = sinks.failure { return failure }
    switch end {
    case .success(.cameraLost(let reason)):
      return PipelineError.cameraLost(reason: "\(reason); ending because of --on-camera-lost stop")
    case .success(.sourcesOver):
      return intakes.lazy.compactMap(\.endingFailure).first.map { PipelineError.capture($0) }
    default: return nil
    }
  }

  /// Closes the recording, and if the job failed, reports what is safe.
  ///
  /// - Throws: `failure`, or an error from closing.
  private func finish(
    _ summary: JobSummary, _ loop: JobLoop, _ recording: RecordingSink?, _ failure: (any Error)?,
    at now: Int64
  ) throws -> JobSummary {
    var failure = failure
    do {
      if let recording {
        try finishRecording(recording, loop, latency: summary.budget.latencyMs, at: now)
      }
    } catch { failure = failure ?? error }
    guard let failure else { return summary }
    if let recording, recording.frames > 0 { events(.note(recording.remains)) }
    throw failure
  }

  /// Makes a picture from the frames that have arrived and discards it, because the first one takes as long as several.
  ///
  /// - Returns: the bytes it would take in a recording.
  private func rehearse(_ stage: Stage, _ intakes: [CameraIntake], isFilming: Bool) -> Int {
    stage.screen?.reduce(.exposureMeasured(intakes[0].feed.camera?.exposure))
    var wall = WallClock()
    return stage.rehearse(intakes.map { $0.peek(waits: false) }) { moment in
      moment.secondsOfDay = wall.secondsOfDay(monotonic: MonotonicClock.now())
      moment.recordingSeconds = settings.folder != nil && isFilming ? 0 : nil
      // As for the first real picture: see ThreadCountPolicy.
      moment.isShared = settings.stage.threads != .one
    }
  }

  private func makeController(
    _ stage: Stage, _ arrangement: Arrangement, _ cameras: [FirstFrames.Description],
    _ mailbox: ControlMailbox?, _ intakes: [CameraIntake], _ library: LibraryDesk?
  ) throws -> ScreenController? {
    guard settings.isControlled else { return nil }
    let events = self.events
    let controller = ScreenController(
      stage, arrangement, feed: EventFeed(script: settings.script, mailbox: mailbox),
      shutter: ShutterState(canRecord: settings.folder != nil, burst: settings.burst, mode: settings.mode),
      library: library,
      cameras: zip(cameras, intakes).map { camera, intake in
        ControlledCamera(
          id: camera.camera.id, name: camera.camera.name, feed: intake.feed,
          turn: intake.turner?.asked ?? .none, levelDegrees: camera.camera.levelDegrees,
          hide: { intake.hide($0) })
      }, levels: settings.levels,
      warn: { events(.warning($0)) })
    guard let controller else {
      throw PipelineError.usage(reason: "without the chrome there is nothing to press: leave out --no-chrome")
    }
    return controller
  }

  // MARK: - The recording

  private func makePreRoll(_ sinks: SinkSet, _ intakes: [CameraIntake]) throws -> PreRoll? {
    guard let before = settings.before, settings.folder != nil else { return nil }
    let camera = intakes.first?.feed.negotiation.got.framesPerSecond ?? 30
    let rate = min(settings.framesPerSecond ?? camera, camera)
    let preRoll = PreRoll(before, framesPerSecond: rate)
    try sinks.reserve(preRoll.most)
    return preRoll
  }

  private func openRecording(
    _ stage: Stage, _ intakes: [CameraIntake], _ shown: [Int]
  ) throws -> RecordingSink? {
    guard let folder = settings.folder else { return nil }
    let recording = try RecordingSink(
      settings, in: folder, session: SessionDescription(settings, stage, intakes, shown), board: board)
    for repair in recording.notices.take() { events(.note("\(folder): \(repair.text)")) }
    if recording.firstIndex > 0 {
      events(.note("\(folder) has pictures: the next one is number \(recording.firstIndex)"))
    }
    return recording
  }

  private func finishRecording(
    _ recording: RecordingSink, _ loop: JobLoop, latency: FrameBudget.Percentiles?, at now: Int64
  ) throws {
    var account = loop.account(isOver: true, seconds: Double(loop.clock.elapsed(now)) / 1e9)
    account.latencyMs = latency
    account.skewMs = loop.cameras.skews.all(loop.cameras.ids)
    try recording.finish(account: account, endedAt: settings.pace == .live ? SessionDescription.now() : nil)
  }
}
