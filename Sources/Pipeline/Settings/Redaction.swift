import HUDGeometry

/// What is made unrecognizable in a camera's frames.
package struct Redaction: Sendable, Equatable {
  /// `nil` for a camera that only waits as long as the others.
  package var target: RedactionTarget?
  /// How long frames wait, so that who is found is hidden from the beginning.
  package var delay: Duration
  /// Whether each frame is a photo of its own.
  var arePhotos: Bool

  package init(_ target: RedactionTarget?, delay: Duration, arePhotos: Bool = false) {
    (self.target, self.delay) = (target, min(max(delay, .zero), Self.mostDelay))
    self.arePhotos = arePhotos
  }

  /// The most that frames may wait.
  package static let mostDelay = Duration.seconds(10)

  /// The delay.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = delay.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
