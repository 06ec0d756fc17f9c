import Compositor
import Glibc
import HostResources
import Recordings
import Screen

/// The way of a frame: the stage thread's loop, picture after picture.
///
/// What becomes of a picture is in `JobLoop+Picture`, what changes between two in `JobLoop+Changes`, what is told of all in
/// `JobLoop+Account`.
final class JobLoop {
  var settings: JobSettings
  let parts: Parts
  let events: (JobEvent) -> Void
  var cameras: JobCameras
  /// The stage, and which cameras stand on it.
  var showing: Showing
  /// What the current picture is made from.
  var moment = Moment([])
  var choice: PictureChoice
  var ledger: PictureLedger
  var pace: PicturePace
  var clock: JobClock
  var counts: JobCounts
  var screen = ScreenPolicy()
  var programs: EventPolicy?
  /// Codes each picture while the next is drawn; `nil` if nothing may happen between.
  let coder: PictureCoder?
  /// The picture that is being coded.
  var coming: Coming?
  /// Whether the next picture is the first with other glass or another stage: its allocations aren't counted.
  var hasNewGlass = false
  var hasToldOfProfiles = false
  /// Where the process may write, if it is confined.
  let paths: PathRules
  /// What was last said to have no room.
  var toldOmissions: [Stage.Omission] = []
  /// Marks of pictures that aren't recorded after all, until the next picture has them.
  var lostMarks: [String] = []

  /// What a job opens before its loop runs.
  struct Parts {
    /// One for each camera, shown or not, main one first.
    var intakes: [CameraIntake]
    /// The cameras' names in lines, by number.
    var ids: [String]
    var pairer: FramePairer
    var sinks: SinkSet
    /// What sinks that come later are opened with.
    var opening: SinkDestination.Opening
    var recording: RecordingSink?
    /// Pictures from before a trigger; `nil` if none are kept.
    var preRoll: PreRoll?
    var controller: ScreenController?
    /// Answers the controller's library in an exact job; in a live one a thread does.
    var librarian: Librarian?
    /// The socket's viewers; `nil` if none may watch.
    var published: PublishedPictures?
    var board: EventBoard?
    var service: JobService?
    var values: ValueFeeds?
    var notices: Inbox<SinkNotice>
  }

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
    _ settings: JobSettings, _ showing: Showing, _ parts: Parts, events: @escaping (JobEvent) -> Void
  ) {
    (self.settings, self.showing, self.parts, self.events) = (settings, showing, parts, events)
    cameras = JobCameras(parts.intakes, ids: parts.ids, settings)
    counts = JobCounts(start: settings.timekeeper.now())
    choice = PictureChoice(settings, cameraRate: cameras.fastest, holds: parts.preRoll != nil)
    pace = PicturePace(
      settings, cameraRate: parts.intakes.first?.feed.negotiation.got.framesPerSecond,
      mayBeWatched: parts.published != nil || settings.hasLiveSink)
    paths = PathRules(settings)
    clock = JobClock(settings.pace, start: counts.start)
    programs = parts.board.map { EventPolicy($0) }
    ledger = PictureLedger(
      settings, cameras: parts.intakes.count,
      SessionDescription(settings, showing.stage, parts.intakes, showing.shown))
    coder =
      Self.codesApart(settings, parts) && pace.isShared()
      ? PictureCoder(threads: settings.stage.threads.most) : nil
    setOut()
  }

  /// Whether a picture may be drawn before the last is handed over: only where nobody waits for it, and nothing that changes the
  /// next depends on it.
  static func codesApart(_ settings: JobSettings, _ parts: Parts) -> Bool {
    settings.pace == .exact && !settings.sources.contains(where: \.isPipe) && !settings.stage.arePhotos
      && parts.controller == nil && parts.preRoll == nil
      && parts.published == nil && parts.service == nil
  }

  /// Makes pictures until the job ends.
  ///
  /// - Throws: ``PipelineError/picture(_:)`` if a picture can't be encoded.
  func run() throws(PipelineError) -> End {
    while true {
      guard let end = try makePicture() else { continue }
      try land()
      return end
    }
  }

  /// The way of one picture.
  ///
  /// - Returns: why there is no next one; `nil` to go on.
  private func makePicture() throws(PipelineError) -> End? {
    if try isComplete() { return .asked }
    // Each camera's frame, paired by time.
    let (step, spent) = pair()
    if step == .over { return parts.pairer.wasStopped ? .asked : .sourcesOver }
    let now = settings.timekeeper.now()
    clock.advance(to: parts.pairer.time)
    if let duration = settings.duration, clock.elapsed(now) >= Int64(duration / .nanoseconds(1)) {
      return .asked
    }
    // What was touched and asked for since the last picture shows from this one on.
    change()
    // The frames are decoded and read, then judged.
    takeMoment(step, now, pairing: spent)
    let drawing = showing.stage.draw(moment)
    // The last one was coded meanwhile, and goes to the sinks.
    try land()
    judge(step)
    if settings.onCameraLost == .stop, let lost = cameras.lost { return .cameraLost(lost) }
    // Whether the picture counts; if so, it gets ink, chrome and a JPEG.
    drainPreRoll(now)
    finish(drawing, decide(step), now)
    if coder == nil { try land() }
    if parts.sinks.failure != nil { return .sinksClosed }
    // Only now: the manifest's line uses these frames' numbers.
    parts.pairer.releaseLost()
    // What came back from sinks, service and cameras.
    counts.pictureMade(at: now)
    passNotices(at: now)
    checkIn(at: now)
    lookAfterCameras(at: now)
    if parts.recording?.isFull ?? false { return .budgetUsedUp }
    if settings.reportsProgress, counts.isDue(now) {
      apart { events(.progress(progress(at: now))) }
    }
    return nil
  }

  /// Whether as many pictures went to the sinks as were asked for.
  private func isComplete() throws(PipelineError) -> Bool {
    guard let frames = settings.frames else { return false }
    if parts.sinks.published + (coming == nil ? 0 : 1) >= frames { try land() }
    return parts.sinks.published >= frames
  }

  /// The next picture's frames, and the nanoseconds spent pairing them, without waits.
  private func pair() -> (FramePairer.Step, spent: Int64) {
    let (before, asleep) = (settings.timekeeper.now(), parts.pairer.asleep)
    waitForRoom()
    let step = parts.pairer.next()
    return (step, settings.timekeeper.now() - before - (parts.pairer.asleep - asleep))
  }

  /// Takes what a new picture is made from.
  ///
  /// - Parameters:
  ///   - step: how its frames came.
  ///   - pairing: nanoseconds spent pairing them.
  private func takeMoment(_ step: FramePairer.Step, _ now: Int64, pairing: Int64) {
    let (pairer, shutter) = (parts.pairer, parts.controller?.shutter)
    for (place, index) in showing.shown.enumerated() { moment.cameras[place] = pairer.inputs[index] }
    moment.nanoseconds = pairer.time
    moment.skew = pairer.skew
    moment.deviceSkew = pairer.deviceSkew
    moment.utc = clock.utc()
    moment.captured = settings.pace == .live && step == .picture ? pairer.captured : nil
    moment.pairing = pairing
    moment.secondsOfDay = clock.secondsOfDay(now)
    moment.recordingSeconds = recordingSeconds(shutter)
    if let values = parts.values {
      let time = step == .picture ? pairer.captured : now
      values.sample(at: time, into: &moment.values)
      values.takeAttitude(into: &moment.attitude)
      moment.valuesTime = time
    }
    moment.watched = watched
    moment.isRecorded = choice.isRecording(shutter)
    moment.isShared = pace.isShared(
      isLong: showing.stage.screen?.hasNewBackdrop(at: moment.nanoseconds) ?? false)
  }

  /// The cameras on the stage that somebody watches by themselves, by place.
  private var watched: UInt64 {
    guard let frames = parts.published?.cameras, frames.values.contains(where: \.isWatched) else { return 0 }
    return showing.shown.enumerated().reduce(0) { places, camera in
      places | (frames[cameras.ids[camera.element]]?.isWatched ?? false ? 1 << UInt64(camera.offset) : 0)
    }
  }

  /// The timer's reading; `nil` if nothing is being filmed.
  private func recordingSeconds(_ shutter: ShutterState?) -> Double? {
    if settings.folder == nil { return nil }
    guard let shutter else {
      // A part's timer continues where the previous part's ended.
      return Double(settings.pace == .exact ? clock.picture : clock.played) / 1e9
    }
    return shutter.shownNanoseconds.map { Double($0) / 1e9 }
  }

  /// Tells people and programs what a drawn picture's frames show: cameras gone or back, triggers, other formats.
  private func judge(_ step: FramePairer.Step) {
    cameras.look(at: moment, on: showing, step == .picture ? parts.pairer : nil, events)
    choice.lookForTriggers(
      in: moment, showing.stage, isAsked: parts.controller?.takeTrigger() ?? false)
    noteFormats()
    programs?.tell(moment, showing.shown, cameras.ids, choice.firing, folder: settings.folder)
  }

  /// Makes a pipe wait for the disk, so that none of its frames are dropped.
  private func waitForRoom() {
    guard settings.pace == .live, parts.intakes[0].feed.waits else { return }
    while !parts.sinks.hasRoom, !parts.pairer.wasStopped { usleep(1000) }
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
  func apartIfSaid(_ body: () -> Bool) {
    let before = Allocations.count
    if body() { counts.leaveOut(allocations: Allocations.count - before) }
  }
}
