/// What a live job does when a camera goes away.
public enum CameraLossPolicy: String, Sendable, CaseIterable {
  /// Goes on with the remaining cameras, even with none, and looks for the lost one.
  case `continue`
  /// Ends cleanly, with an error that names the camera. A camera that never sends a frame counts too.
  case stop
}
