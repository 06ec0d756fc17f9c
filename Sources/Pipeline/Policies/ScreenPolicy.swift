import Compositor
import GlassChrome

/// Keeps the screen's account: what it shows, whether it could be laid out, and what the primary is set to.
final class ScreenPolicy: JobPolicy {
  /// What was on the screen of the last picture that was taken.
  private var told: [AccessibilityElement]?
  private var broken: LayoutError?
  /// Times that the primary had been opened again when its settings were read.
  private var exposureRead: UInt64?

  /// Shows what the primary is set to, when it was opened and each time that it was opened again.
  func willDraw(in run: JobRun) {
    let times = run.channels[0].feed.counters.reconnects
    guard times != exposureRead else { return }
    exposureRead = times
    run.stage.screen.show(run.channels[0].feed.exposure)
  }

  func didFinish(_ picture: OutputFrame, spent: Int64, in run: JobRun) {
    sayBroken(run)
    guard run.settings.describesScreen else { return }
    // Allocates nothing if the screen hasn't changed.
    picture.screen.removeAll(keepingCapacity: true)
    if told != shown(run) { picture.screen = run.stage.screen.described(run.stage.layout) }
  }

  func wasTaken(_ picture: OutputFrame, in run: JobRun) {
    guard run.settings.describesScreen else { return }
    let now = shown(run)
    if told != now { told = now }
  }

  func beginSegment() { told = nil }

  private func shown(_ run: JobRun) -> [AccessibilityElement] { run.stage.screen.chrome?.accessibility ?? [] }

  /// Says once what is wrong with a screen that can't be laid out; the one before stays.
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
