import Compositor
import Screen

/// Decides what becomes of each picture: whether it is recorded, shown, held for a trigger or passed over.
struct PictureChoice {
  /// What is decided of a picture.
  struct Decision {
    /// What it is used for.
    enum Use {
      case take
      /// Show it to those who watch, but don't record it.
      case show
      case pass
    }

    var use: Use
    var fate = Fate()
    /// Whether it waits for a trigger, and whether those who watch see it meanwhile.
    var isHeld = false
    var isShown = false
    /// Whether it would be recorded, but the shutter is closed.
    var isPaused = false
  }

  /// What it depends on, besides the settings and the pictures before.
  struct Facts {
    /// Whether the picture has new frames; otherwise it only shows that they have stopped.
    var hasNewFrames = true
    /// Its time, in nanoseconds.
    var nanoseconds: Int64
    /// Whether a sink gets pictures that aren't recorded.
    var isWatched = false
    /// Whether the user asked for this particular picture.
    var isStill = false
    /// `nil` if nothing is controlled.
    var shutter: ShutterState?
  }

  private let hasFolder: Bool
  private let holds: Bool
  private var triggers: Set<RecordingTrigger>
  private var guides: Set<Guide>
  private var counted: PictureSelector
  private var shown: PictureSelector
  // To take back a choice.
  private var before: PictureSelector
  /// Which triggers fire in the current picture.
  private(set) var firing: Set<RecordingTrigger> = []
  /// Whether the last picture was recorded.
  private var tookLast = false

  /// - Parameters:
  ///   - cameraRate: the fastest camera's, if known.
  ///   - holds: whether pictures from before a trigger are kept.
  init(_ settings: JobSettings, cameraRate: Double?, holds: Bool) {
    (hasFolder, self.holds) = (settings.folder != nil, holds)
    (triggers, guides) = (settings.triggers, settings.guides)
    counted = PictureSelector(settings, cameraRate: cameraRate)
    shown = PictureSelector(settings.shown, cameraRate: cameraRate)
    before = counted
  }

  /// Selects other pictures from now on.
  mutating func select(_ settings: JobSettings, cameraRate: Double?) {
    let (firing, fired, tookLast) = (firing, fired, tookLast)
    self = PictureChoice(settings, cameraRate: cameraRate, holds: holds)
    (self.firing, self.fired, self.tookLast) = (firing, fired, tookLast)
  }

  /// Checks which triggers fire in a drawn picture.
  ///
  /// - Parameters:
  ///   - conditions: those on values.
  ///   - isAsked: whether a program requested it.
  mutating func lookForTriggers(in moment: Moment, _ stage: Stage, _ conditions: ValueWatch, isAsked: Bool) {
    let before = firing
    defer { if firing != before { fired = firing.map(\.rawValue).sorted() } }
    firing = []
    guard !triggers.isEmpty else { return }
    if triggers.contains(.event), isAsked { firing.insert(.event) }
    if triggers.contains(.snapped), stage.isSnapped(guides) { firing.insert(.snapped) }
    if triggers.contains(.cameraLost), moment.cameras.contains(where: { $0.state == .lost }) {
      firing.insert(.cameraLost)
    }
    if triggers.contains(.motion), let area = stage.subjectArea, area >= RecordingTrigger.leastArea {
      firing.insert(.motion)
    }
    for watched in conditions.all where watched.state == .on { firing.insert(.value(watched.condition)) }
  }

  /// The triggers that fired in the last picture, by their names; made when they change.
  private(set) var fired: [String] = []

  /// Whether pictures are being recorded, for the tally: a picture's own fate is decided after its ink is drawn, so one that
  /// waits for a trigger follows the picture before it.
  func isRecording(_ shutter: ShutterState?) -> Bool {
    guard hasFolder else { return false }
    if let shutter, !shutter.isShooting { return shutter.use == .shot }
    return triggers.isEmpty || tookLast
  }

  /// Whether a picture that doesn't count now will count if a trigger fires in time.
  func mayBeTriggered(_ shutter: ShutterState?) -> Bool { shutter.map { $0.use == .film } ?? true }

  /// Decides about a picture. Call it once for each, in order.
  mutating func decide(_ facts: Facts) -> Decision {
    before = counted
    let isShown =
      !facts.hasNewFrames || shown.selects(nanoseconds: facts.nanoseconds, isTriggered: false)
    var decision = use(facts)
    decision.isShown = isShown && facts.isWatched
    if decision.use == .pass, hasFolder, decision.isShown { decision.use = .show }
    decision.fate.isStill = facts.isStill
    // A still is taken even if this picture wouldn't be.
    decision.fate.isExtra = facts.isStill && hasFolder && decision.use != .take
    if decision.fate.isExtra { (decision.use, decision.isPaused) = (.take, false) }
    decision.isHeld =
      holds && facts.hasNewFrames && (decision.use == .take || mayBeTriggered(facts.shutter))
    decision.fate.isRecorded = decision.use == .take || decision.isHeld
    decision.fate.shot = decision.use == .take ? facts.shutter?.nextShot : nil
    tookLast = decision.use == .take && !decision.fate.isExtra
    return decision
  }

  private mutating func use(_ facts: Facts) -> Decision {
    // Nothing new to record, but viewers must see that the picture has stopped.
    if !facts.hasNewFrames { return Decision(use: hasFolder ? .pass : .take) }
    let isSelected = counted.selects(nanoseconds: facts.nanoseconds, isTriggered: !firing.isEmpty)
    guard hasFolder, let shutter = facts.shutter else { return Decision(use: isSelected ? .take : .pass) }
    switch shutter.use {
    case .film: return Decision(use: isSelected ? .take : .pass)
    case .shot: return Decision(use: .take)
    case .paused, .idle: return Decision(use: .pass, isPaused: isSelected)
    }
  }

  /// The last picture decided about wasn't taken: its place is the next one's.
  mutating func takeBack() { counted = before }
}
