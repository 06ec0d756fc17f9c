import CaptureKit
import Compositor
import HostResources
import JPEGCodec
import Recordings

/// A running job: its parts, clock and counts. ``JobLoop`` moves it from picture to picture.
final class JobRun {
  var settings: JobSettings
  private(set) var stage: Stage
  /// Which cameras the stage shows, and how.
  private(set) var arrangement: Arrangement
  /// The channel of each of the stage's viewfinders.
  private(set) var shown: [Int]
  /// One for each camera, shown or not, primary first.
  let channels: [CameraChannel]
  /// The cameras' names in the manifest, by channel.
  let ids: [StaticString]
  let pairer: FramePairer
  let sinks: SinkSet
  let recording: RecordingSink?
  let events: (JobEvent) -> Void
  /// Which pictures count.
  var selector: PictureSelector
  var reporter = JobReporter()
  /// Whether the next picture is the first with another glass quality: its allocations aren't counted.
  var hasNewGlass = false
  private var wall = WallClock()
  private var utcClock = UTCClock()
  private var firstTime: Int64?
  private let start = MonotonicClock.now()
  /// The current picture's frames, from the cameras that the stage shows.
  private(set) var frames: FrameSet
  // What former stages counted, by channel.
  private var former: [FrameTally]
  private var formerMCUs = SpliceCounts()

  /// - Parameter ids: the cameras' names in the manifest, by channel.
  init(
    _ settings: JobSettings, stage: Stage, _ arrangement: Arrangement, channels: [CameraChannel],
    ids: [StaticString], pairer: FramePairer, sinks: SinkSet, recording: RecordingSink?,
    events: @escaping (JobEvent) -> Void
  ) {
    self.settings = settings
    self.stage = stage
    (self.arrangement, shown) = (arrangement, arrangement.shown)
    self.channels = channels
    self.ids = ids
    frames = FrameSet(Array(repeating: CameraInput(), count: stage.cameras.count))
    former = channels.map { _ in FrameTally() }
    self.pairer = pairer
    self.sinks = sinks
    self.recording = recording
    self.events = events
    selector = PictureSelector(settings, cameraRate: Self.fastest(channels))
    reporter.start(at: start)
  }

  // MARK: - Cameras

  /// Takes a new picture's frames.
  ///
  /// - Parameters:
  ///   - step: how they came.
  ///   - pairing: nanoseconds spent pairing them, excluding waits.
  func takeFrames(_ step: FramePairer.Step, pairing: Int64) {
    for (place, index) in shown.enumerated() { frames.cameras[place] = pairer.inputs[index] }
    frames.nanoseconds = pairer.time
    frames.skew = pairer.skew
    // In an exact job, lines depend on its input alone.
    frames.utc = settings.pace == .exact ? nil : utcClock.read()
    frames.captured = settings.pace == .live && step == .picture ? pairer.time : nil
    frames.pairing = pairing
  }

  /// The stage's part of a channel's camera; `nil` if it isn't shown.
  func camera(of channel: Int) -> StageCamera? {
    shown.firstIndex(of: channel).map { stage.cameras[$0] }
  }

  /// The tally of a channel's frames over all stages.
  func tally(of channel: Int) -> FrameTally {
    var tally = former[channel]
    if let camera = camera(of: channel) {
      tally.damaged += camera.damaged
      tally.unusable += camera.unusable
    }
    tally.taken = channels[channel].shown
    tally.bad = Int(clamping: channels[channel].feed.counters.bad)
    return tally
  }

  /// Damaged and unusable frames of all cameras.
  var spoiled: Int {
    var sum = 0
    for index in channels.indices {
      let tally = tally(of: index)
      sum += tally.damaged + tally.unusable
    }
    return sum
  }

  /// MCUs of all pictures, over all stages.
  var mcus: SpliceCounts {
    var sum = formerMCUs
    sum += stage.composer.total
    return sum
  }

  /// Continues with another stage.
  func show(_ next: Stage, _ arrangement: Arrangement) {
    for index in channels.indices {
      guard let camera = camera(of: index) else { continue }
      former[index].damaged += camera.damaged
      former[index].unusable += camera.unusable
    }
    formerMCUs += stage.composer.total
    next.hasTwoThreads = stage.hasTwoThreads
    stage = next
    (self.arrangement, shown) = (arrangement, arrangement.shown)
    frames = FrameSet(Array(repeating: CameraInput(), count: next.cameras.count))
    hasNewGlass = true
  }

  /// Rebuilds the selector for changed settings.
  func reselect() { selector = PictureSelector(settings, cameraRate: Self.fastest(channels)) }

  /// Frames per second of the fastest camera; `nil` if any rate is unknown.
  private static func fastest(_ channels: [CameraChannel]) -> Double? {
    var most: Double = 0
    for channel in channels {
      guard let rate = channel.feed.negotiation.got.framesPerSecond else { return nil }
      most = max(most, rate)
    }
    return most > 0 ? most : nil
  }

  /// Does work outside the steady state: its allocations aren't counted towards the pictures.
  func apart<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let before = Allocations.count
    defer {
      let after = Allocations.count
      if after != before { reporter.leaveOut(allocations: after - before) }
    }
    return try body()
  }

  /// Like `apart`, for work that seldom reports: allocations count towards the pictures unless `body` returns `true`.
  func apartIfSaid(_ body: () -> Bool) {
    let before = Allocations.count
    if body() { reporter.leaveOut(allocations: Allocations.count - before) }
  }

  /// The verdict on the first spoiled source, if any.
  var spoiling: PipelineError? {
    for (index, channel) in channels.enumerated() {
      let problem = channel.turner?.problem ?? camera(of: index)?.lastProblem.map { "\($0)" }
      if let error = tally(of: index).verdict(
        on: settings.sources[index].specification, channel.feed.name, bus: channel.feed.bus, problem: problem)
      {
        return error
      }
    }
    return nil
  }

  // MARK: - Time

  /// Notes the current picture's time.
  func noteTime() { firstTime = firstTime ?? pairer.time }

  /// Nanoseconds of the material since the first picture.
  var played: Int64 { pairer.time - (firstTime ?? pairer.time) }

  /// Nanoseconds since the first picture: of the material in an exact job, else in real time.
  func elapsed(_ now: Int64) -> Int64 { settings.pace == .exact ? played : now - start }

  /// The time that the chrome's clock shows.
  func secondsOfDay(_ now: Int64) -> Int {
    settings.pace == .exact
      ? Int(pairer.time / 1_000_000_000) % 86400 : wall.secondsOfDay(monotonic: now)
  }

  /// A line has the last reading.
  func utcWasTaken() { utcClock.stepWasTold() }

  // MARK: - Triggers

  /// Which triggers fire in the current picture.
  private(set) var firing: Set<RecordingTrigger> = []

  /// Checks which triggers fire; call it once for each drawn picture.
  ///
  /// - Parameter isAsked: whether a program requested it.
  func lookForTriggers(isAsked: Bool) {
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

  // MARK: - Account

  func progress(at now: Int64) -> JobProgress {
    reporter.progress(self, at: now)
  }

  /// The whole run's totals, except what the recording itself knows.
  ///
  /// - Parameters:
  ///   - told: what the lines so far tell.
  ///   - isOver: whether everything counts, not only what lines tell.
  func totals(_ told: ToldFacts, isOver: Bool, seconds: Double) -> SessionTotals {
    var totals = SessionTotals()
    totals.damaged = isOver ? spoiled : told.damaged
    for (index, channel) in channels.enumerated() {
      totals.dropped["\(ids[index])"] = isOver ? channel.lost : told.lost(by: index)
      totals.reconnects += Int(clamping: channel.feed.counters.reconnects)
    }
    if sinks.writerDrops > 0 { totals.dropped["writer"] = sinks.writerDrops }
    for report in sinks.reports where !report.isRecording {
      totals.sinks =
        (totals.sinks ?? []) + [
          SessionTotals.Sink(name: report.name, taken: report.taken, leftOut: report.leftOut)
        ]
    }
    if settings.isControlled { totals.paused = reporter.paused }
    let counts = mcus
    if counts.total > 0 { totals.mcus = SessionTotals.MCUs(counts) }
    totals.seconds = (seconds * 1000).rounded() / 1000
    if settings.pace == .live, stage.screen.chrome != nil { totals.glass = told.picturesByGlass }
    return totals
  }
}
