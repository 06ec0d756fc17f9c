import HostResources
import JPEGCodec
import PixelTypes

/// What one picture takes of one camera before its ink is drawn: its frame is brought, made small, and its guides are
/// read. Cameras whose viewfinders lie apart have nothing in common here, so that two can be worked on at a time.
package final class CameraTask: SideTask, @unchecked Sendable {
  // SAFETY: one thread at a time, as SideTask has it; on the canvas it writes to its own viewfinder alone.
  private let camera: StageCamera
  private let canvas: PlanarPicture
  private var input = CameraInput()
  private var source: SpliceSource?
  private var outcome: SpliceSource.Outcome?
  private var nanoseconds: Int64 = 0
  private var isDue = false
  /// Where its time went.
  package private(set) var times = StageTimes()

  package init(_ camera: StageCamera, _ canvas: PlanarPicture) {
    self.camera = camera
    self.canvas = canvas
  }

  /// - Parameters:
  ///   - splicer: carries the frame over, or says that it doesn't.
  ///   - nanoseconds: the picture's time.
  package func prepare(_ input: CameraInput, index: Int, splicer: SpliceComposer?, nanoseconds: Int64) {
    self.input = input
    self.nanoseconds = nanoseconds
    isDue = camera.needsSmallPictures && camera.guidesAreDue(at: nanoseconds)
    source = nil
    guard let splicer, splicer.carries(index) else { return }
    source = splicer.sources[index]
    outcome = splicer.outcomes[index]
  }

  /// Whether it takes longer than handing it to another thread.
  package var isLong: Bool { input.isNew && (isDue || source == nil) }

  package func run() {
    times = StageTimes()
    var mark = MonotonicClock.now()
    let isFresh = bring(&mark)
    camera.settle(input, isFresh: isFresh, at: nanoseconds)
    if isFresh, isDue {
      camera.readGuides(nanoseconds)
      camera.guidesWereRead(at: nanoseconds)
      times.lap(&mark, .hud)
    }
    // The frame's memory isn't held on to.
    input = CameraInput()
  }

  /// Brings a camera's picture and its small pictures up to date; the viewfinder's pixels too, where they are needed.
  private func bring(_ mark: inout Int64) -> Bool {
    if let source {
      let isFresh = camera.carry(input, from: source, outcome, forGuides: isDue, into: canvas)
      times.lap(&mark, .reduce)
      return isFresh
    }
    let isFresh = camera.draw(input, into: canvas)
    times.lap(&mark, .decode)
    if isFresh, isDue { camera.small.update(from: canvas) }
    times.lap(&mark, .reduce)
    return isFresh
  }
}
