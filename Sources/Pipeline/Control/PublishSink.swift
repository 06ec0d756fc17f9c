import Compositor
import HostResources
import Recordings

/// Passes pictures to the socket's viewers.
final class PublishSink: SinkWriter {
  private let pictures: PublishedPictures
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - pictures: where pictures go.
  ///   - wake: wakes the socket's thread.
  init(_ pictures: PublishedPictures, wake: @escaping @Sendable () -> Void) {
    self.pictures = pictures
    self.wake = wake
  }

  func write(_ issue: Issue) throws(FileError) -> Int64? {
    if pictures.isWatched {
      try pictures.put(issue)
      wake()
    }
    return MonotonicClock.now()
  }
}
