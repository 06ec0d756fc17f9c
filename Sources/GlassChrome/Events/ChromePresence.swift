/// How much of the chrome is shown: it recedes while recording, and unused controls hide.
///
/// A pure state machine, driven by frame times in nanoseconds; ``DisplayAnimator`` animates what comes and goes.
public struct ChromePresence: Sendable, Hashable {
  /// What a group of the chrome is for.
  public enum Part: Sendable, Hashable, CaseIterable {
    /// Parts that must always be seen: the recording timer, the capture button, a lost camera.
    case essential
    /// Parts that inform: the top bar, titles.
    case status
    /// Parts to touch: shelf, sliders, switchers, tab bar.
    case controls
  }

  /// How much of a part is shown.
  public enum Level: Sendable, Hashable, CaseIterable {
    case full
    /// Reduced to the most important: a bar to its mark, a tab bar to the selected tab.
    case minimized
    case hidden
  }

  /// How long controls stay without an event.
  public static let idleNanoseconds: Int64 = 5_000_000_000

  /// Whether unused controls hide; if false, only a recording hides them.
  public let hidesWhenIdle: Bool
  /// Whether a recording ran at the last frame.
  public private(set) var isRecording = false
  /// Whether controls are shown.
  public private(set) var showsControls = true
  private var lastEvent: Int64?

  /// Starts with everything shown and no recording.
  public init(hidesWhenIdle: Bool = true) { self.hidesWhenIdle = hidesWhenIdle }

  /// How much of a part to show at the last frame's time.
  public func level(of part: Part) -> Level {
    switch part {
    case .essential: .full
    case .status: isRecording && !showsControls ? .minimized : .full
    case .controls: showsControls ? .full : .hidden
    }
  }

  /// Advances to a frame's time; false if no part's level changed.
  ///
  /// - Parameters:
  ///   - nanoseconds: the frame's time.
  ///   - isRecording: whether a recording runs. Its start hides the controls, its end shows them.
  ///   - hadEvent: whether the chrome got an event since the last frame.
  ///   - isHeld: while a finger is down or a sheet is open, nothing hides.
  public mutating func advance(
    to nanoseconds: Int64, isRecording: Bool, hadEvent: Bool, isHeld: Bool = false
  ) -> Bool {
    let before = (self.isRecording, showsControls)
    let hasStarted = isRecording && !self.isRecording
    self.isRecording = isRecording
    // The first frame counts as an event, and so does a time that jumps back, as when a file starts again.
    let last = lastEvent ?? nanoseconds
    lastEvent = hadEvent || isHeld || nanoseconds < last ? nanoseconds : last
    let (idle, overflow) = nanoseconds.subtractingReportingOverflow(lastEvent ?? nanoseconds)
    let isIdle = overflow || idle >= Self.idleNanoseconds
    if hasStarted && !isHeld {
      // The touch that starts a recording isn't a request for controls.
      showsControls = false
    } else if hadEvent || isHeld || (before.0 && !isRecording) {
      showsControls = true
      lastEvent = nanoseconds
    } else if isIdle && (hidesWhenIdle || isRecording) {
      showsControls = false
    }
    return before != (self.isRecording, showsControls)
  }
}
