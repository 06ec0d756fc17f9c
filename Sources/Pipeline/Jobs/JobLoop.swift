import CaptureKit
import Compositor
import GlassChrome
import Glibc
import HostResources
import Recordings

/// The stage thread's loop: pair, draw, decide, finish, hand over.
final class JobLoop {
  var settings: JobSettings
  var stage: Stage
  /// Which cameras the stage shows, and how.
  private var arrangement: Arrangement
  /// The channel of each of the stage's viewfinders.
  private(set) var shown: [Int]
  /// One for each camera, shown or not, primary first.
  let channels: [CameraChannel]
  /// The cameras' names in the manifest, by channel.
  let ids: [String]
  private var exposureMatch = ExposureMatch()
  /// One for each of them.
  var watches: [CameraWatch]
  /// The first camera lost and the reason, as a sentence.
  private var lost: String?
  let pairer: FramePairer
  let sinks: SinkSet
  let recording: RecordingSink?
  let events: (JobEvent) -> Void
  let controller: ScreenController?
  /// Answers the controller's library in an exact job; in a live one a thread does.
  private let librarian: Librarian?
  let service: JobService?
  private let notices: Inbox<SinkNotice>
  private var stages: StageSwitch
  /// Pictures from before a trigger; `nil` if none are kept.
  let preRoll: PreRoll?
  /// The current picture's frames, from the cameras that the stage shows.
  var frames: FrameSet
  /// Which pictures count, and which are shown to those who watch.
  var selector: PictureSelector
  var shownSelector: PictureSelector
  /// The socket's viewers; `nil` if none may watch.
  private let published: PublishedPictures?
  /// Which triggers fire in the current picture.
  var firing: Set<RecordingTrigger> = []
  /// Whether the last picture was recorded.
  var tookLast = false
  var counts = JobCounts(start: MonotonicClock.now())
  var told: ToldFacts
  var segments: SegmentClock
  /// What the current pictures need `session.json` to say.
  private(set) var arranged: Arranged
  private var formats = FormatChanges()
  private(set) var skews: SkewTally
  var screen = ScreenPolicy()
  /// Nanoseconds that a picture may take, with and without viewers; 0 if nothing waits for it.
  private let budgets: (watched: Int64, unwatched: Int64)
  var threads: ThreadCountPolicy
  var glass = QualityGovernor()
  /// Whether the next picture is the first with another glass quality: its allocations aren't counted.
  var hasNewGlass = false
  var hasToldOfProfiles = false
  var programs: EventPolicy?
  private var wall = WallClock()
  var utcClock = UTCClock()
  private var firstTime: Int64?
  // What former stages counted, by channel.
  private(set) var former: [FrameTally]

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
    _ settings: JobSettings, _ stage: Stage, _ arrangement: Arrangement,
    _ cameras: [FirstFrames.Description], channels: [CameraChannel], pairer: FramePairer, sinks: SinkSet,
    recording: RecordingSink?, controller: ScreenController?, librarian: Librarian?,
    notices: Inbox<SinkNotice>,
    preRoll: PreRoll?, published: PublishedPictures?, eventPipe: EventPipe?, service: JobService?,
    events: @escaping (JobEvent) -> Void
  ) {
    self.settings = settings
    self.stage = stage
    (self.arrangement, shown) = (arrangement, arrangement.shown)
    self.channels = channels
    ids = cameras.map(\.camera.id)
    watches = zip(channels, ids).map { CameraWatch($0.feed, id: $1) }
    self.pairer = pairer
    self.sinks = sinks
    self.recording = recording
    self.events = events
    self.controller = controller
    self.librarian = librarian
    self.notices = notices
    self.preRoll = preRoll
    self.published = published
    self.service = service
    stages = StageSwitch(
      cameras, canvas: settings.sinks.contains(where: \.keepsSize) ? stage.layout.canvas : nil)
    frames = FrameSet(Array(repeating: CameraInput(), count: stage.cameras.count))
    former = channels.map { _ in FrameTally() }
    selector = PictureSelector(settings, cameraRate: Self.fastest(channels))
    shownSelector = PictureSelector(settings.shown, cameraRate: Self.fastest(channels))
    programs = eventPipe.map { EventPolicy($0) }
    told = ToldFacts(cameras: channels.count)
    skews = SkewTally(cameras: channels.count)
    segments = SegmentClock(settings.segment)
    arranged = Arranged(0, SessionDescription(settings, stage, channels, arrangement.shown))
    let rate = channels.first?.feed.negotiation.got.framesPerSecond
    budgets = (
      settings.pictureBudget(cameraRate: rate, isWatched: true),
      settings.pictureBudget(cameraRate: rate, isWatched: false)
    )
    let mayBeWatched = published != nil || settings.sinks.contains(where: \.isLive)
    threads = ThreadCountPolicy(
      settings.stage.threads, budget: mayBeWatched ? budgets.watched : budgets.unwatched)
    stage.usesSideThreads = threads.isShared(isLong: false)
    workAhead()
  }

  /// In an exact job with more than one thread, lets the files' threads walk or decode frames before the stage takes them.
  private func workAhead() {
    guard settings.pace == .exact, stage.usesSideThreads else { return }
    for index in channels.indices where (channels[index].turner?.asked ?? FrameTurn.none) == FrameTurn.none {
      guard let feed = channels[index].feed as? ReaderFeed else { continue }
      feed.prepare(by: camera(of: index)?.ahead(of: feed.negotiation.got.size))
    }
  }

  /// Makes pictures until the job ends.
  ///
  /// - Throws: ``PipelineError/picture(_:)`` if a picture can't be encoded.
  func makePictures() throws(PipelineError) -> End {
    while true {
      if let frames = settings.frames, sinks.published >= frames { return .asked }
      let before = MonotonicClock.now()
      let asleepBefore = pairer.asleep
      waitForRoom()
      let step = pairer.next()
      if step == .over { return pairer.wasStopped ? .asked : .sourcesOver }
      let now = MonotonicClock.now()
      firstTime = firstTime ?? pairer.time
      if let duration = settings.duration, elapsed(now) >= Int64(duration / .nanoseconds(1)) {
        return .asked
      }
      showExposure()
      controller?.advance(to: pairer.time)
      if let librarian, let desk = controller?.library.desk {
        librarian.answerAll(at: desk) { sinks.settle() }
      }
      rearrange()
      fitPhoto()
      takeFrames(step, pairing: now - before - (pairer.asleep - asleepBefore))
      if step == .picture { skews.note(pairer) }
      stage.usesSideThreads = threads.isShared(
        isLong: stage.screen.hasNewBackdrop(at: frames.nanoseconds))
      stage.isRecording = isRecording
      let drawing = stage.draw(frames)
      for (place, index) in shown.enumerated() {
        let loss = watches[index].look(at: frames, place, of: stage, settings.onCameraLost, events)
        lost = lost ?? loss
      }
      lookForTriggers(isAsked: controller?.takeTrigger() ?? false)
      noteFormats()
      programs?.tell(frames, shown, ids, firing, folder: settings.folder)
      if settings.onCameraLost == .stop, let lost { return .cameraLost(lost) }
      try handOver(drawing, step, now)
      if sinks.failure != nil { return .sinksClosed }
      // Only now: the manifest's line uses these frames' numbers.
      pairer.releaseLost()
      counts.pictureMade(at: now)
      passNotices(at: now)
      checkIn(at: now)
      lookAfterCameras(at: now)
      if recording?.isFull ?? false { return .budgetUsedUp }
      if settings.reportsProgress, counts.isDue(now) {
        apart { events(.progress(progress(at: now))) }
      }
    }
  }

  /// Whether a sink gets pictures that aren't recorded.
  var isWatched: Bool { published?.isWatched ?? false || settings.sinks.contains(where: \.isLive) }

  var budget: Int64 { isWatched ? budgets.watched : budgets.unwatched }

  /// Whether pictures are being recorded, for the tally: a picture's own fate is decided after its ink is drawn, so one that
  /// waits for a trigger follows the picture before it.
  private var isRecording: Bool {
    guard settings.folder != nil else { return false }
    if let shutter = controller?.shutter, !shutter.isShooting { return shutter.use == .shot }
    return settings.triggers.isEmpty || tookLast
  }

  /// Takes a new picture's frames.
  ///
  /// - Parameters:
  ///   - step: how they came.
  ///   - pairing: nanoseconds spent pairing them, excluding waits.
  private func takeFrames(_ step: FramePairer.Step, pairing: Int64) {
    for (place, index) in shown.enumerated() { frames.cameras[place] = pairer.inputs[index] }
    frames.nanoseconds = pairer.time
    frames.skew = pairer.skew
    frames.deviceSkew = pairer.deviceSkew
    // In an exact job, lines depend on its input alone.
    frames.utc = settings.pace == .exact ? nil : utcClock.read()
    frames.captured = settings.pace == .live && step == .picture ? pairer.time : nil
    frames.pairing = pairing
  }

  /// Checks which triggers fire in a drawn picture.
  ///
  /// - Parameter isAsked: whether a program requested it.
  private func lookForTriggers(isAsked: Bool) {
    firing = []
    guard !settings.triggers.isEmpty else { return }
    if settings.triggers.contains(.event), isAsked { firing.insert(.event) }
    if settings.triggers.contains(.snapped), stage.isSnapped(settings.guides) { firing.insert(.snapped) }
    if settings.triggers.contains(.cameraLost), frames.cameras.contains(where: { $0.state == .lost }) {
      firing.insert(.cameraLost)
    }
    if settings.triggers.contains(.motion), let area = stage.subjectArea, area >= RecordingTrigger.leastArea {
      firing.insert(.motion)
    }
  }

  /// Makes a pipe wait for the disk, so that none of its frames are dropped.
  private func waitForRoom() {
    guard settings.pace == .live, channels[0].feed.waits else { return }
    while !sinks.hasRoom, !pairer.wasStopped { usleep(1000) }
  }

  /// Makes another stage if other cameras or another layout were chosen; if that fails, the current one stays.
  private func rearrange() {
    guard let controller else { return }
    let wanted = controller.arrangement
    guard wanted != arrangement || hasOtherSize(controller) else { return }
    apart {
      do throws(CompositorError) {
        let next = try stages.stage(for: wanted, after: stage, pairer.inputs)
        sinks.makeRoom(next.largestOutput)
        show(next, wanted)
        describeAnew()
        controller.goOn(with: next, wanted)
        let cameras = wanted.shown.map { "\(ids[$0])" }.joined(separator: " and ")
        events(
          .note(
            "now shows \(cameras), \(wanted.mode.rawValue), \(next.layout.canvas)"
              + (recording == nil ? "" : ": the recording continues in a new segment")))
      } catch {
        controller.goOn(with: stage, arrangement)
        events(.warning("the layout is unchanged: \(error)"))
      }
    }
  }

  /// Continues with another stage.
  private func show(_ next: Stage, _ arrangement: Arrangement) {
    for index in channels.indices {
      guard let camera = camera(of: index) else { continue }
      former[index].damaged += camera.damaged
      former[index].unusable += camera.unusable
    }
    next.usesSideThreads = stage.usesSideThreads
    stage = next
    (self.arrangement, shown) = (arrangement, arrangement.shown)
    frames = FrameSet(Array(repeating: CameraInput(), count: next.cameras.count))
    hasNewGlass = true
    workAhead()
  }

  /// Gives a photo of another size a canvas of its own, which ``noteFormats()`` has described; one of another subsampling a
  /// canvas like it, so that it is carried over.
  private func fitPhoto() {
    guard settings.stage.areStills,
      shown.contains(where: { stages.isOutgrown(by: $0, pairer.inputs, looks: true) })
    else { return }
    apart {
      do throws(CompositorError) {
        let next = try stages.stage(for: arrangement, after: stage, pairer.inputs)
        sinks.makeRoom(next.largestOutput)
        show(next, arrangement)
      } catch { events(.warning("a photo is scaled to the canvas of the one before: \(error)")) }
      controller?.goOn(with: stage, arrangement)
    }
  }

  /// Photos have sizes of their own, which isn't worth a word.
  private func tellOfFormat(_ event: JobEvent) { if !settings.stage.areStills { events(event) } }

  /// Whether a camera sends frames of another size on request. Otherwise its viewfinder scales them.
  private func hasOtherSize(_ controller: ScreenController) -> Bool {
    for index in shown
    where controller.wantsOtherSize(of: index) && stages.isOutgrown(by: index, pairer.inputs) { return true }
    return false
  }

  /// Shows the main camera's exposure if it may have changed.
  private func showExposure() {
    let main = shown[0]
    let feed = channels[main].feed
    guard screen.mustReadExposure(of: main, reconnects: feed.counters.reconnects) else { return }
    let exposure = feed.camera?.exposure
    stage.screen.show(exposure)
    // The driver doesn't report what the camera chooses for each frame.
    stage.exposureSeconds = exposure?.time.flatMap { $0.isAutomatic ? nil : $0.value }
  }

  /// A camera that returns with another format begins a segment, because the recording's description states the formats:
  /// a new folder with `--segment`, else a new run in the same folder.
  private func noteFormats() {
    guard recording != nil, let change = formats.change(in: pairer.inputs) else { return }
    apart {
      tellOfFormat(
        .note(
          "\(ids[change.camera]) now sends \(change.now.summary) instead of \(change.before.summary): "
            + "the recording continues in a new segment"))
      describeAnew()
    }
  }

  /// Describes pictures made now.
  var describedSession: SessionDescription { SessionDescription(settings, stage, channels, shown) }

  /// Makes the next picture begin a segment.
  func describeAnew() { arranged = Arranged(arranged.number + 1, describedSession) }

  /// Shows the service that the stage is running, and takes its messages and reread settings.
  private func checkIn(at now: Int64) {
    guard let service else { return }
    service.turn(at: now)
    // Occasional, so outside the steady state.
    apart {
      if service.wantsProgress { service.give(progress(at: now)) }
      for message in service.messages.take() { events(message) }
      if let reload = service.takeReload() { take(reload) }
    }
  }

  /// Reports cameras that become slow or send many damaged frames.
  private func lookAfterCameras(at now: Int64) {
    guard settings.pace == .live else { return }
    if settings.matchesExposure, exposureMatch.isDue(at: now) {
      apart {
        exposureMatch.advance(Array(zip(ids, channels.map(\.feed))), at: now) { events(.warning($0)) }
      }
    }
    for index in watches.indices {
      apartIfSaid { watches[index].checkHealth(tally(of: index), at: now, events) }
    }
  }

  /// Passes on what the recording and the other sinks reported: problems, ended sinks, slow sinks.
  func passNotices(at now: Int64) {
    for notice in notices.take() { pass(notice) }
    if let recording, recording.notices.hasAny {
      apart {
        for notice in recording.notices.take() { pass(notice, prefix: "\(settings.folder ?? ""): ") }
      }
    }
    apart {
      for notice in sinks.news(at: now, folder: settings.folder) { pass(notice) }
    }
  }

  /// To the log and the screen.
  private func pass(_ notice: SinkNotice, prefix: String = "") {
    events(.warning(prefix + notice.text))
    guard let brief = notice.brief else { return }
    stage.screen.say(brief, role: .error, nanoseconds: pairer.time)
  }

  // MARK: - Time

  /// Nanoseconds of the material since the first picture.
  var played: Int64 { pairer.time - (firstTime ?? pairer.time) }

  /// Nanoseconds since the first picture: of the material in an exact job, else in real time.
  func elapsed(_ now: Int64) -> Int64 { settings.pace == .exact ? played : now - counts.start }

  /// The time that the chrome's clock shows.
  func secondsOfDay(_ now: Int64) -> Int {
    settings.pace == .exact
      ? Int(pairer.time / 1_000_000_000) % 86400 : wall.secondsOfDay(monotonic: now)
  }

  // MARK: - Allocations

  /// Does work outside the steady state: its allocations aren't counted towards the pictures.
  func apart(_ body: () -> Void) {
    apartIfSaid {
      body()
      return true
    }
  }

  /// Like `apart`, for work that seldom reports: allocations count towards the pictures unless `body` returns `true`.
  private func apartIfSaid(_ body: () -> Bool) {
    let before = Allocations.count
    if body() { counts.leaveOut(allocations: Allocations.count - before) }
  }
}
