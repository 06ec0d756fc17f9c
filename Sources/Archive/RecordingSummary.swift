import Recording

/// One recording in a list.
public struct RecordingSummary: Codable, Sendable {
  /// The folder's name.
  public var name: String
  public var path: String
  /// Frames that are not deleted.
  public var frames: Int
  public var deleted: Int
  /// Frames whose pictures made room for newer ones.
  public var freed: Int
  public var kept: Int
  /// Of the pictures that are there.
  public var bytes: Int
  /// From the first frame to the last of each run, added up; `nil` without time stamps.
  public var seconds: Double?
  /// The sources' ids and, where the session can be read, their names.
  public var cameras: [String]
  /// ISO 8601, of the first and the last run; `nil` for deterministic jobs.
  public var firstTime: String?
  public var lastTime: String?
  /// Frames by guide state seen in them.
  public var guideStates: [String: Int]
  /// Frames by camera and its state: `primary live`.
  public var cameraStates: [String: Int]
  /// Why parts of this are missing; `dualcam verify` tells more.
  public var problems: [RecordingProblem]
}
