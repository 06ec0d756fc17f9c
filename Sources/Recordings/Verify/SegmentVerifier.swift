import HostResources
import PixelTypes

/// Checks a segmented recording: each segment, and that none is missing.
package struct SegmentVerifier {
  private let folder: FolderHandle
  private let key: PublicKey?

  package init(_ folder: FolderHandle, key: PublicKey? = nil) { (self.folder, self.key) = (folder, key) }

  package func run(
    progress: (@Sendable (_ done: Int, _ of: Int) -> Void)?
  ) throws(FileError) -> VerificationReport {
    let numbers = try SegmentFolder.numbers(folder)
    var all = VerificationFindings()
    all.problems = try missing(numbers)
    var account: RecordingAccount?
    var signatures = SignatureChecker(key)
    signatures.prepare(numbers.compactMap { try? FolderHandle(SegmentFolder.name($0), in: folder) })
    let sizes = numbers.map { pictures(in: SegmentFolder.name($0)) }
    let sum = sizes.reduce(0, +)
    for (position, number) in numbers.enumerated() {
      let name = SegmentFolder.name(number)
      let (before, size) = (sizes[..<position].reduce(0, +), sizes[position])
      do throws(FileError) {
        var found = try RecordingVerifier("\(folder.path)/\(name)").run(
          FolderHandle(name, in: folder), &account, &signatures, segment: name
        ) { progress?(before + $0 * size / max($1, 1), sum) }
        for index in found.problems.indices {
          found.problems[index].file = found.problems[index].file.map { "\(name)/\($0)" } ?? name
        }
        all += found
      } catch { all.report(name, nil, Self.reason(error)) }
    }
    signatures.finish(&all)
    var report = all.report(signatures)
    report.checked.insert("\(numbers.count.counted("segment")): none missing", at: 0)
    return report
  }

  /// The number of pictures in a segment.
  private func pictures(in segment: String) -> Int {
    var count = 0
    try? FolderHandle(segment, in: folder).forEachName { name, _ in
      if FileName.frameIndex(of: name) != nil { count += 1 }
    }
    return count
  }

  private func missing(_ numbers: [Int]) throws(FileError) -> [RecordingProblem] {
    var problems: [RecordingProblem] = []
    var freed = 0
    do { freed = try FreedMark.read(folder)?.before ?? 0 } catch {
      problems.append(RecordingProblem(file: FreedMark.name, what: Self.reason(error)))
    }
    // Report gaps as ranges, since names may claim more segments than could be listed.
    var next = freed
    for number in numbers where number >= freed {
      if number > next {
        problems.append(
          RecordingProblem(
            file: SegmentFolder.name(next),
            what: number == next + 1
              ? "is missing" : "is missing, as are all up to \(SegmentFolder.name(number - 1))"))
      }
      next = number + 1
    }
    for name in try folder.names().sorted() where SegmentFolder.isDoomed(name) {
      problems.append(RecordingProblem(file: name, what: "a freed segment was only partly removed"))
    }
    return problems
  }

  private static func reason(_ error: FileError) -> String {
    if case .unfit(_, let reason) = error { reason } else { "\(error)" }
  }
}
