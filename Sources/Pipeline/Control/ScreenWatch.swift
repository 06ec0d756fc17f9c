import Compositor
import GlassChrome

/// Notices when the screen shows something else than in the picture that was handed on last.
struct ScreenWatch {
  private var told: [AccessibilityElement]?

  /// Puts the description of a screen that has changed into the picture; allocates nothing where it hasn't.
  func describe(_ stage: Stage, in output: OutputFrame) {
    output.screen.removeAll(keepingCapacity: true)
    if told != stage.chrome?.accessibility ?? [] { output.screen = stage.describedScreen() }
  }

  /// The picture was handed on.
  mutating func handedOn(_ stage: Stage) {
    let now = stage.chrome?.accessibility ?? []
    if told != now { told = now }
  }
}
