import CaptureKit
import Compositor
import HostResources
import Recording

/// A job that runs: its parts, its clock and its counts, as ``JobLoop`` and its policies share them.
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
  /// Whether the next picture's chrome is drawn anew, once.
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

  /// Selects by settings that have changed.
  func reselect() { selector = PictureSelector(settings, cameraRate: Self.fastest(channels)) }

  /// Frames a second of the fastest camera; `nil` if one doesn't say.
  private static func fastest(_ channels: [CameraChannel]) -> Double? {
    var most: Double = 0
    for channel in channels {
      guard let rate = channel.feed.negotiation.got.framesPerSecond else { return nil }
      most = max(most, rate)
    }
    return most > 0 ? most : nil
  }

  /// Does what is no part of the steady state: its allocations don't count as the pictures'.
  func apart<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let before = Allocations.count
    defer {
      let after = Allocations.count
      if after != before { reporter.leaveOut(allocations: after - before) }
    }
    return try body()
  }

  // MARK: - Time

  /// Takes the time of the picture at hand.
  func noteTime() { firstTime = firstTime ?? pairer.time }

  /// Nanoseconds of the material's time since the first picture.
  var played: Int64 { pairer.time - (firstTime ?? pairer.time) }

  /// Nanoseconds since the first picture: of the material's time in an exact job, else by the clock.
  func elapsed(_ now: Int64) -> Int64 { settings.pace == .exact ? played : now - start }

  /// What the clock in the chrome shows.
  func secondsOfDay(_ now: Int64) -> Int {
    settings.pace == .exact
      ? Int(pairer.time / 1_000_000_000) % 86400 : wall.secondsOfDay(monotonic: now)
  }

  // MARK: - Account

  func progress(at now: Int64) -> JobProgress {
    reporter.progress(channels, stage, sinks, at: now, settings)
  }
}
