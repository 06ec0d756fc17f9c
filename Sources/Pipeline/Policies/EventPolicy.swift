import Compositor
import HostResources

/// Tells programs what the stage sees happen: triggers, cameras leaving and returning, the start.
struct EventPolicy {
  private let board: EventBoard
  private var states: [CameraState?] = []
  private var triggers: Set<RecordingTrigger> = []

  init(_ board: EventBoard) { self.board = board }

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
      board.tell(.began) { line in
        if let folder { line.member("folder", folder) }
      }
    }
    if states.count != moment.cameras.count { states = moment.cameras.map { _ in nil } }
    for (place, input) in moment.cameras.enumerated() where states[place] != input.state {
      // A camera that is there from the start is no news.
      let isNews = states[place] != nil || input.state == .lost
      states[place] = input.state
      guard isNews, input.state != .stale else { continue }
      board.tell(.camera) { line in
        line.member("camera", ids[shown[place]])
        line.member("state", input.state == .lost ? "lost" : "live")
      }
    }
    tell(firing)
  }

  /// Tells which triggers hold from now on; none once the job is over.
  mutating func tell(_ firing: Set<RecordingTrigger>) {
    if firing == triggers { return }
    for trigger in firing.symmetricDifference(triggers).sorted(by: { $0.rawValue < $1.rawValue }) {
      board.tell(firing.contains(trigger) ? .triggered : .triggerEnded) { $0.member("by", trigger.rawValue) }
    }
    triggers = firing
  }
}
