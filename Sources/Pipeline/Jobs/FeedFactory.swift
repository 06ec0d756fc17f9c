import CaptureKit
import FrameBus
import Recordings

/// Opens sources as running cameras.
enum FeedFactory {
  /// - Throws: ``PipelineError/capture(_:)``; ``PipelineError/usage(reason:)`` for a camera in an exact job.
  static func open(
    _ source: JobSettings.Source, pace: JobSettings.Pace, isStrict: Bool, doorbell: Doorbell,
    opening: OpeningWait
  ) throws(PipelineError) -> any CameraFeed {
    try PipelineError.wrapping {
      if let path = source.specification.devicePath {
        if pace == .exact {
          throw PipelineError.usage(
            reason:
              "\(path) is a camera; this works on files and scenes only: use 'dualcam record' for cameras")
        }
        return try DeviceFeed(
          path: path, request: source.request, policy: .dropOldest, doorbell: doorbell, strict: isStrict)
      }
      let live = source.specification.isPipe ? ReaderFeed.Pacing.asTheyCome : .realTime
      let feed = ReaderFeed(
        reader: try makeSourceReader(for: source.specification, isLive: pace == .live, opening: opening),
        name: source.specification.description, pacing: pace == .live ? live : .asFastAsPossible,
        slotCount: pace == .live ? 6 : 4, doorbell: doorbell, asked: source.request)
      if isStrict, !feed.negotiation.differences.isEmpty {
        throw CaptureError.notAsAsked(path: feed.name, differences: feed.negotiation.differences)
      }
      return feed
    }
  }
}
