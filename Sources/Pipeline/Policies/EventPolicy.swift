import Compositor
import HostResources

/// Tells programs at an ``EventPipe`` what happens: triggers, cameras leaving and returning, start and end.
final class EventPolicy: JobPolicy {
  private let pipe: EventPipe
  private var hasBegun = false
  private var states: [CameraState?] = []
  private var triggers: Set<RecordingTrigger> = []
  private var pictures = 0

  init(_ pipe: EventPipe) { self.pipe = pipe }

  private func now(_ run: JobRun) -> Int64? {
    run.frames.utc.map { $0.offset &+ MonotonicClock.now() }
  }

  func didDraw(in run: JobRun) {
    if !hasBegun {
      hasBegun = true
      pipe.tell("began", utc: now(run)) { line in
        guard let folder = run.settings.folder else { return }
        line.member("folder", folder)
      }
      states = run.shown.map { _ in nil }
    }
    let cameras = run.frames.cameras
    if states.count != cameras.count { states = cameras.map { _ in nil } }
    for (place, input) in cameras.enumerated() where states[place] != input.state {
      // A camera that is there from the start is no news.
      let isNews = states[place] != nil || input.state == .lost
      states[place] = input.state
      guard isNews, input.state != .stale else { continue }
      pipe.tell("camera", utc: now(run)) { line in
        line.member("camera", run.ids[run.shown[place]])
        line.member("state", input.state == .lost ? "lost" : "live")
      }
    }
    let firing = run.firing
    defer { triggers = firing }
    for trigger in RecordingTrigger.allCases where firing.contains(trigger) && !triggers.contains(trigger) {
      pipe.tell("triggered", utc: now(run)) { line in
        line.member("by", trigger.rawValue)
      }
    }
  }

  func wasTaken(_ picture: OutputFrame, in run: JobRun) { pictures += 1 }

  /// The job is over.
  func ended(_ run: JobRun) {
    pipe.tell("ended", utc: now(run)) { line in
      line.member("pictures", pictures)
    }
  }
}
