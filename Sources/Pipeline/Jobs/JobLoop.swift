import CaptureKit
import Compositor
import FrameBus
import GlassChrome
import HostResources
import Recording

/// The stage thread's loop: pair, draw, decide, finish, hand over.
final class JobLoop {
  var settings: JobSettings
  let stage: Stage
  let channels: [CameraChannel]
  let pairer: FramePairer
  let sinks: SinkSet
  let recording: RecordingSink?
  private let driver: ScreenDriver?
  private let notices: SinkNotices
  let events: (JobEvent) -> Void
  private let service: JobService?
  var selector: PictureSelector
  var segments: SegmentClock
  // The account up to the present segment's first picture, without it.
  var beforeSegment = SessionTotals(seconds: 0)
  /// The account when the segment that begins next was described.
  var accountAtStart = SessionTotals(seconds: 0)
  // Frames with damaged data up to the last picture that was recorded.
  var damagedBefore = 0
  var formats = FormatWatch()
  var screens = ScreenWatch()
  var quality: LiveQuality
  private var threads: ThreadCountPolicy
  private var rates = RateWatch()
  private var damage = DamageWatch()
  private var hasNewGlass = false
  private var brokenScreen: LayoutError?
  // Times that the primary had been opened again when its settings were read.
  private var exposureRead: UInt64?
  private var wall = WallClock()
  var reporter = JobReporter()
  private var firstTime: Int64?
  private let start = MonotonicClock.now()

  /// Why the loop came to its end.
  enum End {
    /// Asked to stop, or a limit was reached.
    case asked
    /// The sources have no further frame.
    case sourcesOver
    /// The recording may not grow any more.
    case budgetUsedUp
    /// The recording takes no more, or without one the last sink: ``SinkSet/failure`` says why.
    case sinksClosed
    /// A camera went away, and that was to be the end: which, and why.
    case cameraLost(String)
  }

  init(
    _ settings: JobSettings, stage: Stage, channels: [CameraChannel], pairer: FramePairer,
    sinks: SinkSet, recording: RecordingSink?, driver: ScreenDriver?, notices: SinkNotices,
    service: JobService? = nil, events: @escaping (JobEvent) -> Void
  ) {
    self.settings = settings
    self.stage = stage
    self.channels = channels
    self.pairer = pairer
    self.sinks = sinks
    self.recording = recording
    self.driver = driver
    self.notices = notices
    self.service = service
    self.events = events
    selector = PictureSelector(settings, cameraRate: Self.fastest(channels))
    segments = SegmentClock(settings.segment)
    quality = LiveQuality(settings, cameraRate: channels.first?.feed.negotiation.got.framesPerSecond)
    threads = ThreadCountPolicy(settings.stage.threads, budget: quality.budget)
    stage.hasTwoThreads = threads.isTwo
    reporter.start(at: start)
  }

  /// Frames a second of the fastest camera; `nil` where one doesn't say.
  static func fastest(_ channels: [CameraChannel]) -> Double? {
    var most: Double = 0
    for channel in channels {
      guard let rate = channel.feed.negotiation.got.framesPerSecond else { return nil }
      most = max(most, rate)
    }
    return most > 0 ? most : nil
  }

  /// - Throws: ``PipelineError/picture(_:)`` when a picture can't be encoded.
  func run() throws(PipelineError) -> End {
    while true {
      if let frames = settings.frames, sinks.published >= frames { return .asked }
      let before = MonotonicClock.now()
      let asleepBefore = pairer.asleep
      let step = pairer.next()
      if step == .over { return pairer.wasStopped ? .asked : .sourcesOver }
      let now = MonotonicClock.now()
      firstTime = firstTime ?? pairer.time
      if let duration = settings.duration, elapsed(now) >= Int64(duration / .nanoseconds(1)) { return .asked }
      showExposure()
      driver?.advance(to: pairer.time)
      stage.draw(pairer.inputs, nanoseconds: pairer.time)
      stage.times[.pair] = now - before - (pairer.asleep - asleepBefore)
      reporter.note(changesIn: pairer.inputs, channels, stage, settings.onCameraLost, events)
      if recording != nil { noteFormats() }
      if settings.onCameraLost == .stop, let reason = reporter.lost { return .cameraLost(reason) }
      try handOver(step, now)
      if sinks.failure != nil { return .sinksClosed }
      for notice in notices.take() { events(.warning(notice)) }
      // Only now: the manifest's line is made of the frames' own numbers.
      pairer.releaseLost()
      reporter.pictureMade(at: now)
      tellOfRecording()
      tellOfSinks(now)
      if let service { attend(service, now) }
      if settings.pace == .live { watchCameras(at: now) }
      if recording?.isFull ?? false { return .budgetUsedUp }
      if settings.reportsProgress, reporter.isDue(now) {
        let before = Allocations.count
        events(.progress(progress(at: now)))
        reporter.leaveOut(allocations: Allocations.count - before)
      }
    }
  }

  /// Says when a camera becomes slow, or when much of what it sends is damaged.
  private func watchCameras(at now: Int64) {
    for index in stage.cameras.indices {
      let before = Allocations.count
      let (camera, channel) = (stage.cameras[index], channels[index])
      let tally = JobReporter.tally(camera, channel)
      let slow = rates.remark(on: channel.feed, index, id: camera.id, at: now)
      let spoiled = damage.remark(on: channel.feed, tally, index, id: camera.id, at: now)
      if let slow { events(.warning(slow)) }
      if let spoiled { events(.warning(spoiled)) }
      if slow != nil || spoiled != nil { reporter.leaveOut(allocations: Allocations.count - before) }
    }
  }

  /// Takes over what the primary is set to, when it was opened and each time that it was opened again.
  private func showExposure() {
    let times = channels[0].feed.counters.reconnects
    guard times != exposureRead else { return }
    exposureRead = times
    stage.show(channels[0].feed.exposure)
  }

  /// What becomes of a picture.
  private enum Use {
    case take
    /// It is looked at by who watches, and not recorded.
    case show
    case pass
  }

  /// Whether the picture counts.
  private func use(_ step: FramePairer.Step) -> Use {
    // A tick has nothing new to record; who watches wants to see that it stands still.
    if step == .tick { return settings.folder == nil ? .take : .pass }
    let isSelected = selector.selects(
      nanoseconds: pairer.time, isSnapped: settings.onlyWhenSnapped && stage.isSnapped(settings.guides))
    guard settings.folder != nil, let driver else { return isSelected ? .take : .pass }
    switch driver.shutter.use {
    case .film: return isSelected ? .take : .pass
    case .shot: return .take
    case .paused where isSelected: reporter.paused += 1
    case .paused, .idle: break
    }
    return settings.latest != nil ? .show : .pass
  }

  /// Finishes the picture and gives it to the sinks, if it is one that counts.
  private func handOver(_ step: FramePairer.Step, _ now: Int64) throws(PipelineError) {
    let beforeSelection = selector
    var use = use(step)
    let isStill = step == .picture && service?.signals.isStillWanted ?? false
    // A still is taken also where this picture would not be.
    let isExtra = isStill && settings.folder != nil && use != .take
    if isExtra { use = .take }
    guard use != .pass, let output = sinks.next() else { return }
    let before = Allocations.count
    do {
      try stage.finish(
        pairer.inputs, secondsOfDay: secondsOfDay(now), recordingSeconds: recordingSeconds, skew: pairer.skew,
        into: output)
    } catch { throw .picture(error) }
    if hasNewGlass {
      // Drawn anew, once: no part of the steady state.
      reporter.leaveOut(allocations: Allocations.count - before)
      hasNewGlass = false
    }
    tellOfBrokenScreen()
    output.isRecorded = use == .take
    output.beginsSegment = use == .take && beginSegment(output, now)
    output.isStill = isStill
    if isExtra {
      output.line.key("still")
      output.line.value(true)
    }
    output.captured = settings.pace == .live && step == .picture ? pairer.time : nil
    output.named = nil
    if settings.describesScreen { screens.describe(stage, in: output) }
    let glass = stage.chrome?.quality
    if let glass { quality.mark(glass, in: output) }
    let spent = settings.workTime?(reporter.made) ?? stage.times.total
    threads.note(spent: spent)
    stage.hasTwoThreads = threads.isTwo
    if let next = quality.note(spent: spent, at: pairer.time) { change(glass: next) }
    // In an exact job a writer that is behind is waited for; live it costs this picture, but not its place: the next one
    // may have it.
    let outcome = sinks.hand(output)
    if isStill, outcome.isKept { service?.signals.stillIsTaken() }
    guard use == .take else { return }
    guard outcome.isTaken else {
      selector = beforeSelection
      if output.beginsSegment { recording?.withdraw() }
      return
    }
    took(output)
    if settings.describesScreen { screens.handedOn(stage) }
    if let glass { quality.handedOn(glass) }
    driver?.tookPicture()
  }

  /// Says once what is wrong with a screen that can't be laid out; the one before stays.
  private func tellOfBrokenScreen() {
    guard let failure = stage.chrome?.failure else {
      brokenScreen = nil
      return
    }
    if failure == brokenScreen { return }
    brokenScreen = failure
    events(.warning("the screen is unchanged: \(failure)"))
  }

  private func change(glass quality: GlassQuality) {
    guard let chrome = stage.chrome else { return }
    let isWorse = quality > chrome.quality
    let before = Allocations.count
    events(
      .detail("pictures are \(isWorse ? "late" : "in time again"): the glass is now \(quality.name)"))
    reporter.leaveOut(allocations: Allocations.count - before)
    chrome.quality = quality
    hasNewGlass = true
  }

  /// What the timer shows; `nil` where nothing is filmed.
  private var recordingSeconds: Double? {
    if settings.folder == nil { return nil }
    guard let shutter = driver?.shutter else { return Double(pairer.time - (firstTime ?? pairer.time)) / 1e9 }
    return shutter.mode == .video ? Double(shutter.filmedNanoseconds) / 1e9 : nil
  }

  private func secondsOfDay(_ now: Int64) -> Int {
    settings.pace == .exact
      ? Int(pairer.time / 1_000_000_000) % 86400 : wall.secondsOfDay(monotonic: now)
  }

  /// Nanoseconds since the first picture: of the material's time in an exact job, else by the clock.
  func elapsed(_ now: Int64) -> Int64 {
    settings.pace == .exact ? pairer.time - (firstTime ?? pairer.time) : now - start
  }

  func progress(at now: Int64) -> JobProgress {
    reporter.progress(channels, stage, sinks, at: now, settings)
  }
}
