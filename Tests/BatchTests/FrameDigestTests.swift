import CaptureKit
import Foundation
import HostResources
import JPEGCodec
import PixelTypes
import TestSupport
import Testing

@testable import Batch

/// Digests of parts, against sums of the same bytes put together here.
struct FrameDigestTests {
  private let folder: TestFolder
  private let frames: [[UInt8]]

  init() throws {
    folder = try TestFolder()
    frames = try (0..<25).map { index in
      let picture = PlanarPicture(size: PixelSize(width: 16, height: 16)!, subsampling: .yuv420)
      var encoder = JPEGEncoder()
      return try encoder.encode(picture, quality: 60 + index)
    }
    for (index, frame) in frames.enumerated() {
      try folder.put(frame, index.digits(6) + ".jpg")
    }
  }

  private func source(_ query: String = "") throws -> SourceSpecification {
    try SourceSpecification(parsing: "file:\(folder.path)\(query)")
  }

  private func sum(_ range: Range<Int>) -> String { SHA256.of(frames[range].flatMap { $0 }) }

  @Test func aWholeInput() throws {
    let digest = try FrameDigest(source())
    #expect(digest.parts == [.init(first: 0, frames: 25, warmUp: 0, digest: sum(0..<25), read: 25)])
    #expect(digest.bytes == frames.reduce(0) { $0 + $1.count })
  }

  @Test(arguments: [(10, 0), (10, 3), (10, 10), (10, 40), (25, 5), (30, 5), (1, 1), (24, 2)])
  func partsOverlapByTheirWarmUp(length: Int, warmUp: Int) throws {
    let parts = try FrameDigest(source(), length: length, warmUp: warmUp).parts
    #expect(parts.map(\.first) == Array(stride(from: 0, to: 25, by: length)))
    for part in parts {
      #expect(part.frames == min(length, 25 - part.first))
      #expect(part.warmUp == (part.first == 0 ? 0 : min(warmUp, length)))
      #expect(part.digest == sum(part.first - part.warmUp..<part.first + part.frames))
      // A worker reads just the part.
      let query = "?first=\(part.first - part.warmUp)&frames=\(part.frames + part.warmUp)"
      #expect(try FrameDigest(source(query)).parts.map(\.digest) == [part.digest])
    }
  }

  @Test func lostFramesHaveTheirNumbers() throws {
    try folder.put([1, 2, 3], "000012.jpg")
    let parts = try FrameDigest(source(), length: 10, warmUp: 2).parts
    #expect(parts.map(\.frames) == [10, 10, 5])
    // What can't be read counts as read, as in a job's summary.
    #expect(parts.map(\.read) == [10, 12, 7])
    #expect(parts[1].digest == SHA256.of((frames[8..<12] + frames[13..<20]).flatMap { $0 }))
  }
}
