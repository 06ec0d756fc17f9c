import HUDGeometry

/// A guide that can snap.
package enum Guide: String, Sendable, CaseIterable {
  /// The horizon.
  case level
  /// The subject in the template.
  case silhouette
  /// The subject at a power point.
  case subject

  package func state(in reading: borrowing HUDReading) -> GuideState {
    switch self {
    case .level: reading.horizon.state
    case .silhouette: reading.silhouette.state
    case .subject: reading.subject.state
    }
  }
}
