/// What makes a recording record.
public enum RecordingTrigger: String, Sendable, CaseIterable {
  /// Guides of the first camera snap.
  case snapped
  /// Something moves: the first camera's subject takes up at least ``leastArea`` of its viewfinder.
  case motion
  /// A camera is lost.
  case cameraLost = "camera-lost"
  /// A program says so: the event `{"toggle":"trigger"}`.
  case event

  /// The least area of a subject that counts as motion, as a share of the viewfinder's.
  public static let leastArea = 0.005
}
