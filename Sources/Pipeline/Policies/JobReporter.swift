import CaptureKit
import Compositor
import GlassChrome
import HostResources

/// Counts a running job's work and reports its cameras.
struct JobReporter {
  /// All pictures made.
  private(set) var made = 0
  /// Pictures not recorded because the recording was paused.
  var paused = 0
  /// When the job began.
  let start: Int64
  private var lastReport: Int64
  private var window: (start: Int64, made: Int)
  private var rate = 0.0
  private(set) var states: [CameraState?] = [nil, nil, nil, nil]
  // The process's allocations at the end of the warm-up and at the last picture, the latter minus those left out since.
  private var allocationsAtWarm: UInt64 = 0
  private var allocationsAtLast: UInt64 = 0
  private var leftOut: UInt64 = 0

  /// Pictures until caches are full and the steady state begins.
  static let warmUp = 60

  init(start: Int64) {
    self.start = start
    lastReport = start
    window = (start, 0)
  }

  mutating func pictureMade(at now: Int64) {
    made += 1
    if made == Self.warmUp { allocationsAtWarm = Allocations.count }
    // Windows left out never overlap, but other threads allocate during them, too.
    allocationsAtLast = max(allocationsAtWarm, Allocations.count - min(Allocations.count, leftOut))
    if now - window.start >= 1_000_000_000 {
      rate = Double(made - window.made) * 1e9 / Double(now - window.start)
      window = (now, made)
    }
  }

  /// Pictures per second, of late if known.
  func rate(at now: Int64) -> Double {
    rate > 0 ? rate : now > start ? Double(made) * 1e9 / Double(now - start) : 0
  }

  /// Excludes a progress report's own allocations: it creates strings several times a second.
  mutating func leaveOut(allocations: UInt64) {
    if made >= Self.warmUp { leftOut += allocations }
  }

  /// Heap allocations per picture since the warm-up, on all threads.
  var allocationsPerFrame: Double? {
    guard Allocations.isCounted, made > Self.warmUp else { return nil }
    return Double(allocationsAtLast - allocationsAtWarm) / Double(made - Self.warmUp)
  }

  /// Whether a progress report is due; if so, the next is due a fifth of a second later.
  mutating func isDue(_ now: Int64) -> Bool {
    guard now - lastReport >= 200_000_000 else { return false }
    lastReport = now
    return true
  }

  /// Reports cameras that fall silent, disappear or return.
  ///
  /// - Parameters:
  ///   - frames: those of the cameras that the stage shows.
  ///   - shown: their channels.
  mutating func note(
    changesIn frames: FrameSet, _ shown: [Int], _ channels: [CameraChannel], _ stage: Stage,
    _ policy: CameraLossPolicy, _ events: (JobEvent) -> Void
  ) {
    for (place, index) in shown.enumerated() {
      let camera = stage.cameras[place]
      let feed = channels[index].feed
      note(incidentsOf: feed, index, id: camera.id, events)
      let before = states[index]
      states[index] = camera.state
      if camera.state == .lost, before != .lost, feed.status != .ended {
        isAway[index] = true
        let what = Self.loss(of: feed, id: camera.id, wasSeen: before != nil)
        lost = lost ?? what
        let name = stage.screen.state.sources[place].name
        stage.screen.say({ $0.cameraIsLost(name) }, role: .error, nanoseconds: frames.nanoseconds)
        // If this ends the job, the final error reports it.
        if policy == .continue { events(.warning("\(what); \(Self.outlook(camera, feed, stage))")) }
      }
      if isAway[index], camera.state != .lost, frames.cameras[place].isNew {
        isAway[index] = false
        let name = stage.screen.state.sources[place].name
        stage.screen.say({ $0.cameraIsBack(name) }, role: .success, nanoseconds: frames.nanoseconds)
        events(.note(Self.text(back: feed, id: camera.id, first: formats[index])))
      }
      if formats[index] == nil { formats[index] = feed.negotiation.got }
    }
  }

  /// Reports feed incidents since the last picture.
  mutating func note(restOf channels: [CameraChannel], _ ids: [StaticString], _ events: (JobEvent) -> Void) {
    for (index, channel) in channels.enumerated() {
      note(incidentsOf: channel.feed, index, id: ids[index], events)
    }
  }

  private mutating func note(
    incidentsOf feed: any CameraFeed, _ index: Int, id: StaticString, _ events: (JobEvent) -> Void
  ) {
    for incident in feed.takeIncidents() {
      if case .passedOver = incident.remedy {} else { isAway[index] = true }
      events(.warning("\(id) (\(feed.name)) \(incident.sentence)"))
    }
  }

  /// What happens while a camera is lost.
  private static func outlook(_ camera: StageCamera, _ feed: any CameraFeed, _ stage: Stage) -> String {
    if feed.status == .failed { return "continuing without it" }
    let isAlone = !stage.cameras.contains { $0 !== camera && $0.state != .lost }
    return isAlone ? "waiting for it" : "continuing without it until it is back"
  }

  private static func text(back feed: any CameraFeed, id: StaticString, first: StreamFormat?) -> String {
    let got = feed.negotiation.got
    let node = feed.node.map { " as \($0)" } ?? ""
    let text = "\(id) (\(feed.name)) is back\(node) with \(got.summary)"
    guard let first, first.size != got.size || first.pixelFormat != got.pixelFormat else { return text }
    return "\(text) instead of \(first.summary); its viewfinder scales the picture"
  }

  // Whether a camera was reported as silent or lost.
  private var isAway = [false, false, false, false]
  /// The first lost camera and the reason, as a sentence.
  private(set) var lost: String?
  // The first format of each camera.
  private var formats: [StreamFormat?] = [nil, nil, nil, nil]

  static func loss(of feed: any CameraFeed, id: StaticString, wasSeen: Bool) -> String {
    let reason = feed.failure.map { ": \($0)" } ?? ""
    return "\(id) (\(feed.name)) \(wasSeen ? "is gone" : "has sent no frame")\(reason)"
  }
}
