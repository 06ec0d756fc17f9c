import Foundation
import HostResources
import TestPictures
import TestSupport

@testable import Compositor
@testable import Pipeline
@testable import Recordings

/// Records frames of one size into a folder, as the sink thread does.
final class TestSink {
  let sink: RecordingSink
  private let frame: Picture
  private var issue: Issue

  init(
    _ folder: String, budget pictures: Int? = nil, whenFull: WhenFull = .free,
    durability: Durability = .none, segment: SegmentLength? = nil
  ) throws {
    let frame = try TestRecording.frame()
    self.frame = frame
    issue = Issue(frame)
    var settings = JobSettings(pace: .exact, sources: [])
    settings.durability = durability
    settings.segment = segment
    settings.budgetBytes = pictures.map { $0 * frame.byteCount }
    settings.whenFull = pictures == nil && segment != nil ? .stop : whenFull
    sink = try RecordingSink(settings, in: folder, session: TestRecording.session())
  }

  func write(_ count: Int = 1) throws {
    for _ in 0..<count { try writeNext() }
  }

  private func writeNext() throws {
    _ = try sink.write(issue)
    frame.facts.cameras[0].frame?.sequence += 1
    frame.facts.cameras[0].frame?.time.nanoseconds += 100_000_000
  }

  /// Writes a picture that begins a segment, and more into it.
  func begin(andWrite more: Int = 0) throws {
    issue.segment = SegmentStart(session: TestRecording.session(), account: SessionTotals(), endedAt: nil)
    try writeNext()
    issue.segment = nil
    try write(more)
  }

  func finish() throws { try sink.finish(account: SessionTotals(), endedAt: nil) }
}

extension TestFolder {
  /// The numbers of the pictures that are there.
  func pictures(_ folder: String = "") throws -> [Int] {
    try names(folder).compactMap(FileName.frameIndex).sorted()
  }

  /// Of the folder itself or of one in it.
  func problems(_ name: String = "") throws -> [RecordingProblem] {
    try RecordingVerifier(file(name)).run().problems
  }
}

/// A recording of which every fourth frame's guide is snapped, from the second on.
func snappingRecording(_ count: Int = 10) throws -> TestFolder {
  let folder = try TestFolder()
  try TestRecording.record(count, into: folder.path) { $0 % 4 == 1 ? .snapped : .near }
  return folder
}
