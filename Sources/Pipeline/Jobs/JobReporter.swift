import CaptureKit

/// Keeps count of a running job and turns the counts into reports.
struct JobReporter {
  /// Pictures made in all.
  private(set) var made = 0
  /// Pictures that were not recorded as the film stood still.
  var paused = 0
  private var start: Int64 = 0
  private var lastReport: Int64 = 0
  private var window: (start: Int64, made: Int) = (0, 0)
  private var rate = 0.0
  private var states: [CameraState?] = [nil, nil, nil, nil]
  private var allocationsAtWarm: UInt64 = 0
  private var allocationsAtLast: UInt64 = 0

  /// Pictures until the steady state: caches are filled by then.
  static let warmUp = 60

  mutating func start(at now: Int64) {
    start = now
    lastReport = now
    window = (now, 0)
  }

  mutating func pictureMade(at now: Int64) {
    made += 1
    if made == Self.warmUp { allocationsAtWarm = Allocations.count }
    allocationsAtLast = Allocations.count
    if now - window.start >= 1_000_000_000 {
      rate = Double(made - window.made) * 1e9 / Double(now - window.start)
      window = (now, made)
    }
  }

  /// Takes a progress report's own allocations out of the count: it is made of strings, a few times a second.
  mutating func leaveOut(allocations: UInt64) {
    if made >= Self.warmUp { allocationsAtWarm += allocations }
  }

  /// Heap allocations for each picture since the warm-up, whatever thread made them.
  var allocationsPerFrame: Double? {
    guard Allocations.isCounted, made > Self.warmUp else { return nil }
    return Double(allocationsAtLast - allocationsAtWarm) / Double(made - Self.warmUp)
  }

  /// Whether a progress report is due; then the next is due a fifth of a second later.
  mutating func isDue(_ now: Int64) -> Bool {
    guard now - lastReport >= 200_000_000 else { return false }
    lastReport = now
    return true
  }

  /// Says when a camera goes or comes back.
  mutating func note(
    changesIn inputs: [CameraInput], _ channels: [CameraChannel], _ stage: Stage,
    _ events: (JobEvent) -> Void
  ) {
    for index in stage.cameras.indices {
      let state = stage.cameras[index].state
      guard states[index] != state else { continue }
      let before = states[index]
      states[index] = state
      let feed = channels[index].feed
      switch (before, state) {
      case (_, .lost):
        if feed.status == .ended { continue }
        let what = Self.loss(of: feed, id: stage.cameras[index].id, wasSeen: before != nil)
        lost = lost ?? what
        var isAlone = true
        for other in stage.cameras where other !== stage.cameras[index] && other.state != .lost {
          isAlone = false
        }
        let next =
          feed.status == .failed
          ? "going on without it" : isAlone ? "waiting for it" : "going on without it until it is back"
        events(.warning("\(what); \(next)"))
      case (.lost, .live), (.lost, .stale):
        let got = feed.negotiation.got
        var text = "\(stage.cameras[index].id) (\(feed.name)) is back"
        if let first = formats[index], first.size != got.size || first.pixelFormat != got.pixelFormat {
          text +=
            "; it now sends \(got.summary) instead of \(first.summary), which is scaled into its viewfinder"
        }
        events(.note(text))
      default: break
      }
      if formats[index] == nil { formats[index] = feed.negotiation.got }
    }
  }

  /// The first camera that went away, as a sentence: what, and why.
  private(set) var lost: String?
  // What each camera sent first.
  private var formats: [StreamFormat?] = [nil, nil, nil, nil]

  static func loss(of feed: any CameraFeed, id: StaticString, wasSeen: Bool) -> String {
    let reason = feed.failure.map { ": \($0)" } ?? ""
    return "\(id) (\(feed.name)) \(wasSeen ? "is gone" : "has sent no frame")\(reason)"
  }

  func progress(
    _ channels: [CameraChannel], _ stage: Stage, _ sinks: SinkSet, at now: Int64, _ settings: JobSettings
  ) -> JobProgress {
    var progress = JobProgress()
    progress.pictures = made
    (progress.written, progress.bytes) = sinks.written
    progress.writerDrops = sinks.writerDrops
    progress.sinks = sinks.reports
    progress.elapsed = .nanoseconds(now - start)
    progress.framesPerSecond =
      rate > 0 ? rate : now > start ? Double(made) * 1e9 / Double(now - start) : 0
    progress.expected = settings.frames
    for (index, camera) in stage.cameras.enumerated() {
      let channel = channels[index]
      var report = CameraReport()
      report.id = "\(camera.id)"
      report.name = channel.feed.name
      report.state = states[index] ?? .lost
      report.framesPerSecond = channel.framesPerSecond
      report.drops = channel.lost
      report.counters = channel.feed.counters
      report.damaged = camera.damaged
      report.unusable = camera.unusable
      report.problem = channel.feed.failure.map { "\($0)" } ?? camera.lastProblem.map { "\($0)" }
      progress.cameras.append(report)
    }
    progress.hint = stage.hint?.text
    return progress
  }
}
