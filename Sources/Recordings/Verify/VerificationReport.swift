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
  /// What was checked, one sentence each, with counts.
  package var checked: [String]
  /// What couldn't be checked in this recording, and how often.
  package var notChecked: [String: Int]
  /// What is never checked, one sentence each.
  package var neverChecked = [
    "whether pictures, lines and totals were changed so that they still agree: nothing is signed",
    "what is drawn: ink, chrome, viewfinders drawn from pixels, and where no frames were kept all that pictures show",
    "what lines say of guides, controls, exposures, clocks and stages, and the settings that pass frames over",
  ]

  package init(
    frames: Int, bytes: Int, problems: [RecordingProblem], checked: [String], notChecked: [String: Int]
  ) {
    self.notChecked = notChecked
    self.frames = frames
    self.bytes = bytes
    self.problems = problems
    isGood = problems.isEmpty
    self.checked = checked
  }
}
