import HUDGeometry

/// Everything that the chrome shows at one moment.
///
/// What changes all the time is kept as numbers, so that a steady picture allocates nothing.
public struct ChromeState: Sendable {
  /// A camera, as the top bar shows it.
  public struct Source: Sendable {
    /// Each is shown by a form as well as a colour: ● ◐ ✕ ○.
    public enum Status: Int, Sendable, CaseIterable {
      case live, stale, lost, connecting
    }

    public var name: String
    public var status: Status
    public var framesPerSecond: Double
    /// Frames dropped so far.
    public var drops: Int

    public init(name: String, status: Status, framesPerSecond: Double, drops: Int) {
      self.name = name
      self.status = status
      self.framesPerSecond = framesPerSecond
      self.drops = drops
    }
  }

  public var sources: [Source]
  /// Local time of day, 0..<86,400; `nil` shows none.
  public var secondOfDay: Int?
  /// Seconds recorded so far; `nil` while not recording.
  public var recordingSeconds: Double?
  /// One short hint (at most 12 words), or none. It comes and goes within 120 ms.
  public var hint: String?
  /// Hints that may come: they are laid out when the chrome is, so that none costs anything when it does.
  public var possibleHints: [String] = []
  public var templates: [SilhouetteTemplate]
  /// Index of the template in use.
  public var selectedTemplate: Int?
  /// The grid in use, as people read it.
  public var gridName: String

  public init(
    sources: [Source] = [], secondOfDay: Int? = nil, recordingSeconds: Double? = nil, hint: String? = nil,
    templates: [SilhouetteTemplate] = [], selectedTemplate: Int? = nil, gridName: String = ""
  ) {
    self.sources = sources
    self.secondOfDay = secondOfDay
    self.recordingSeconds = recordingSeconds
    self.hint = hint
    self.templates = templates
    self.selectedTemplate = selectedTemplate
    self.gridName = gridName
  }

  public var isRecording: Bool { recordingSeconds != nil }
}
