import Compositor
import GlassChrome
import Glibc
import HostResources
import Recordings

/// What becomes of a picture: whether it counts, its line, and who gets it.
extension JobLoop {
  /// What a picture is used for.
  private enum Use {
    case take
    /// Show it to those who watch, but don't record it.
    case show
    case pass
  }

  /// What becomes of a picture.
  private struct Fate {
    var use: Use
    var purpose = OutputFrame.Purpose()
    /// Whether it waits for a trigger, and whether those who watch see it meanwhile.
    var isHeld = false
    var isShown = false
  }

  private func decide(_ step: FramePairer.Step) -> Fate {
    let isShown = step == .tick || shownSelector.selects(nanoseconds: pairer.time, isTriggered: false)
    var fate = Fate(use: use(step), isShown: isShown && isWatched)
    if fate.use == .pass, settings.folder != nil, fate.isShown { fate.use = .show }
    fate.purpose.isStill = step == .picture && service?.signals.takeStill() ?? false
    // A still is taken even if this picture wouldn't be.
    fate.purpose.isExtra = fate.purpose.isStill && settings.folder != nil && fate.use != .take
    if fate.purpose.isExtra { fate.use = .take }
    fate.isHeld = preRoll != nil && step == .picture && (fate.use == .take || mayBeTriggered)
    fate.purpose.isRecorded = fate.use == .take || fate.isHeld
    fate.purpose.shot = fate.use == .take ? controller?.shutter.nextShot : nil
    return fate
  }

  private func use(_ step: FramePairer.Step) -> Use {
    // A tick brings nothing new to record, but viewers must see that the picture has stopped.
    if step == .tick { return settings.folder == nil ? .take : .pass }
    let isSelected = selector.selects(nanoseconds: pairer.time, isTriggered: !firing.isEmpty)
    guard settings.folder != nil, let controller else { return isSelected ? .take : .pass }
    switch controller.shutter.use {
    case .film: return isSelected ? .take : .pass
    case .shot: return .take
    case .paused, .idle:
      if isSelected { counts.paused += 1 }
      return .pass
    }
  }

  /// Finishes the picture and passes it to the sinks, if it counts.
  func handOver(
    _ drawing: consuming Drawing, _ step: FramePairer.Step, _ now: Int64
  ) throws(PipelineError) {
    drainPreRoll(now)
    let beforeSelection = selector
    let pausedBefore = counts.paused
    let fate = decide(step)
    if fate.purpose.isExtra { counts.paused = pausedBefore }
    // What was shown before a pause or a shot led up to no trigger.
    if !mayBeTriggered { preRoll?.close() }
    tookLast = fate.use == .take && !fate.purpose.isExtra
    guard fate.use != .pass || fate.isHeld, let output = sinks.next() else {
      if fate.purpose.isStill { service?.signals.requestStill() }
      return
    }
    try finish(drawing, for: fate.purpose, into: output, now)
    (output.recorded.spoiled, output.recorded.paused) = (spoiled, counts.paused)
    output.beginsSegment =
      !fate.isHeld && fate.use == .take && beginSegment(output, pairer.time, arranged, now)
    let spent = settings.workTime?(counts.made) ?? output.times.total
    describe(output)
    adapt(to: spent)
    if fate.isShown || !fate.isHeld { told.show(output) }
    if fate.isHeld, let preRoll {
      if fate.isShown { _ = sinks.hand(output, to: .watching) }
      preRoll.hold(output, nanoseconds: pairer.time, arranged, isDue: fate.use == .take)
      drainPreRoll(now)
      return
    }
    settle(output)
    // An exact job waits for a slow writer. A live one drops this picture but keeps its slot for the next.
    let outcome = sinks.hand(output)
    if fate.purpose.isStill, !outcome.isKept { service?.signals.requestStill() }
    guard fate.use == .take else { return }
    guard outcome.isTaken else {
      selector = beforeSelection
      if output.beginsSegment { recording?.withdraw() }
      return
    }
    tookPicture(output, pairer.time, arranged)
  }

  /// Completes a finished picture's line.
  private func describe(_ output: OutputFrame) {
    let chrome = stage.screen.chrome
    if let failure = screen.news(of: chrome?.failure) {
      events(.warning("the screen is unchanged: \(failure)"))
    }
    let elements = chrome?.accessibility ?? []
    if settings.publishes { output.screenVersion = screen.version(of: elements) }
    if settings.describesScreen {
      // Allocates nothing while the screen stays the same.
      output.screen.removeAll(keepingCapacity: true)
      if output.purpose.isRecorded, told.isNews(elements) {
        output.screen = stage.screen.described(stage.layout)
      }
    }
    told.state(settings.pace == .live ? chrome?.quality : nil, in: output)
    guard told.lookForControls(of: channels) else { return }
    apart { told.stateControls(of: channels, ids, in: output) }
  }

  /// Chooses threads and glass for the next picture.
  ///
  /// - Parameter spent: nanoseconds of work on this one, excluding waits.
  private func adapt(to spent: Int64) {
    threads.note(spent: spent)
    let change = glass.note(spent: spent, budget: budget, at: pairer.time)
    guard let next = change?.to, let chrome = stage.screen.chrome else { return }
    let isWorse = next > chrome.quality
    apart {
      events(
        .detail("pictures are \(isWorse ? "late" : "in time again"): the glass is now \(next.name)"))
    }
    chrome.quality = next
    hasNewGlass = true
  }

  private func tookPicture(_ output: OutputFrame, _ nanoseconds: Int64, _ arranged: Arranged) {
    told.tell(output)
    if settings.describesScreen { told.tell(stage.screen.chrome?.accessibility ?? []) }
    // Its line has the last reading.
    utcClock.stepWasTold()
    if recording != nil {
      stage.keepPicture()
      segments.took(
        nanoseconds: nanoseconds, bytes: output.recordedBytes, isFirst: output.beginsSegment,
        arrangement: arranged.number)
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
  func drainPreRoll(_ now: Int64) {
    preRoll?.drain(hasRoom: { sinks.hasRoom }) { output, nanoseconds, arranged in
      output.beginsSegment = beginSegment(output, nanoseconds, arranged, now)
      settle(output)
      if sinks.hand(output, to: .recording).isTaken {
        tookPicture(output, nanoseconds, arranged)
      } else if output.beginsSegment {
        recording?.withdraw()
      }
    }
  }

  private func settle(_ output: OutputFrame) {
    output.recorded.unwritten = sinks.writerDrops
    told.settle(output)
  }

  /// Passes on what cameras reported last, and what still belongs in the recording.
  func passRest() {
    for index in watches.indices { watches[index].tellIncidents(events) }
    guard let preRoll else { return }
    preRoll.close()
    while preRoll.isDraining, sinks.failure == nil {
      drainPreRoll(MonotonicClock.now())
      if preRoll.isDraining { usleep(1000) }
    }
  }

  /// Reports the end of the job.
  func tellEnd() { programs?.tellEnd(frames) }

  private func finish(
    _ drawing: consuming Drawing, for purpose: OutputFrame.Purpose, into output: OutputFrame, _ now: Int64
  ) throws(PipelineError) {
    let before = Allocations.count
    do {
      try stage.finish(
        drawing, for: purpose, secondsOfDay: secondsOfDay(now), recordingSeconds: recordingSeconds,
        into: output)
    } catch { throw .picture(error) }
    if stage.mixesProfiles, !hasToldOfProfiles {
      hasToldOfProfiles = true
      events(
        .warning("the cameras' pictures have different colour profiles: all are shown by \(ids[shown[0]])'s"))
    }
    if hasNewGlass { counts.leaveOut(allocations: Allocations.count - before) }
    hasNewGlass = false
  }

  /// Announces a segment to the recording if the picture is its first.
  ///
  /// - Parameters:
  ///   - nanoseconds: the picture's time.
  ///   - arranged: its arrangement; the current one has the settings of now.
  private func beginSegment(
    _ output: OutputFrame, _ nanoseconds: Int64, _ arranged: Arranged, _ now: Int64
  ) -> Bool {
    guard let recording,
      segments.isDue(
        nanoseconds: nanoseconds, bytes: output.recordedBytes, arrangement: arranged.number)
    else { return false }
    apart {
      recording.announce(
        SegmentStart(
          session: arranged === self.arranged ? describedSession : arranged.session,
          account: account(isOver: false, seconds: Double(elapsed(now)) / 1e9),
          endedAt: settings.pace == .live ? SessionDescription.now() : nil))
      told.beginSegment()
    }
    return true
  }

  /// The timer's reading; `nil` if nothing is being filmed.
  private var recordingSeconds: Double? {
    if settings.folder == nil { return nil }
    guard let shutter = controller?.shutter else {
      // A part's timer continues where the previous part's ended.
      return Double(settings.pace == .exact ? pairer.time : played) / 1e9
    }
    return shutter.mode == .video ? Double(shutter.filmedNanoseconds) / 1e9 : nil
  }
}
