/// What a live job does when a camera goes away.
public enum CameraLossPolicy: String, Sendable, CaseIterable {
  /// Goes on with what is left, even with nothing, and looks for the camera.
  case `continue`
  /// Ends well, with an error that names the camera. A camera that never sends a frame is one too.
  case stop
}
