import Compositor
import Glibc
import HostResources
import Recordings

/// The stage thread's loop: pair, draw, decide, finish, hand over.
final class JobLoop {
  let run: JobRun
  private let controller: ScreenController?
  private let signals: JobSignals?
  /// Answers the controller's library in an exact job; in a live one a thread does.
  private let librarian: Librarian?
  private let segments: SegmentPolicy
  private let notices: NoticePolicy
  private var stages: StageSwitch
  /// Pictures from before a trigger; `nil` if none are kept.
  private let preRoll: PreRoll?
  private let eventPolicy: EventPolicy?
  /// Called for each picture, in this order.
  private let policies: [any JobPolicy]

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
    self.preRoll = preRoll
    eventPolicy = eventPipe.map { EventPolicy($0) }
    self.librarian = librarian
    self.stages = stages
    self.run = run
    self.controller = controller
    signals = service?.signals
    let (settings, primary) = (run.settings, run.channels.first)
    let budget = settings.pictureBudget(cameraRate: primary?.feed.negotiation.got.framesPerSecond)
    let threads = ThreadCountPolicy(settings.stage.threads, budget: budget)
    run.stage.hasTwoThreads = threads.isTwo
    segments = SegmentPolicy(settings)
    self.notices = NoticePolicy(notices)
    var policies: [any JobPolicy] = [
      segments, ScreenPolicy(), threads, GlassQualityPolicy(budget: budget), ControlsPolicy(), self.notices,
    ]
    if let service { policies.append(ServicePolicy(service)) }
    if let eventPolicy { policies.append(eventPolicy) }
    if settings.pace == .live { policies.append(CameraHealthPolicy()) }
    self.policies = policies
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
      for policy in policies { policy.willDraw(in: run) }
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
      for policy in policies { policy.didDraw(in: run) }
      if run.settings.onCameraLost == .stop, let reason = run.reporter.lost { return .cameraLost(reason) }
      try handOver(drawing, step, now)
      if run.sinks.failure != nil { return .sinksClosed }
      // Only now: the manifest's line uses these frames' numbers.
      pairer.releaseLost()
      run.reporter.pictureMade(at: now)
      for policy in policies { policy.didPass(at: now, in: run) }
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
        segments.stageChanged(in: run)
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

  /// Passes on what the sinks reported since the last picture, once they have ended.
  func passLastNotices(at now: Int64) { notices.didPass(at: now, in: run) }

  /// The current segment's totals, at the end.
  func totals(seconds: Double) -> SessionTotals {
    segments.presentSegment(of: account(.all, seconds: seconds))
  }

  private func account(_ span: SegmentPolicy.Span, seconds: Double) -> SessionTotals {
    var totals = segments.account(span, seconds: seconds, of: run)
    for policy in policies { policy.add(to: &totals, of: run) }
    return totals
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
    fate.purpose.isStill = step == .picture && signals?.isStillWanted ?? false
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
    return settings.latest != nil || settings.publishes ? .show : .pass
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
    for policy in policies { policy.didFinish(output, spent: spent, in: run) }
    if fate.isHeld, let preRoll {
      preRoll.hold(output, nanoseconds: run.pairer.time, isDue: fate.use == .take)
      if fate.purpose.isStill { signals?.stillIsTaken() }
      drainPreRoll(now)
      return
    }
    run.told.settle(output)
    // An exact job waits for a slow writer. A live one drops this picture but keeps its slot for the next.
    let outcome = run.sinks.hand(output)
    if fate.purpose.isStill, outcome.isKept { signals?.stillIsTaken() }
    guard fate.use == .take else { return }
    guard outcome.isTaken else {
      run.selector = beforeSelection
      if output.beginsSegment { run.recording?.withdraw() }
      return
    }
    tookPicture(output)
  }

  private func tookPicture(_ output: OutputFrame) {
    run.told.tell(output)
    run.utcWasTaken()
    for policy in policies { policy.wasTaken(output, in: run) }
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
      run.told.settle(output)
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
  func tellEnd() { eventPolicy?.ended(run) }

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
    guard segments.isDue(output, in: run) else { return false }
    run.apart {
      segments.announce(account(.recorded, seconds: Double(run.elapsed(now)) / 1e9), in: run)
      for policy in policies { policy.beginSegment() }
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
