import Recording

/// What a check of a recording found.
public struct VerificationReport: Codable, Sendable {
  /// Lines of frames that are not deleted.
  public var frames: Int
  /// Of their files.
  public var bytes: Int
  /// In the order: session, manifest, files.
  public var problems: [RecordingProblem]
  public var isGood: Bool
  /// What was looked at, a sentence each.
  public var checked: [String]

  package init(frames: Int, bytes: Int, problems: [RecordingProblem], checked: [String]) {
    self.frames = frames
    self.bytes = bytes
    self.problems = problems
    isGood = problems.isEmpty
    self.checked = checked
  }
}
