import Compositor
import GlassChrome
import Glibc
import HostResources
import Recordings

/// The stage thread's loop: pair, draw, decide, finish, hand over.
final class JobLoop {
  let run: JobRun
  private let controller: ScreenController?
  /// Answers the controller's library in an exact job; in a live one a thread does.
  private let librarian: Librarian?
  private let service: JobService?
  private let notices: SinkNotices
  private var stages: StageSwitch
  /// Pictures from before a trigger; `nil` if none are kept.
  private let preRoll: PreRoll?
  private var told: ToldFacts
  private var segments: SegmentClock
  private var formats = FormatChanges()
  private var screen = ScreenPolicy()
  /// Nanoseconds that a picture may take; 0 if nothing waits for it.
  private let budget: Int64
  private var threads: ThreadCountPolicy
  private var glass = QualityGovernor()
  private var programs: EventPolicy?
  /// One for each camera; none in an exact job.
  private var health: [CameraHealth]

  /// Why the loop ended.
  enum End {
    /// A stop was requested or a limit reached.
    case asked
    /// The sources have no more frames.
    case sourcesOver
    /// The recording may not grow any further.
    case budgetUsedUp
    /// The recording ended or, without one, the last sink did: ``SinkSet/failure`` has the reason.
    case sinksClosed
    /// A camera was lost and the job is set to end then: which camera, and why.
    case cameraLost(String)
  }

  init(
    _ run: JobRun, _ stages: StageSwitch, controller: ScreenController?, librarian: Librarian? = nil,
    notices: SinkNotices, preRoll: PreRoll? = nil, eventPipe: EventPipe? = nil,
    service: JobService? = nil
  ) {
    self.run = run
    self.stages = stages
    self.controller = controller
    self.librarian = librarian
    self.notices = notices
    self.preRoll = preRoll
    self.service = service
    programs = eventPipe.map { EventPolicy($0) }
    told = ToldFacts(cameras: run.channels.count)
    segments = SegmentClock(run.settings.segment)
    budget = run.settings.pictureBudget(
      cameraRate: run.channels.first?.feed.negotiation.got.framesPerSecond)
    threads = ThreadCountPolicy(run.settings.stage.threads, budget: budget)
    run.stage.hasTwoThreads = threads.isTwo
    health = run.settings.pace == .live ? run.channels.map { _ in CameraHealth() } : []
  }

  /// Makes pictures until the job ends.
  ///
  /// - Throws: ``PipelineError/picture(_:)`` if a picture can't be encoded.
  func makePictures() throws(PipelineError) -> End {
    let pairer = run.pairer
    while true {
      if let frames = run.settings.frames, run.sinks.published >= frames { return .asked }
      let before = MonotonicClock.now()
      let asleepBefore = pairer.asleep
      waitForRoom()
      let step = pairer.next()
      if step == .over { return pairer.wasStopped ? .asked : .sourcesOver }
      let now = MonotonicClock.now()
      run.noteTime()
      if let duration = run.settings.duration, run.elapsed(now) >= Int64(duration / .nanoseconds(1)) {
        return .asked
      }
      showExposure()
      controller?.advance(to: pairer.time)
      if let librarian, let desk = controller?.library.desk {
        librarian.answerAll(at: desk) { run.sinks.settle() }
      }
      rearrange()
      run.takeFrames(step, pairing: now - before - (pairer.asleep - asleepBefore))
      let drawing = run.stage.draw(run.frames)
      run.reporter.note(
        changesIn: run.frames, run.shown, run.channels, run.stage, run.settings.onCameraLost, run.events)
      run.lookForTriggers(isAsked: controller?.takeTrigger() ?? false)
      noteFormats()
      programs?.tell(run.frames, run.shown, run.ids, run.firing, folder: run.settings.folder)
      if run.settings.onCameraLost == .stop, let reason = run.reporter.lost { return .cameraLost(reason) }
      try handOver(drawing, step, now)
      if run.sinks.failure != nil { return .sinksClosed }
      // Only now: the manifest's line uses these frames' numbers.
      pairer.releaseLost()
      run.reporter.pictureMade(at: now)
      passNotices(at: now)
      checkIn(at: now)
      lookAfterCameras(at: now)
      if run.recording?.isFull ?? false { return .budgetUsedUp }
      if run.settings.reportsProgress, run.reporter.isDue(now) {
        run.apart { run.events(.progress(run.progress(at: now))) }
      }
    }
  }

  /// Makes a pipe wait for the disk, so that none of its frames are dropped.
  private func waitForRoom() {
    guard run.settings.pace == .live, run.channels[0].feed.waits else { return }
    while !run.sinks.hasRoom, !run.pairer.wasStopped { usleep(1000) }
  }

  /// Makes another stage if other cameras or another layout were chosen; if that fails, the current one stays.
  private func rearrange() {
    guard let controller else { return }
    let wanted = controller.arrangement
    guard wanted != run.arrangement || hasOtherSize(controller) else { return }
    run.apart {
      do throws(CompositorError) {
        let next = try stages.stage(for: wanted, in: run)
        run.sinks.makeRoom(next.largestOutput)
        run.show(next, wanted)
        segments.request()
        controller.goOn(with: next, wanted)
        let cameras = wanted.shown.map { "\(run.ids[$0])" }.joined(separator: " and ")
        run.events(
          .note(
            "now shows \(cameras), \(wanted.mode.rawValue), \(next.layout.canvas)"
              + (run.recording == nil ? "" : ": the recording continues in a new segment")))
      } catch {
        controller.goOn(with: run.stage, run.arrangement)
        run.events(.warning("the layout is unchanged: \(error)"))
      }
    }
  }

  /// Whether a camera sends frames of another size on request. Otherwise its viewfinder scales them.
  private func hasOtherSize(_ controller: ScreenController) -> Bool {
    for index in run.shown
    where controller.wantsOtherSize(of: index) && stages.isOutgrown(by: index, in: run) { return true }
    return false
  }

  /// Shows the main camera's exposure if it may have changed.
  private func showExposure() {
    let main = run.shown[0]
    let feed = run.channels[main].feed
    guard screen.mustReadExposure(of: main, reconnects: feed.counters.reconnects) else { return }
    let exposure = feed.exposure
    run.stage.screen.show(exposure)
    // The driver doesn't report what the camera chooses for each frame.
    run.stage.exposureSeconds = exposure?.time.flatMap { $0.isAutomatic ? nil : $0.value }
  }

  /// A camera that returns with another format begins a segment, because the recording's description states the formats:
  /// a new folder with `--segment`, else a new run in the same folder.
  private func noteFormats() {
    guard run.recording != nil, let change = formats.change(in: run.pairer.inputs) else { return }
    run.apart {
      run.events(
        .note(
          "\(run.ids[change.camera]) now sends \(change.now.summary) instead of \(change.before.summary): "
            + "the recording continues in a new segment"))
      segments.request()
    }
  }

  /// Shows the service that the stage is running, and takes its messages and reread settings.
  private func checkIn(at now: Int64) {
    guard let service else { return }
    service.turn(at: now)
    // Occasional, so outside the steady state.
    run.apart {
      if service.wantsProgress { service.give(run.progress(at: now)) }
      for message in service.takeMessages() { run.events(message) }
      if let reload = service.takeReload() { run.take(reload) }
    }
  }

  /// Reports cameras that become slow or send many damaged frames.
  private func lookAfterCameras(at now: Int64) {
    for index in health.indices {
      run.apartIfSaid {
        let warnings = health[index].warnings(
          about: run.channels[index].feed, run.tally(of: index), id: run.ids[index], at: now)
        for warning in warnings { run.events(.warning(warning)) }
        return !warnings.isEmpty
      }
    }
  }

  /// Passes on what the recording and the other sinks reported: problems, ended sinks, slow sinks.
  func passNotices(at now: Int64) {
    for notice in notices.take() { pass(notice) }
    if let recording = run.recording, recording.hasNews {
      run.apart {
        for notice in recording.takeNotices() { pass(notice, prefix: "\(run.settings.folder ?? ""): ") }
      }
    }
    run.apart {
      for notice in run.sinks.news(at: now, folder: run.settings.folder) { pass(notice) }
    }
  }

  /// To the log and the screen.
  private func pass(_ notice: SinkNotice, prefix: String = "") {
    run.events(.warning(prefix + notice.text))
    guard let brief = notice.brief else { return }
    run.stage.screen.say(brief, role: .error, nanoseconds: run.pairer.time)
  }

  /// The current segment's totals, at the end.
  func totals(seconds: Double) -> SessionTotals {
    segments.currentPart(of: run.totals(told, isOver: true, seconds: seconds))
  }

  // MARK: - One picture

  /// What a picture is used for.
  private enum Use {
    case take
    /// Show it to viewers, but don't record it.
    case show
    case pass
  }

  /// What becomes of a picture.
  private struct Fate {
    var use: Use
    var purpose = OutputFrame.Purpose()
    /// Whether it waits for a trigger.
    var isHeld = false
  }

  private func decide(_ step: FramePairer.Step) -> Fate {
    var fate = Fate(use: use(step))
    fate.purpose.isStill = step == .picture && service?.signals.isStillWanted ?? false
    // A still is taken even if this picture wouldn't be.
    fate.purpose.isExtra = fate.purpose.isStill && run.settings.folder != nil && fate.use != .take
    if fate.purpose.isExtra { fate.use = .take }
    fate.isHeld = preRoll != nil && step == .picture && (fate.use == .take || mayBeTriggered)
    fate.purpose.isRecorded = fate.use == .take || fate.isHeld
    fate.purpose.shot = fate.use == .take ? controller?.shutter.nextShot : nil
    return fate
  }

  private func use(_ step: FramePairer.Step) -> Use {
    let settings = run.settings
    // A tick brings nothing new to record, but viewers must see that the picture has stopped.
    if step == .tick { return settings.folder == nil ? .take : .pass }
    let isSelected = run.selector.selects(
      nanoseconds: run.pairer.time, isTriggered: !run.firing.isEmpty)
    guard settings.folder != nil, let controller else { return isSelected ? .take : .pass }
    switch controller.shutter.use {
    case .film: return isSelected ? .take : .pass
    case .shot: return .take
    case .paused where isSelected: run.reporter.paused += 1
    case .paused, .idle: break
    }
    return settings.publishes || settings.sinks.contains { $0.showsAll } ? .show : .pass
  }

  /// Finishes the picture and passes it to the sinks, if it counts.
  private func handOver(
    _ drawing: consuming Drawing, _ step: FramePairer.Step, _ now: Int64
  ) throws(PipelineError) {
    drainPreRoll(now)
    let beforeSelection = run.selector
    let fate = decide(step)
    guard fate.use != .pass || fate.isHeld, let output = run.sinks.next() else { return }
    try finish(drawing, for: fate.purpose, into: output, now)
    output.beginsSegment = !fate.isHeld && fate.use == .take && beginSegment(output, now)
    let spent = run.settings.workTime?(run.reporter.made) ?? output.times.total
    describe(output)
    adapt(to: spent)
    if fate.isHeld, let preRoll {
      preRoll.hold(output, nanoseconds: run.pairer.time, isDue: fate.use == .take)
      if fate.purpose.isStill { service?.signals.stillIsTaken() }
      drainPreRoll(now)
      return
    }
    told.settle(output)
    // An exact job waits for a slow writer. A live one drops this picture but keeps its slot for the next.
    let outcome = run.sinks.hand(output)
    if fate.purpose.isStill, outcome.isKept { service?.signals.stillIsTaken() }
    guard fate.use == .take else { return }
    guard outcome.isTaken else {
      run.selector = beforeSelection
      if output.beginsSegment { run.recording?.withdraw() }
      return
    }
    tookPicture(output)
  }

  /// Completes a finished picture's line.
  private func describe(_ output: OutputFrame) {
    let chrome = run.stage.screen.chrome
    if let failure = screen.news(of: chrome?.failure) {
      run.events(.warning("the screen is unchanged: \(failure)"))
    }
    let elements = chrome?.accessibility ?? []
    if run.settings.publishes { output.screenVersion = screen.version(of: elements) }
    if run.settings.describesScreen {
      // Allocates nothing while the screen stays the same.
      output.screen.removeAll(keepingCapacity: true)
      if told.isNews(elements) { output.screen = run.stage.screen.described(run.stage.layout) }
    }
    told.state(chrome?.quality, in: output)
    guard told.lookForControls(of: run.channels) else { return }
    run.apart { told.stateControls(of: run.channels, run.ids, in: output) }
  }

  /// Chooses threads and glass for the next picture.
  ///
  /// - Parameter spent: nanoseconds of work on this one, excluding waits.
  private func adapt(to spent: Int64) {
    threads.note(spent: spent)
    run.stage.hasTwoThreads = threads.isTwo
    let change = glass.note(spent: spent, budget: budget, at: run.pairer.time)
    guard let next = change?.to, let chrome = run.stage.screen.chrome else { return }
    let isWorse = next > chrome.quality
    run.apart {
      run.events(
        .detail("pictures are \(isWorse ? "late" : "in time again"): the glass is now \(next.name)"))
    }
    chrome.quality = next
    run.hasNewGlass = true
  }

  private func tookPicture(_ output: OutputFrame) {
    told.tell(output)
    if run.settings.describesScreen { told.tell(run.stage.screen.chrome?.accessibility ?? []) }
    run.utcWasTaken()
    if run.recording != nil {
      told.damaged = run.spoiled
      segments.took(
        nanoseconds: run.pairer.time, bytes: output.recordedBytes, isFirst: output.beginsSegment)
    }
    programs?.pictures += 1
    controller?.tookPicture()
  }

  /// Whether a picture that doesn't count now will count if a trigger fires in time.
  private var mayBeTriggered: Bool {
    guard let shutter = controller?.shutter else { return true }
    return shutter.use == .film
  }

  /// Passes on pictures from before a trigger, as fast as the disk takes them.
  private func drainPreRoll(_ now: Int64) {
    preRoll?.drain(hasRoom: { run.sinks.hasRoom }) { output, _ in
      output.beginsSegment = beginSegment(output, now)
      told.settle(output)
      if run.sinks.hand(output).isTaken {
        tookPicture(output)
      } else if output.beginsSegment {
        run.recording?.withdraw()
      }
    }
  }

  /// Passes on what still belongs in the recording, at the end.
  func finishPreRoll() {
    guard let preRoll else { return }
    preRoll.close()
    while preRoll.isDraining, run.sinks.failure == nil {
      drainPreRoll(MonotonicClock.now())
      if preRoll.isDraining { usleep(1000) }
    }
  }

  /// Reports the end of the job.
  func tellEnd() { programs?.tellEnd(run.frames) }

  private func finish(
    _ drawing: consuming Drawing, for purpose: OutputFrame.Purpose, into output: OutputFrame, _ now: Int64
  ) throws(PipelineError) {
    let before = Allocations.count
    do {
      try run.stage.finish(
        drawing, for: purpose, secondsOfDay: run.secondsOfDay(now), recordingSeconds: recordingSeconds,
        into: output)
    } catch { throw .picture(error) }
    if run.hasNewGlass { run.reporter.leaveOut(allocations: Allocations.count - before) }
    run.hasNewGlass = false
  }

  /// Announces a segment to the recording if the picture is its first.
  private func beginSegment(_ output: OutputFrame, _ now: Int64) -> Bool {
    guard let recording = run.recording,
      segments.isDue(nanoseconds: run.pairer.time, bytes: output.recordedBytes)
    else { return false }
    run.apart {
      let account = run.totals(told, isOver: false, seconds: Double(run.elapsed(now)) / 1e9)
      recording.announce(
        SegmentStart(
          session: SessionDescription(run.settings, run.stage, run.channels, run.shown),
          totals: segments.announce(account),
          endedAt: run.settings.pace == .live ? SessionDescription.now() : nil))
      told.beginSegment()
    }
    return true
  }

  /// The timer's reading; `nil` if nothing is being filmed.
  private var recordingSeconds: Double? {
    if run.settings.folder == nil { return nil }
    guard let shutter = controller?.shutter else {
      // A part's timer continues where the previous part's ended.
      return Double(run.settings.pace == .exact ? run.pairer.time : run.played) / 1e9
    }
    return shutter.mode == .video ? Double(shutter.filmedNanoseconds) / 1e9 : nil
  }
}
