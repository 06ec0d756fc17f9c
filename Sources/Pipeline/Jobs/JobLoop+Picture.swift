import Compositor
import GlassChrome
import Glibc
import HostResources
import Recordings
import Screen

/// What becomes of a picture: whether it counts, its line, and who gets it.
extension JobLoop {
  /// Whether a sink gets pictures that aren't recorded.
  private var isWatched: Bool {
    parts.published?.hasViewers ?? false || settings.hasLiveSink
  }

  /// Decides what becomes of the drawn picture.
  func decide(_ step: FramePairer.Step) -> PictureChoice.Decision {
    var facts = PictureChoice.Facts(nanoseconds: clock.picture)
    facts.hasNewFrames = step == .picture
    facts.isWatched = isWatched
    facts.isStill = step == .picture && parts.service?.signals.takeStill() ?? false
    facts.shutter = parts.controller?.shutter
    let decision = choice.decide(facts)
    if decision.isPaused { counts.paused += 1 }
    // What was shown before a pause or a shot led up to no trigger.
    if !choice.mayBeTriggered(facts.shutter) {
      parts.preRoll?.close(dropped: keepMarks(of:))
      giveBackMarks()
    }
    return decision
  }

  /// Draws ink and chrome, if the picture is for anything, and lets it be coded.
  func finish(_ drawing: consuming Drawing, _ decision: PictureChoice.Decision, _ now: Int64) {
    guard decision.use != .pass || decision.isHeld, let picture = parts.sinks.next() else {
      if decision.fate.isStill { parts.service?.signals.requestStill() }
      return
    }
    let (stage, before) = (showing.stage, hasNewGlass ? Allocations.count : nil)
    let coding = stage.dress(drawing, decision.fate, beside: coder?.help, into: picture)
    tellOfProfiles()
    tellOfOmissions()
    hasNewGlass = false
    var candidate = Candidate(
      issue: Issue(picture), nanoseconds: clock.picture, arranged: ledger.arranged,
      counts: RecordedCounts(spoiled: cameras.spoiled(showing), paused: counts.paused))
    candidate.isChosen = decision.use == .take
    candidate.issue.news.triggers = choice.fired
    if let coder {
      // Of what it shows: by the time it is handed over, the stage has the next.
      if decision.use == .take, parts.recording != nil { stage.keepPicture() }
      coder.begin(coding)
    }
    // Nobody else may take it meanwhile.
    picture.retain()
    coming = Coming(
      candidate: candidate, decision: decision, coding: coding, stage: stage, now: now,
      seconds: Double(clock.elapsed(now)) / 1e9, allocationsBefore: before)
  }

  /// Hands over the picture that is being coded, once it is.
  ///
  /// - Throws: ``PipelineError/picture(_:)``.
  func land() throws(PipelineError) {
    guard let coming else { return }
    self.coming = nil
    let picture = coming.candidate.issue.picture
    defer { picture.release() }
    if let coder { coder.finish() } else { coming.coding.run() }
    do { try coming.stage.settle(coming.coding) } catch { throw .picture(error) }
    if let before = coming.allocationsBefore { counts.leaveOut(allocations: Allocations.count - before) }
    var candidate = coming.candidate
    if !coming.decision.isHeld, coming.decision.use == .take {
      candidate.issue.segment = newSegment(candidate, seconds: coming.seconds)
    }
    describe(&candidate)
    adapt(to: settings.workTime?(counts.made) ?? picture.times.total)
    handOver(candidate, coming.decision, coming.now)
  }

  /// Hands a finished picture to the sinks, or keeps it until a trigger fires.
  private func handOver(_ finished: Candidate, _ decision: PictureChoice.Decision, _ now: Int64) {
    var candidate = finished
    var seen = candidate.issue
    // Who watches has heard of those that were given back.
    if candidate.toldMarks > 0 { seen.news.marks.removeFirst(candidate.toldMarks) }
    let watched = decision.isShown || !decision.isHeld ? ledger.told.watched(seen) : nil
    if decision.isHeld, let preRoll = parts.preRoll {
      if watched != nil { _ = parts.sinks.hand(recorded: nil, watched: watched) }
      preRoll.hold(candidate, isDue: decision.use == .take, dropped: keepMarks(of:))
      giveBackMarks()
      drainPreRoll(now)
      return
    }
    ledger.settle(&candidate, unwritten: parts.sinks.writerDrops)
    // An exact job waits for a slow writer. A live one drops this picture but keeps its slot for the next.
    let outcome = parts.sinks.hand(recorded: candidate.issue, watched: watched)
    if decision.fate.isStill, !outcome.isKept { parts.service?.signals.requestStill() }
    guard decision.use == .take else { return }
    if outcome.isTaken {
      took(candidate)
    } else {
      choice.takeBack()
      keepMarks(of: candidate)
      giveBackMarks()
    }
  }

  /// The marks of pictures that aren't recorded are the next one's, in their order.
  private func keepMarks(of candidate: Candidate) { lostMarks += candidate.issue.news.marks }

  private func giveBackMarks() {
    guard !lostMarks.isEmpty else { return }
    parts.controller?.giveBack(marks: lostMarks)
    lostMarks.removeAll()
  }

  /// Passes on pictures from before a trigger, as fast as the disk takes them.
  func drainPreRoll(_ now: Int64) {
    let sinks = parts.sinks
    parts.preRoll?.drain(hasRoom: { sinks.hasRoom }) { held in
      var candidate = held
      candidate.issue.news.isBeforeTrigger = !held.isChosen
      candidate.issue.segment = newSegment(candidate, seconds: Double(clock.elapsed(now)) / 1e9)
      ledger.settle(&candidate, unwritten: sinks.writerDrops)
      if sinks.hand(recorded: candidate.issue, watched: nil).isTaken {
        took(candidate)
      } else {
        keepMarks(of: candidate)
      }
    }
    giveBackMarks()
  }

  /// Passes on what cameras reported last, and what still belongs in the recording.
  func passRest() {
    cameras.tellIncidents(events)
    if let preRoll = parts.preRoll {
      preRoll.close(dropped: keepMarks(of:))
      giveBackMarks()
      while preRoll.isDraining, parts.sinks.failure == nil {
        drainPreRoll(settings.timekeeper.now())
        if preRoll.isDraining { usleep(1000) }
      }
    }
    let marks = parts.controller?.takeMarks().marks ?? []
    if !marks.isEmpty {
      let words = marks.map { "“\($0)”" }.joined(separator: ", ")
      events(.warning("no picture was recorded after \(marks.count.counted("mark")): \(words)"))
    }
  }

  private func took(_ candidate: Candidate) {
    ledger.took(candidate, isRecorded: parts.recording != nil)
    if settings.describesScreen { ledger.told.tell(showing.stage.screen?.chrome.accessibility ?? []) }
    clock.wasTold()
    if parts.recording != nil, coder == nil { showing.stage.keepPicture() }
    parts.controller?.tookPicture()
  }

  /// The segment that a picture begins; `nil` if it begins none.
  ///
  /// - Parameter seconds: how long the job has run.
  private func newSegment(_ candidate: Candidate, seconds: Double) -> SegmentStart? {
    guard parts.recording != nil, ledger.beginsSegment(candidate) else { return nil }
    var start: SegmentStart?
    apart {
      let arranged = candidate.arranged
      start = SegmentStart(
        // The current arrangement has the settings of now.
        session: arranged === ledger.arranged ? describedSession : arranged.session,
        account: account(isOver: false, seconds: seconds),
        endedAt: settings.pace == .live ? SessionDescription.now() : nil)
      ledger.told.beginSegment()
    }
    return start
  }

  /// Adds to a finished picture what its line tells of screen and controls.
  private func describe(_ candidate: inout Candidate) {
    let chrome = showing.stage.screen?.chrome
    if let failure = screen.news(of: chrome?.failure) {
      events(.warning("the screen is unchanged: \(failure)"))
    }
    let elements = chrome?.accessibility ?? []
    if settings.publishes {
      candidate.issue.screenVersion = screen.version(of: elements, showing.stage.screen)
    }
    if settings.describesScreen, candidate.issue.picture.fate.isRecorded, ledger.told.isNews(elements) {
      candidate.issue.screen = ScreenDescription.json(of: showing.stage, hasSettings: false)
    }
    if candidate.issue.picture.fate.isRecorded, let controller = parts.controller, controller.hasMarks {
      (candidate.issue.news.marks, candidate.toldMarks) = controller.takeMarks()
    }
    guard ledger.told.lookForControls(of: parts.intakes) else { return }
    apart { candidate.issue.news.controls = ledger.told.newControls(of: parts.intakes, cameras.ids) }
  }

  private func tellOfProfiles() {
    guard showing.stage.mixesProfiles, !hasToldOfProfiles else { return }
    hasToldOfProfiles = true
    let first = cameras.ids[showing.shown[0]]
    events(.warning("the cameras' pictures have different colour profiles: all are shown by \(first)'s"))
  }

  private func tellOfOmissions() {
    let omissions = showing.stage.omissions
    guard omissions != toldOmissions else { return }
    apart {
      for omission in omissions where !toldOmissions.contains(omission) {
        let inks = omission.inks.joined(separator: ", ")
        let size = "\(omission.viewfinder.width)x\(omission.viewfinder.height)"
        events(.warning("\(omission.camera)'s viewfinder of \(size) has no room for: \(inks)"))
      }
      toldOmissions = omissions
    }
  }

  /// Chooses threads and glass for the next picture.
  ///
  /// - Parameter spent: nanoseconds of work on this one, excluding waits.
  private func adapt(to spent: Int64) {
    let next = pace.note(spent: spent, isWatched: isWatched, at: clock.picture)
    guard let next, let chrome = showing.stage.screen?.chrome else { return }
    let isWorse = next > chrome.quality
    apart {
      events(
        .detail("pictures are \(isWorse ? "late" : "in time again"): the glass is now \(next.name)"))
    }
    chrome.quality = next
    hasNewGlass = true
  }
}
