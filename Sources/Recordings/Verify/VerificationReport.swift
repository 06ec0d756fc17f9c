/// The result of checking a recording.
package struct VerificationReport: Codable, Sendable {
  /// Number of lines of existing frames.
  package var frames: Int
  /// Bytes of their pictures.
  package var bytes: Int
  /// In order: session, manifest, files.
  package var problems: [RecordingProblem]
  /// Whether there are no problems.
  package var isGood: Bool
  /// What was checked, one sentence each.
  package var checked: [String]

  package init(frames: Int, bytes: Int, problems: [RecordingProblem], checked: [String]) {
    self.frames = frames
    self.bytes = bytes
    self.problems = problems
    isGood = problems.isEmpty
    self.checked = checked
  }
}
