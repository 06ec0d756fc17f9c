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
  package var neverChecked: [String]
  /// What is signed, and by whom.
  package var signed: SignatureReport
  /// What it all amounts to.
  package var claims: Claims

  /// What a recording proves, a sentence each.
  package struct Claims: Codable, Sendable {
    /// Whether its files, lines and totals agree.
    package var intact: String
    /// Whether its viewfinders are the cameras' own frames.
    package var cameras: String
    /// Whether nobody changed it since it was recorded.
    package var signed: String
  }

  private static let usuallyUnchecked = [
    "what is drawn: ink, chrome, viewfinders drawn from pixels, and where no frames were kept all that pictures show",
    "what lines say of guides, controls, exposures, clocks and stages, and the settings that pass frames over",
  ]

  package init(
    frames: Int, bytes: Int, problems: [RecordingProblem], checked: [String], notChecked: [String: Int],
    frames kept: (frames: Int, pictures: Int) = (0, 0), signed: SignatureReport = SignatureReport()
  ) {
    self.signed = signed
    claims = Claims(
      intact: problems.isEmpty ? "files, lines and totals agree" : "no, see what is wrong",
      cameras: kept.frames > 0
        ? "\(kept.frames.counted("kept frame")) in \(kept.pictures.counted("picture")) compared, block by block"
        : "not proved: no frames were kept to compare (--keep-source)",
      signed: signed.words)
    var never: [String] = []
    if signed.key == nil {
      never.append(
        "whether pictures, lines and totals were changed so that they still agree: nothing is signed")
    } else if !signed.isExpected {
      never.append("whether the signing key is the recorder's: name its public key with --key")
    }
    if signed.key != nil, !signed.isEnded {
      never.append(
        "whether pictures were cut off the end: the recorder was stopped before it could sign it, or still runs"
      )
    }
    if signed.missing > 0 {
      never.append(
        "why \(signed.missing.counted("signed picture")) \(signed.missing == 1 ? "is" : "are") gone: deleted without a signature, or lost in a power cut"
      )
    }
    if signed.isPart {
      never.append("whether it is whole: this is one segment of a recording, and begins after another")
    }
    if signed.key != nil, signed.unsigned > 0 {
      never.append(
        "whether \(signed.unsigned.counted("picture")) were changed: they were recorded before anything was signed"
      )
    }
    neverChecked = never + Self.usuallyUnchecked
    self.notChecked = notChecked
    self.frames = frames
    self.bytes = bytes
    self.problems = problems
    isGood = problems.isEmpty
    self.checked = checked
  }
}
