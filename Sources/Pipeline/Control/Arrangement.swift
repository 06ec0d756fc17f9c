import Compositor
import GlassChrome
import Screen

/// Which cameras are shown, which is the main one, and how two share the canvas. Can change while a job runs.
struct Arrangement: Equatable {
  /// The first camera alone (`front`), the second alone (`back`), or both.
  var choice = DualCameraSwitcher.Choice.front
  /// Whether the second camera is the main one when both are shown.
  var isSwapped = false
  /// How both share the canvas: never `single`.
  var layout = LayoutMode.sideBySide

  /// Layouts of two cameras.
  static let layouts: [LayoutMode] = [.sideBySide, .stacked, .pip]

  /// A job's initial arrangement.
  ///
  /// - Parameters:
  ///   - mode: the requested layout.
  ///   - cameras: how many there are.
  init(_ mode: LayoutMode, cameras: Int) {
    if mode != .single { layout = mode }
    if mode != .single, cameras > 1 { choice = .dual }
  }

  /// The layout of the canvas.
  var mode: LayoutMode { choice == .dual ? layout : .single }

  /// The cameras that the viewfinders show, the main one first.
  var shown: [Int] {
    switch choice {
    case .front: [0]
    case .back: [1]
    case .dual: isSwapped ? [1, 0] : [0, 1]
    }
  }
}
