import PixelTypes

/// A camera's state, judged by what is shown of it.
package struct CameraLiveness {
  /// ``CameraInput/state``, or `stale` if frames keep coming but none can be shown.
  package private(set) var state = CameraState.lost
  private var isHeldShown = true
  private var lastShown: Int64?

  /// Updates the state once the camera's picture is drawn.
  ///
  /// - Parameters:
  ///   - isFresh: whether this picture shows a new frame.
  ///   - nanoseconds: the picture's time.
  package mutating func settle(_ input: CameraInput, isFresh: Bool, at nanoseconds: Int64) {
    if isFresh || lastShown == nil { lastShown = nanoseconds }
    if input.isNew { isHeldShown = isFresh }
    state = input.state
    guard state == .live, !isHeldShown, let lastShown else { return }
    // The same limit as for a silent camera: see FramePairer.
    let interval = input.framesPerSecond > 0 ? 1e9 / input.framesPerSecond : 0
    if nanoseconds - lastShown > max(Int64(min(3 * interval, 1e12)), 250_000_000) { state = .stale }
  }
}
