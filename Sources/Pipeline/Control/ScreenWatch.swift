import Compositor
import GlassChrome

/// Notices when the screen differs from the one in the last picture handed on.
struct ScreenWatch {
  private var told: [AccessibilityElement]?

  /// Puts the description of a changed screen into the picture; allocates nothing when it hasn't changed.
  func describe(_ stage: Stage, in output: OutputFrame) {
    output.screen.removeAll(keepingCapacity: true)
    if told != stage.chrome?.accessibility ?? [] { output.screen = stage.describedScreen() }
  }

  /// Remembers the screen of a picture that was handed on.
  mutating func handedOn(_ stage: Stage) {
    let now = stage.chrome?.accessibility ?? []
    if told != now { told = now }
  }
}
