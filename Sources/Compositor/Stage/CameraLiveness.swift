import PixelTypes

/// How a camera does, by what of it is shown.
package struct CameraLiveness {
  /// ``CameraInput/state``, but `stale` if frames come and none of them can be shown for as long.
  package private(set) var state = CameraState.lost
  private var isHeldShown = true
  private var lastShown: Int64?

  /// Settles it after the camera's picture was brought.
  ///
  /// - Parameters:
  ///   - isFresh: whether a frame is shown that wasn't shown before.
  ///   - nanoseconds: the picture's time.
  package mutating func settle(_ input: CameraInput, isFresh: Bool, at nanoseconds: Int64) {
    if isFresh || lastShown == nil { lastShown = nanoseconds }
    if input.isNew { isHeldShown = isFresh }
    state = input.state
    guard state == .live, !isHeldShown, let lastShown else { return }
    // As long as for a camera that sends nothing: see FramePairer.
    let interval = input.framesPerSecond > 0 ? 1e9 / input.framesPerSecond : 0
    if nanoseconds - lastShown > max(Int64(min(3 * interval, 1e12)), 250_000_000) { state = .stale }
  }
}
