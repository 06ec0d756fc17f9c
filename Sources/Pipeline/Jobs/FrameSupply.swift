import CaptureKit
import FrameBus
import HostResources
import PixelTypes
import Recordings

/// Supplies one source's frames in turn, for jobs that read one source at a time.
final class FrameSupply {
  private enum Origin {
    case reader(any FrameReader, FrameSlot)
    case camera(any CameraFeed, CameraIntake)
  }

  private let origin: Origin
  let format: StreamFormat
  /// A scene's ground truth about its own frames; `nil` for other sources.
  var scene: SyntheticReader? {
    if case .reader(let reader, _) = origin { reader as? SyntheticReader } else { nil }
  }

  /// The camera; `nil` for other sources.
  var feed: (any CameraFeed)? { if case .camera(let feed, _) = origin { feed } else { nil } }

  private var turner: FrameTurner?
  /// The turn that set the last frame upright.
  private(set) var orientation = PictureTurn.none

  /// - Throws: ``PipelineError/capture(_:)``; ``PipelineError/usage(reason:)`` if the truth is
  ///   requested and the source isn't a scene.
  init(
    _ specification: SourceSpecification, request: StreamRequest, needsTruth: Bool, doorbell: Doorbell,
    opening: OpeningWait
  ) throws(PipelineError) {
    if let pace = Self.feedPace(specification) {
      let feed = try FeedFactory.open(
        JobSettings.Source(specification: specification, request: request), pace: pace, isStrict: false,
        doorbell: doorbell, opening: opening)
      if needsTruth {
        throw .usage(reason: "only scenes have ground truth; \(specification) isn't a synth: source")
      }
      do { try feed.start() } catch { throw .capture(error) }
      guard let intake = CameraIntake(feed: feed, turner: try FrameTurner(.none, policy: .keep)) else {
        throw .usage(reason: "something else is already reading the camera's frames")
      }
      origin = .camera(feed, intake)
      format = feed.negotiation.got
      return
    }
    (format, origin) = try PipelineError.wrapping {
      let reader = try makeSourceReader(for: specification)
      if needsTruth, !(reader is SyntheticReader) {
        throw PipelineError.usage(
          reason: "only scenes have ground truth; \(specification) isn't a synth: source")
      }
      return (reader.format, .reader(reader, FrameSlot(capacity: reader.largestFrame, format: reader.format)))
    }
  }

  /// The pace of a source that may block, which gets its own thread so it can be stopped; `nil` for one that never does.
  private static func feedPace(_ specification: SourceSpecification) -> JobSettings.Pace? {
    specification.devicePath != nil ? .live : specification.isPipe ? .exact : nil
  }

  /// The next frame, valid until the next call; `nil` at the end or when the job should stop.
  ///
  /// - Throws: ``PipelineError/capture(_:)`` if the source fails.
  func next(stop: StopFlag) throws(PipelineError) -> FrameSlot? {
    switch origin {
    case .reader(let reader, let slot):
      do { if try !reader.read(into: slot) { return nil } } catch { throw .capture(error) }
      orientation = slot.format.orientation
      return orientation == .none ? slot : try upright(slot)
    case .camera(let feed, let intake):
      while !stop.isStopped {
        if intake.advance() { return intake.slot }
        if let failure = intake.endingFailure { throw .capture(failure) }
        if intake.isOver { return nil }
        if feed.status == .lost { intake.letGo() }
        _ = intake.waitForFrame(atMost: .milliseconds(200))
      }
      return nil
    }
  }

  /// Frames that the source skipped since the last call.
  func takePassedOver() -> [PassedOverFrame] {
    switch origin {
    case .reader(let reader, _): reader.takePassedOver()
    case .camera(let feed, _):
      feed.takeIncidents().compactMap { if case .passedOver(let frame) = $0.remedy { frame } else { nil } }
    }
  }

  private func upright(_ slot: FrameSlot) throws(PipelineError) -> FrameSlot {
    if let turner { return turner.turned(slot) }
    let turner = try FrameTurner(.none, policy: .keep)
    self.turner = turner
    return turner.turned(slot)
  }

  /// Closes the camera.
  func close() {
    guard case .camera(let feed, let intake) = origin else { return }
    intake.letGo()
    feed.requestStop()
    intake.close()
    feed.join()
  }
}
