/// What triggers a recording.
package enum RecordingTrigger: String, Sendable, CaseIterable {
  /// Guides of the first camera snap.
  case snapped
  /// Something moves: the first camera's subject covers at least ``leastArea`` of its viewfinder.
  case motion
  /// A camera is lost.
  case cameraLost = "camera-lost"
  /// A program requests it with the event `{"toggle":"trigger"}`.
  case event

  /// The least area of a subject that counts as motion, as a share of the viewfinder's.
  package static let leastArea = 0.005
}
