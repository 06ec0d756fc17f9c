import CaptureKit
import Compositor
import HostResources
import Recording

/// A running job: the parts, clock and counts that ``JobLoop`` and its policies share.
final class JobRun {
  var settings: JobSettings
  let stage: Stage
  let channels: [CameraChannel]
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
  private var firstTime: Int64?
  private let start = MonotonicClock.now()

  init(
    _ settings: JobSettings, stage: Stage, channels: [CameraChannel], pairer: FramePairer, sinks: SinkSet,
    recording: RecordingSink?, events: @escaping (JobEvent) -> Void
  ) {
    self.settings = settings
    self.stage = stage
    self.channels = channels
    self.pairer = pairer
    self.sinks = sinks
    self.recording = recording
    self.events = events
    selector = PictureSelector(settings, cameraRate: Self.fastest(channels))
    reporter.start(at: start)
  }

  /// Selects by changed settings.
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

  /// Does work outside the steady state: its allocations aren't counted with the pictures'.
  func apart<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let before = Allocations.count
    defer {
      let after = Allocations.count
      if after != before { reporter.leaveOut(allocations: after - before) }
    }
    return try body()
  }

  /// The same for what seldom has anything to say: allocations count as the pictures' unless `body` returns `true`.
  func apartIfSaid(_ body: () -> Bool) {
    let before = Allocations.count
    if body() { reporter.leaveOut(allocations: Allocations.count - before) }
  }

  // MARK: - Time

  /// Notes the current picture's time.
  func noteTime() { firstTime = firstTime ?? pairer.time }

  /// Nanoseconds of the material since the first picture.
  var played: Int64 { pairer.time - (firstTime ?? pairer.time) }

  /// Nanoseconds since the first picture: of the material in an exact job, else by the clock.
  func elapsed(_ now: Int64) -> Int64 { settings.pace == .exact ? played : now - start }

  /// The time that the chrome's clock shows.
  func secondsOfDay(_ now: Int64) -> Int {
    settings.pace == .exact
      ? Int(pairer.time / 1_000_000_000) % 86400 : wall.secondsOfDay(monotonic: now)
  }

  // MARK: - Account

  func progress(at now: Int64) -> JobProgress {
    reporter.progress(channels, stage, sinks, at: now, settings)
  }
}
