import Compositor
import HostResources
import Recordings

/// Passes pictures, and frames of single cameras, to the socket's viewers.
final class PublishSink: SinkWriter {
  private let pictures: PublishedPictures
  private let quality: Int
  // By camera.
  private var coders: [String: RawFrameCoder] = [:]
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - pictures: where pictures go.
  ///   - quality: of JPEGs of raw cameras' frames, 1...100.
  ///   - wake: wakes the socket's thread.
  init(_ pictures: PublishedPictures, quality: Int = 90, wake: @escaping @Sendable () -> Void) {
    self.pictures = pictures
    self.quality = quality
    self.wake = wake
  }

  func write(_ issue: Issue) throws(FileError) -> Int64? {
    let frames = issue.picture.watched
    if pictures.isWatched { try pictures.put(issue) }
    for index in 0..<(frames?.count ?? 0) {
      guard let frames, let camera = pictures.cameras[frames.camera(index)], camera.isWatched else {
        continue
      }
      let (id, (slot, isComplete)) = (frames.camera(index), frames.frame(index))
      let coder = coders[id] ?? RawFrameCoder()
      coders[id] = coder
      guard let photo = CameraPhoto(id, slot, isComplete: isComplete, quality: quality, coder: coder)
      else { continue }
      try camera.put(photo.bytes.span, captured: frames.captured(index), with: issue)
    }
    if pictures.isWatched || frames?.count ?? 0 > 0 { wake() }
    return MonotonicClock.now()
  }
}
