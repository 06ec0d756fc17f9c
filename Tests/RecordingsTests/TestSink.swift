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
  let size: Int
  private let frame: OutputFrame

  init(
    _ folder: String, budget pictures: Int? = nil, whenFull: WhenFull = .free,
    durability: Durability = .none, segment: SegmentLength? = nil
  ) throws {
    let frame = try TestRecording.frame()
    self.frame = frame
    size = frame.byteCount
    var settings = JobSettings(pace: .exact, sources: [])
    settings.durability = durability
    settings.segment = segment
    settings.budgetBytes = pictures.map { $0 * frame.byteCount }
    settings.whenFull = pictures == nil && segment != nil ? .stop : whenFull
    sink = try RecordingSink(settings, in: folder, session: TestRecording.session())
  }

  func write(_ count: Int = 1) throws {
    for _ in 0..<count { try sink.write(frame) }
  }

  /// Writes a picture that begins a segment.
  func begin() throws {
    sink.announce(SegmentStart(session: TestRecording.session(), totals: SessionTotals(), endedAt: nil))
    frame.beginsSegment = true
    defer { frame.beginsSegment = false }
    try sink.write(frame)
  }

  func finish() throws { try sink.finish(totals: SessionTotals(), endedAt: nil) }
}

extension TestFolder {
  /// The numbers of the pictures that are there.
  func pictures(_ folder: String = "") throws -> [Int] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).compactMap(FileName.frameIndex)
      .sorted()
  }

  func problems() throws -> [RecordingProblem] { try RecordingVerifier(path).run().problems }
}

/// A recording of which every fourth frame's guide is snapped, from the second on.
func snappingRecording(_ count: Int = 10) throws -> TestFolder {
  let folder = try TestFolder()
  try TestRecording.record(count, into: folder.path) { $0 % 4 == 1 ? .snapped : .near }
  return folder
}
