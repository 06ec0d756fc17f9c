import GlassChrome

/// What the capture button has done to a recording: a film that runs or is paused, or single pictures.
///
/// A pure state machine, driven by the pictures' times in nanoseconds.
struct ShutterState: Sendable {
  /// What happens to a picture.
  enum Use: Equatable {
    /// It belongs to the film, if the recording's own choice (every so often, when snapped) takes it.
    case film
    /// As above, but the film is paused.
    case paused
    /// The shutter was pressed for it.
    case shot
    /// Nobody pressed the shutter.
    case idle
  }

  enum Answer: Equatable { case paused, resumed, wanted, nothing }

  /// The most pictures requested and not taken yet.
  static let mostWaiting = 100_000

  /// Whether there is a recording at all.
  let canRecord: Bool
  /// Pictures per press, in single-picture mode.
  let burst: Int
  private(set) var mode = CaptureButton.Mode.video
  private var isHalted = false
  private(set) var shotsWaiting = 0
  private(set) var shotsTaken = 0
  /// Time filmed until the latest picture, in nanoseconds.
  private(set) var filmedNanoseconds: Int64 = 0
  private var last: Int64?

  init(canRecord: Bool, burst: Int = 1) {
    self.canRecord = canRecord
    self.burst = max(1, burst)
  }

  var isPaused: Bool { canRecord && mode == .video && isHalted }
  var isFilming: Bool { canRecord && mode == .video && !isHalted }

  var use: Use {
    switch mode {
    case .video: isHalted ? .paused : .film
    case .photo: shotsWaiting > 0 ? .shot : .idle
    }
  }

  /// Moves on to a picture's time.
  mutating func advance(to nanoseconds: Int64) {
    if isFilming, let last, nanoseconds > last { filmedNanoseconds += nanoseconds - last }
    last = nanoseconds
  }

  mutating func press() -> Answer {
    guard canRecord else { return .nothing }
    guard mode == .video else {
      shotsWaiting = min(shotsWaiting + burst, Self.mostWaiting)
      return .wanted
    }
    isHalted.toggle()
    return isHalted ? .paused : .resumed
  }

  /// Changes the mode. Single pictures halt the film; it continues when the shutter is pressed, not on switching back.
  mutating func choose(_ mode: CaptureButton.Mode) {
    guard canRecord, mode != self.mode else { return }
    if mode == .photo { isHalted = true }
    shotsWaiting = 0
    self.mode = mode
  }

  /// Counts a picture for the recording; returns its number, from 1, if the shutter was pressed for it, else `nil`.
  mutating func tookPicture() -> Int? {
    guard mode == .photo, shotsWaiting > 0 else { return nil }
    shotsWaiting -= 1
    shotsTaken += 1
    return shotsTaken
  }
}
