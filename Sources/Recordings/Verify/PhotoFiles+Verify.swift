import HostResources

extension PhotoFiles {
  /// Photos without a line, and unfinished ones.
  ///
  /// - Parameters:
  ///   - lines: the pictures that have one.
  ///   - next: the index of the picture in flight, if the last run didn't end.
  static func check(
    _ recording: FolderHandle, lines: Set<Int>, next: Int?
  ) throws(FileError) -> VerificationFindings {
    var findings = VerificationFindings()
    guard let photos = try? FolderHandle(folder, in: recording) else { return findings }
    for name in try photos.names().sorted() {
      let (isUnfinished, index) = (isTemporary(name), index(of: name))
      if index.map(lines.contains) ?? !isUnfinished { continue }
      if next != nil, isUnfinished || index == next {
        findings.skip(KeptNames.inFlight)
      } else {
        findings.report(
          "\(folder)/\(name)", nil,
          isUnfinished ? "an unfinished file remains" : "has no line in \(RecordingFolder.manifest)")
      }
    }
    return findings
  }
}
