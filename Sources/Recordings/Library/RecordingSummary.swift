/// One recording in a list.
package struct RecordingSummary: Codable, Sendable {
  /// The folder's name.
  package var name: String
  /// The folder's path.
  package var path: String
  /// Frames that are neither deleted nor freed.
  package var frames: Int
  /// Frames whose lines are marked as deleted.
  package var deleted: Int
  /// Frames whose pictures were freed to make room for newer ones.
  package var freed: Int
  /// Existing frames that are kept.
  package var kept: Int
  /// Existing photos: frames for which the shutter was pressed.
  package var photos: Int
  /// Bytes of the existing pictures.
  package var bytes: Int
  /// Time from the first frame to the last of each run, added up; `nil` without time stamps.
  package var seconds: Double?
  /// The sources' ids and, if the session can be read, their names.
  package var cameras: [String]
  /// When the first run started, ISO 8601; `nil` for deterministic jobs.
  package var firstTime: String?
  /// When the last run ended or, if it never did, started, ISO 8601; `nil` for deterministic jobs.
  package var lastTime: String?
  /// Number of frames by guide state.
  package var guideStates: [String: Int]
  /// Number of frames by camera and its state, such as `primary live`.
  package var cameraStates: [String: Int]
  /// The frames that were asked for by their values; `nil` if none were.
  package var matches: ValueMatches?
  /// Why parts of the summary are missing; `dualcam verify` says more.
  package var problems: [RecordingProblem]
}
