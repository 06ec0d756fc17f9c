import HostResources
import PixelTypes

/// The files in a recording's folder `sources`, counted by picture.
///
/// They are written before their picture, so a picture with a line has all of its files, complete. The next start removes
/// what a killed run leaves.
struct KeptNames: Sendable {
  private var counts: [Int: Int] = [:]
  private(set) var findings = VerificationFindings()

  /// - Parameters:
  ///   - lines: the pictures that have one.
  ///   - next: the index of the picture in flight, if the last run didn't end.
  init(_ folder: FolderHandle, lines: Set<Int>, next: Int?) throws(FileError) {
    guard let sources = try? FolderHandle(RecordingFolder.sources, in: folder) else { return }
    for name in try sources.names() {
      let path = "\(RecordingFolder.sources)/\(name)"
      let isUnfinished = SourceFileWriter.isTemporary(name)
      let index = SourceFileWriter.index(of: name)
      if let index, lines.contains(index) {
        counts[index, default: 0] += 1
      } else if next != nil, isUnfinished || index == next {
        findings.skip(Self.inFlight)
      } else if isUnfinished || index != nil {
        findings.report(
          path, nil,
          isUnfinished ? "an unfinished file remains" : "has no line in \(RecordingFolder.manifest)")
      }
    }
    findings.problems.sort { $0.file ?? "" < $1.file ?? "" }
  }

  static let inFlight = "files of a picture in flight when a run was killed, or that is being written"

  /// The number of a picture's files.
  func count(_ index: Int) -> Int { counts[index] ?? 0 }

  /// Which of the runs kept files.
  func kept(_ runs: [SessionDescription]) -> [Bool] {
    var kept = runs.map { $0.settings.keepSource != nil }
    for index in counts.keys {
      if let run = runs.run(of: index) { kept[run] = true }
    }
    return kept
  }
}
