import Compositor
import HostResources

/// Tells programs at an ``EventPipe`` what happens: triggers, cameras leaving and returning, start and end.
struct EventPolicy {
  private let pipe: EventPipe
  private var states: [CameraState?] = []
  private var triggers: Set<RecordingTrigger> = []
  /// Pictures taken.
  var pictures = 0

  init(_ pipe: EventPipe) { self.pipe = pipe }

  /// Tells what differs from the picture before.
  ///
  /// - Parameters:
  ///   - moment: has the frames of the cameras that the stage shows.
  ///   - shown: their numbers.
  ///   - ids: all cameras' names.
  ///   - firing: the triggers that fire.
  ///   - folder: the recording's; `nil` without one.
  mutating func tell(
    _ moment: Moment, _ shown: [Int], _ ids: [String], _ firing: Set<RecordingTrigger>,
    folder: String?
  ) {
    if states.isEmpty {
      pipe.tell("began", utc: Self.now(moment)) { line in
        if let folder { line.member("folder", folder) }
      }
    }
    if states.count != moment.cameras.count { states = moment.cameras.map { _ in nil } }
    for (place, input) in moment.cameras.enumerated() where states[place] != input.state {
      // A camera that is there from the start is no news.
      let isNews = states[place] != nil || input.state == .lost
      states[place] = input.state
      guard isNews, input.state != .stale else { continue }
      pipe.tell("camera", utc: Self.now(moment)) { line in
        line.member("camera", ids[shown[place]])
        line.member("state", input.state == .lost ? "lost" : "live")
      }
    }
    tell(firing, moment)
  }

  private mutating func tell(_ firing: Set<RecordingTrigger>, _ moment: Moment) {
    for trigger in RecordingTrigger.allCases where firing.contains(trigger) != triggers.contains(trigger) {
      pipe.tell(firing.contains(trigger) ? "triggered" : "trigger-ended", utc: Self.now(moment)) { line in
        line.member("by", trigger.rawValue)
      }
    }
    triggers = firing
  }

  /// The job is over, and with it what triggers it.
  mutating func tellEnd(_ moment: Moment) {
    tell([], moment)
    pipe.tell("ended", utc: Self.now(moment)) { line in
      line.member("pictures", pictures)
    }
  }

  private static func now(_ moment: Moment) -> Int64? {
    moment.utc.map { $0.offset &+ MonotonicClock.now() }
  }
}
