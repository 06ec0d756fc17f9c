import Compositor
import GlassChrome

/// Tracks the screen: what it shows, whether it could be laid out, and the main camera's exposure.
final class ScreenPolicy: JobPolicy {
  /// The screen's elements in the last picture taken.
  private var reported: [AccessibilityElement]?
  /// The elements that viewers know, and their version of the screen.
  private var published: (elements: [AccessibilityElement], version: Int) = ([], 0)
  private var broken: LayoutError?
  /// The main camera, and its reconnection count when its exposure was last read.
  private var exposureRead: (camera: Int, times: UInt64)?

  /// Shows the main camera's exposure when the camera is opened or becomes the main one, and after each reconnection.
  func willDraw(in run: JobRun) {
    let main = run.shown[0]
    let times = run.channels[main].feed.counters.reconnects
    if let exposureRead, exposureRead == (main, times) { return }
    exposureRead = (main, times)
    let exposure = run.channels[main].feed.exposure
    run.stage.screen.show(exposure)
    // The driver doesn't report what the camera chooses for each frame.
    run.stage.exposureSeconds = exposure?.time.flatMap { $0.isAutomatic ? nil : $0.value }
  }

  func didFinish(_ picture: OutputFrame, spent: Int64, in run: JobRun) {
    sayBroken(run)
    if run.settings.publishes {
      let elements = shown(run)
      if elements != published.elements { published = (elements, published.version + 1) }
      picture.screenVersion = published.version
    }
    guard run.settings.describesScreen else { return }
    // Allocates nothing while the screen stays the same.
    picture.screen.removeAll(keepingCapacity: true)
    if reported != shown(run) { picture.screen = run.stage.screen.described(run.stage.layout) }
  }

  func wasTaken(_ picture: OutputFrame, in run: JobRun) {
    guard run.settings.describesScreen else { return }
    let now = shown(run)
    if reported != now { reported = now }
  }

  func beginSegment() { reported = nil }

  private func shown(_ run: JobRun) -> [AccessibilityElement] { run.stage.screen.chrome?.accessibility ?? [] }

  /// Reports once that a screen can't be laid out; the previous one stays.
  private func sayBroken(_ run: JobRun) {
    guard let failure = run.stage.screen.chrome?.failure else {
      broken = nil
      return
    }
    if failure == broken { return }
    broken = failure
    run.events(.warning("the screen is unchanged: \(failure)"))
  }
}
