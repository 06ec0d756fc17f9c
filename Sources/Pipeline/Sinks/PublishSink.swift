import Compositor
import HostResources

/// Passes pictures to the socket's viewers.
final class PublishSink: FrameSink {
  private let pictures: PublishedPictures
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - pictures: where pictures go.
  ///   - wake: wakes the socket's thread.
  init(_ pictures: PublishedPictures, wake: @escaping @Sendable () -> Void) {
    self.pictures = pictures
    self.wake = wake
  }

  func write(_ frame: OutputFrame) throws(FileError) -> Bool {
    if pictures.isWatched {
      try pictures.put(frame)
      wake()
    }
    return true
  }
}
