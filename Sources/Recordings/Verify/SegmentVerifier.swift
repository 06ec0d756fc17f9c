import HostResources
import PixelTypes

/// Checks a segmented recording: each segment, and that none is missing.
package struct SegmentVerifier {
  private let folder: FolderHandle

  package init(_ folder: FolderHandle) { self.folder = folder }

  package func run(
    progress: (@Sendable (_ done: Int, _ of: Int) -> Void)?
  ) throws(FileError) -> VerificationReport {
    let numbers = try SegmentFolder.numbers(folder)
    var problems = try missing(numbers)
    var frames = 0
    var bytes = 0
    let sizes = numbers.map { pictures(in: SegmentFolder.name($0)) }
    let all = sizes.reduce(0, +)
    for (position, number) in numbers.enumerated() {
      let name = SegmentFolder.name(number)
      let report: VerificationReport
      let (before, size) = (sizes[..<position].reduce(0, +), sizes[position])
      do throws(FileError) {
        report = try RecordingVerifier("\(folder.path)/\(name)").run { done, count in
          progress?(before + done * size / max(count, 1), all)
        }
      } catch {
        problems.append(RecordingProblem(file: name, what: Self.reason(error)))
        continue
      }
      frames += report.frames
      bytes += report.bytes
      problems += report.problems.map { problem in
        RecordingProblem(
          file: problem.file.map { "\(name)/\($0)" } ?? name, line: problem.line, what: problem.what)
      }
    }
    return VerificationReport(
      frames: frames, bytes: bytes, problems: problems,
      checked: [
        "\(numbers.count.counted("segment")): each a good recording, none missing",
        "\(frames.counted("picture")) in them: there, fully decodable, of their canvas's size",
      ])
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
