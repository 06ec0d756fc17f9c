import CaptureKit
import Compositor
import Screen

/// What people are told of one camera: that it falls silent, disappears, returns, becomes slow or sends many damaged frames.
struct CameraWatch {
  let feed: any CameraFeed
  let id: String
  /// When the stage last showed it; `nil` before the first time.
  private(set) var state: CameraState?
  /// Whether it was reported as silent or lost.
  private var isAway = false
  private var firstFormat: StreamFormat?
  private var rate = FrameRateMonitor()
  private var damage = DamageMonitor()

  init(_ feed: any CameraFeed, id: String) {
    self.feed = feed
    self.id = id
  }

  /// Reports whether it fell silent, disappeared or returned.
  ///
  /// - Parameters:
  ///   - frames: the current picture's.
  ///   - place: its own among them, and among the stage's cameras.
  /// - Returns: that it is lost and why, as a sentence, if that is news.
  mutating func look(
    at frames: Moment, _ place: Int, of stage: Stage, _ policy: CameraLossPolicy,
    _ events: (JobEvent) -> Void
  ) -> String? {
    tellIncidents(events)
    let camera = stage.cameras[place]
    let before = state
    state = camera.state
    var loss: String?
    if camera.state == .lost, before != .lost, feed.status != .ended {
      isAway = true
      let what = Self.loss(of: feed, id: id, wasSeen: before != nil)
      loss = what
      stage.screen?.say(of: place, \.cameraIsLost, role: .error, nanoseconds: frames.nanoseconds)
      // If this ends the job, the final error reports it.
      if policy == .continue { events(.warning("\(what); \(outlook(camera, stage))")) }
    }
    if isAway, camera.state != .lost, frames.cameras[place].isNew {
      isAway = false
      stage.screen?.say(of: place, \.cameraIsBack, role: .success, nanoseconds: frames.nanoseconds)
      events(.note(sentenceOfReturn))
    }
    if firstFormat == nil { firstFormat = feed.negotiation.got }
    return loss
  }

  /// Reports its incidents since the last picture.
  mutating func tellIncidents(_ events: (JobEvent) -> Void) {
    for incident in feed.takeIncidents() {
      if incident.remedy == .restarted || incident.remedy == .openedAgain { isAway = true }
      let sentence = "\(id) (\(feed.name)) \(incident.sentence)"
      if case .passedOver(let frame?) = incident.remedy, frame.isFile {
        events(.unread(sentence))
      } else {
        events(.warning(sentence))
      }
    }
  }

  /// What happens while it is lost.
  private func outlook(_ camera: StageCamera, _ stage: Stage) -> String {
    if feed.status == .failed { return "continuing without it" }
    let isAlone = !stage.cameras.contains { $0 !== camera && $0.state != .lost }
    return isAlone ? "waiting for it" : "continuing without it until it is back"
  }

  private var sentenceOfReturn: String {
    let got = feed.negotiation.got
    let node = feed.camera.map { " as \($0.node)" } ?? ""
    let text = "\(id) (\(feed.name)) is back\(node) with \(got.summary)"
    guard let first = firstFormat, first.size != got.size || first.pixelFormat != got.pixelFormat else {
      return text
    }
    return "\(text) instead of \(first.summary); its viewfinder scales the picture"
  }

  static func loss(of feed: any CameraFeed, id: String, wasSeen: Bool) -> String {
    let reason = feed.failure.map { ": \($0)" } ?? ""
    return "\(id) (\(feed.name)) \(wasSeen ? "is gone" : "has sent no frame")\(reason)"
  }

  /// Reports whether it became slow or sends many damaged frames. Allocates only to warn.
  ///
  /// - Parameters:
  ///   - tally: its frames since the start.
  ///   - now: nanoseconds.
  /// - Returns: whether there was something to report.
  mutating func checkHealth(_ tally: FrameTally, at now: Int64, _ events: (JobEvent) -> Void) -> Bool {
    let slow = rate.remark(on: feed, id: id, at: now)
    let damaged = damage.remark(on: feed, tally, id: id, at: now)
    if let slow { events(.warning(slow)) }
    if let damaged { events(.warning(damaged)) }
    return slow != nil || damaged != nil
  }
}
