/// How a camera stands in one output frame; by this name in the manifest.
public enum CameraState: String, Sendable {
  /// It delivered a frame for this picture.
  case live
  /// It delivers, but nothing new for this picture: the viewfinder repeats its last frame.
  case stale
  /// It is gone, or never came: the viewfinder keeps its last frame and says so.
  case lost
}
