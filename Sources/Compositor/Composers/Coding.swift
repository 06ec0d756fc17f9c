import HostResources
import JPEGCodec
import PixelTypes

/// What is left of a picture once ink and chrome are drawn: its JPEG.
///
/// ``Stage/dress(_:_:into:)`` gives one. Any thread may ``run()`` it while the stage draws the next picture;
/// ``Stage/settle(_:)`` ends it.
package final class Coding: SideTask, @unchecked Sendable {
  // SAFETY: used by one thread at a time, as SideTask requires. It reads its own surface and writes its own picture.
  let surface: Surface
  private let composer: any Composer
  var picture: Picture?
  /// What goes to the front of the JPEG.
  var front: [UInt8] = []
  var quality = 85
  /// Make parts of it in parallel.
  var sides: [SideThread] = []
  var times = StageTimes()
  private(set) var failure: JPEGError?

  init(_ surface: Surface, _ composer: any Composer) { (self.surface, self.composer) = (surface, composer) }

  package func run() {
    guard let picture else { return }
    var mark = MonotonicClock.now()
    do throws(JPEGError) {
      failure = nil
      try composer.compose(surface, quality: quality, into: picture, beside: sides)
      picture.put(front: front.span)
    } catch { failure = error }
    times.lap(&mark, .encode)
  }
}
