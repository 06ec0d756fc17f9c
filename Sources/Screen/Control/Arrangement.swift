import Compositor

/// Which cameras are shown, which is the main one, and how several share the canvas. Can change while a job runs.
package struct Arrangement: Equatable {
  /// The only camera that is shown; `nil` for all.
  var only: Int? = 0
  /// The main camera when all are shown.
  var main = 0
  /// How all share the canvas: never `single`.
  var layout = LayoutMode.sideBySide
  /// Whether somebody has a sheet open, which may need room beside smaller viewfinders.
  package var hasSheet = false
  /// How many there are.
  let count: Int

  /// A job's initial arrangement.
  ///
  /// - Parameters:
  ///   - mode: the requested layout.
  ///   - cameras: how many there are.
  package init(_ mode: LayoutMode, cameras: Int) {
    count = cameras
    if mode != .single { layout = mode }
    if mode != .single, cameras > 1 { only = nil }
  }

  /// Layouts of several cameras; the ranks of two don't differ in rows.
  ///
  /// - Parameter hasDrawing: whether there is one of the user's own.
  static func layouts(of cameras: Int, hasDrawing: Bool) -> [LayoutMode] {
    (hasDrawing ? [.drawn] : []) + (cameras > 2 ? [.grid, .strip] : []) + [.sideBySide, .stacked, .pip]
  }

  /// The layout of the canvas.
  package var mode: LayoutMode { only == nil ? layout : .single }

  /// The cameras that the viewfinders show, the main one first, the others in their order.
  package var shown: [Int] {
    if let only { return [only] }
    return [main] + (0..<count).filter { $0 != main }
  }

  /// Makes the next camera the main one, or the only one.
  mutating func swap() {
    if let only { self.only = (only + 1) % count } else { main = (main + 1) % count }
  }
}
