/// A camera's state in one output frame; the manifest uses the raw value.
package enum CameraState: String, Sendable {
  /// It delivered a frame for this picture.
  case live
  /// It is delivering, but nothing new for this picture: the viewfinder repeats its last frame.
  case stale
  /// It went away, or never appeared: the viewfinder keeps its last frame and says so.
  case lost
}
