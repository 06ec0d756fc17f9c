import Recording

/// The result of checking a recording.
public struct VerificationReport: Codable, Sendable {
  /// Number of lines of existing frames.
  public var frames: Int
  /// Bytes of their pictures.
  public var bytes: Int
  /// In order: session, manifest, files.
  public var problems: [RecordingProblem]
  /// Whether there are no problems.
  public var isGood: Bool
  /// What was checked, one sentence each.
  public var checked: [String]

  package init(frames: Int, bytes: Int, problems: [RecordingProblem], checked: [String]) {
    self.frames = frames
    self.bytes = bytes
    self.problems = problems
    isGood = problems.isEmpty
    self.checked = checked
  }
}
