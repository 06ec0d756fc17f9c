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
  /// One short hint (at most 12 words), or none. It comes and goes by a spring.
  public var hint: String?
  public var templates: [SilhouetteTemplate]
  /// Index of the template in use.
  public var selectedTemplate: Int?
  /// The grid in use, as people read it.
  public var gridName: String
  /// Grids that can be chosen.
  public var gridNames: [String] = []
  /// Whether a recording stands still for a while.
  public var isPaused = false
  /// What the shutter does.
  public var mode = CaptureButton.Mode.video
  /// Said in place of a hint, after something has happened.
  public var toast: String?
  /// Whether there is somebody to press: the shutter, modes and settings.
  public var showsControls = false
  /// Whether there is a recording that shutter and mode have a say in; else they stand there disabled.
  public var canRecord = true
  public var showsShelf = true
  /// The height of the settings, if they are open.
  public var settings: Sheet.Detent?
  /// The primary's measured roll, > 0 clockwise; `nil` where it isn't known. The chrome moves a little with it.
  public var rollDegrees: Double?
  /// What the primary is set to, where it says so.
  public var info: Info?

  /// Settings of a camera.
  public struct Info: Sendable, Hashable {
    public var exposure: InfoPanel.Reading?
    public var gain: InfoPanel.Reading?
    public var whiteBalance: InfoPanel.Reading?

    public init(
      exposure: InfoPanel.Reading? = nil, gain: InfoPanel.Reading? = nil,
      whiteBalance: InfoPanel.Reading? = nil
    ) {
      self.exposure = exposure
      self.gain = gain
      self.whiteBalance = whiteBalance
    }
  }

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

  /// The chosen template's name; empty without one.
  var selectedName: String {
    selectedTemplate.flatMap { templates.indices.contains($0) ? templates[$0].name : nil } ?? ""
  }

  /// Whether the same is laid out for another state: all but the numbers are alike. Allocates nothing.
  func looksLike(_ other: ChromeState) -> Bool {
    guard sources.count == other.sources.count, (secondOfDay == nil) == (other.secondOfDay == nil),
      isRecording == other.isRecording,
      (recordingSeconds ?? 0 >= 3600) == (other.recordingSeconds ?? 0 >= 3600),
      hint == other.hint, selectedTemplate == other.selectedTemplate, gridName == other.gridName,
      isPaused == other.isPaused, mode == other.mode, toast == other.toast,
      showsControls == other.showsControls, canRecord == other.canRecord, showsShelf == other.showsShelf,
      settings == other.settings,
      info == other.info, gridNames == other.gridNames, templates == other.templates
    else { return false }
    for i in sources.indices
    where sources[i].name != other.sources[i].name || sources[i].status != other.sources[i].status {
      return false
    }
    return true
  }
}
