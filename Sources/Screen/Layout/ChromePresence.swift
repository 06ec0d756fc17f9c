import GlassChrome

/// Whether the controls are shown: they hide while recording, and when nobody uses them.
///
/// A pure state machine, driven by frame times in nanoseconds; ``DisplayAnimator`` animates the changes.
package struct ChromePresence: Sendable, Hashable {
  /// How long controls stay without an event.
  package static let idleNanoseconds: Int64 = 5_000_000_000

  /// Whether unused controls hide; if false, only a recording hides them.
  package let hidesWhenIdle: Bool
  /// Whether controls are shown.
  package private(set) var showsControls = true
  private var wasRecording = false
  private var lastEvent: Int64?

  /// Starts with everything shown and no recording.
  package init(hidesWhenIdle: Bool = true) { self.hidesWhenIdle = hidesWhenIdle }

  /// Advances to a frame's time.
  ///
  /// - Parameters:
  ///   - nanoseconds: the frame's time.
  ///   - isRecording: whether a recording is running. Its start hides the controls, its end shows them.
  ///   - hadEvent: whether the chrome got an event since the last frame.
  ///   - isHeld: whether a finger is down or a sheet is open, during which nothing hides.
  package mutating func advance(
    to nanoseconds: Int64, isRecording: Bool, hadEvent: Bool, isHeld: Bool = false
  ) {
    let hasStarted = isRecording && !wasRecording
    let hasEnded = wasRecording && !isRecording
    wasRecording = isRecording
    // The first frame counts as an event, as does a time that jumps back when a file restarts.
    let last = lastEvent ?? nanoseconds
    lastEvent = hadEvent || isHeld || nanoseconds < last ? nanoseconds : last
    let (idle, overflow) = nanoseconds.subtractingReportingOverflow(lastEvent ?? nanoseconds)
    let isIdle = overflow || idle >= Self.idleNanoseconds
    if hasStarted && !isHeld {
      // The touch that starts a recording isn't a request for controls.
      showsControls = false
    } else if hadEvent || isHeld || hasEnded {
      showsControls = true
      lastEvent = nanoseconds
    } else if isIdle && (hidesWhenIdle || isRecording) {
      showsControls = false
    }
  }
}
