/// How much of the chrome is there: it recedes while recording, and controls that nobody uses go away.
///
/// A pure state machine, driven by frame times in nanoseconds; how what comes and goes is drawn out over time is
/// ``DisplayAnimator``'s matter.
public struct ChromePresence: Sendable, Hashable {
  /// What a group of the chrome is for.
  public enum Part: Sendable, Hashable, CaseIterable {
    /// What must always be seen: the recording timer, the capture button, a lost camera.
    case essential
    /// What tells something: the top bar, titles.
    case status
    /// What is there to be touched: shelf, sliders, switchers, tab bar.
    case controls
  }

  public enum Level: Sendable, Hashable, CaseIterable {
    case full
    /// Reduced to what tells most: a bar to its mark, a tab bar to the chosen tab.
    case minimized
    case hidden
  }

  /// Time without an event after which controls hide.
  public static let idleNanoseconds: Int64 = 5_000_000_000

  /// Whether controls hide when nobody uses them; else only recording sends them away.
  public let hidesWhenIdle: Bool
  public private(set) var isRecording = false
  /// Whether controls are there.
  public private(set) var showsControls = true
  private var lastEvent: Int64?

  public init(hidesWhenIdle: Bool = true) { self.hidesWhenIdle = hidesWhenIdle }

  public func level(of part: Part) -> Level {
    switch part {
    case .essential: .full
    case .status: isRecording && !showsControls ? .minimized : .full
    case .controls: showsControls ? .full : .hidden
    }
  }

  /// Moves on to a frame; true when any part's level changed.
  ///
  /// - Parameters:
  ///   - hadEvent: whether anything was asked of the chrome since the frame before.
  ///   - isHeld: while a finger is down or a sheet is open, nothing hides.
  public mutating func advance(
    to nanoseconds: Int64, isRecording: Bool, hadEvent: Bool, isHeld: Bool = false
  ) -> Bool {
    let before = (self.isRecording, showsControls)
    let hasStarted = isRecording && !self.isRecording
    self.isRecording = isRecording
    // The first frame counts as an event, and so does a time that jumps back: a file that starts again.
    let last = lastEvent ?? nanoseconds
    lastEvent = hadEvent || isHeld || nanoseconds < last ? nanoseconds : last
    let (idle, overflow) = nanoseconds.subtractingReportingOverflow(lastEvent ?? nanoseconds)
    let isIdle = overflow || idle >= Self.idleNanoseconds
    if hasStarted && !isHeld {
      // The touch that started the recording isn't one that asks for controls.
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
