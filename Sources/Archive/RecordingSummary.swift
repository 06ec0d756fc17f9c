import Recording

/// One recording in a list.
public struct RecordingSummary: Codable, Sendable {
  /// The folder's name.
  public var name: String
  /// The folder's path.
  public var path: String
  /// Frames that are neither deleted nor freed.
  public var frames: Int
  /// Frames whose lines are marked as deleted.
  public var deleted: Int
  /// Frames whose pictures were freed to make room for newer ones.
  public var freed: Int
  /// Existing frames that are kept.
  public var kept: Int
  /// Bytes of the existing pictures.
  public var bytes: Int
  /// From the first frame to the last of each run, added up; `nil` without time stamps.
  public var seconds: Double?
  /// The sources' ids and, if the session can be read, their names.
  public var cameras: [String]
  /// When the first run started, ISO 8601; `nil` for deterministic jobs.
  public var firstTime: String?
  /// When the last run ended or, without an end, started, ISO 8601; `nil` for deterministic jobs.
  public var lastTime: String?
  /// Number of frames by guide state seen in them.
  public var guideStates: [String: Int]
  /// Number of frames by camera and its state: `primary live`.
  public var cameraStates: [String: Int]
  /// Why parts of the summary are missing; `dualcam verify` tells more.
  public var problems: [RecordingProblem]
}
