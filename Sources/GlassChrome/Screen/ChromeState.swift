import HUDGeometry

/// Everything that the chrome shows at one moment.
///
/// Constantly changing values are numbers, so that a steady screen allocates nothing.
public struct ChromeState: Sendable {
  /// A camera, as the top bar shows it.
  public struct Source: Sendable {
    /// A camera's state, each with its own shape and colour: ● live, ◐ stale, ✕ lost, ○ connecting.
    public enum Status: Int, Sendable, CaseIterable {
      case live, stale, lost, connecting
    }

    /// Name in the top bar.
    public var name: String
    /// The camera's state, shown by its mark.
    public var status: Status
    /// Frames per second, shown with one decimal; `nil` shows neither these nor drops, as for stills.
    public var framesPerSecond: Double?
    /// Frames dropped so far.
    public var drops: Int

    /// Describes one camera.
    public init(name: String, status: Status, framesPerSecond: Double?, drops: Int) {
      self.name = name
      self.status = status
      self.framesPerSecond = framesPerSecond
      self.drops = drops
    }
  }

  /// The cameras, in the top bar's order; it shows the first six.
  public var sources: [Source]
  /// Local time of day in seconds, 0..<86,400; `nil` shows no clock.
  public var secondOfDay: Int?
  /// Seconds recorded so far; `nil` while not recording.
  public var recordingSeconds: Double?
  /// A short hint; words after the twelfth are cut off. `nil` and empty show none.
  public var hint: String?
  /// Templates on the shelf, in order.
  public var templates: [SilhouetteTemplate]
  /// Index in ``templates`` of the one in use; `nil` for none.
  public var selectedTemplate: Int?
  /// Name of the grid in use, as in ``gridNames``.
  public var gridName: String
  /// Grids offered in the settings.
  public var gridNames: [String] = []
  /// Whether a recording is paused.
  public var isPaused = false
  /// What the shutter takes.
  public var mode = CaptureButton.Mode.video
  /// Whether a timelapse runs.
  public var runsTimelapse = false
  /// What is left of a self-timer; `nil` if none runs.
  public var countdown: CaptureButton.Countdown?
  /// Seconds of the self-timer, 0 for none.
  public var selfTimer = 0
  /// Seconds between timelapse pictures.
  public var interval = 2.0
  /// Message about something that just happened; replaces a hint.
  public var toast: Toast?
  /// What kind of hint ``hint`` is.
  public var hintRole = HintPillView.Role.info
  /// Whether there are controls to press: shutter, modes and tabs.
  public var showsControls = false
  /// Whether shutter and mode control a recording; if not, they are disabled.
  public var canRecord = true
  /// Whether the shelf is shown, if it has templates and room.
  public var showsShelf = true
  /// Height of the settings sheet; `nil` if it is closed.
  public var settings: Sheet.Detent?
  /// The cameras' settings on the sheet.
  public var cameraSettings: [SettingsSheet.Camera] = []
  /// The settings page shown: a camera's id or ``SettingsSheet/screenPage``.
  public var settingsPage = SettingsSheet.screenPage
  /// Id of the picker whose options are shown, prefixed with its camera's and a "/"; `nil` for none.
  public var openPicker: String?
  /// Which cameras are shown, for the settings; `nil` if there is no choice.
  public var views: SettingsSheet.Views?
  /// The main camera's magnification; `nil` if it can't be set.
  public var zoom: Double?
  /// What the library shows; `nil` if closed. The settings take precedence.
  public var library: LibrarySheet.Values?
  /// Height of the library's sheet.
  public var libraryDetent = Sheet.Detent.large
  /// Whether there is a library to go to.
  public var hasLibrary = false
  /// Whether the tab bar shows all tabs even while recording.
  public var showsAllTabs = false
  /// The shot just taken, or the library picture on view; its sheet is shown unless the settings are. `nil` shows none.
  public var shot: Shot?
  /// The primary's measured roll in degrees, > 0 clockwise; `nil` if unknown. The chrome shifts a little with it.
  public var rollDegrees: Double?
  /// The primary's current settings; `nil` shows none.
  public var info: Info?

  /// A shot, for its sheet.
  public struct Shot: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// What was measured in it.
    public var summary: String
    /// Its picture; `nil` if there is none.
    public var picture: Thumbnail?
    /// Whether it can be kept or deleted.
    public var canMark = false
    /// Whether it is kept: never deleted.
    public var isKept = false
    /// Whether it has an outline for a retake.
    public var canRetake = false
    /// Names of templates in ``ChromeState/templates`` to try next.
    public var suggestions: [String] = []
    /// Whether it asks for confirmation to delete the shot.
    public var asksToDelete = false

    /// A shot with its name, what was measured in it, and a picture.
    public init(name: String, summary: String, picture: Thumbnail?) {
      self.name = name
      self.summary = summary
      self.picture = picture
    }
  }

  /// A camera's settings, for the info panel.
  public struct Info: Sendable, Hashable {
    /// Exposure time in seconds; `nil` if unknown.
    public var exposure: InfoPanel.Reading?
    /// Gain in the camera's own steps; `nil` if unknown.
    public var gain: InfoPanel.Reading?
    /// Colour temperature in kelvin; `nil` if unknown.
    public var whiteBalance: InfoPanel.Reading?

    /// Settings as the camera reports them; those not given are unknown.
    public init(
      exposure: InfoPanel.Reading? = nil, gain: InfoPanel.Reading? = nil,
      whiteBalance: InfoPanel.Reading? = nil
    ) {
      self.exposure = exposure
      self.gain = gain
      self.whiteBalance = whiteBalance
    }
  }

  /// A state with these values; the other properties have their defaults.
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

  /// Whether there is a recording, paused or not.
  public var isRecording: Bool { recordingSeconds != nil }

  /// Name of the template in use; empty if there is none.
  var selectedName: String {
    selectedTemplate.flatMap { templates.indices.contains($0) ? templates[$0].name : nil } ?? ""
  }

  /// Whether `other` has the same layout: they differ at most in numbers. Allocates nothing.
  func looksLike(_ other: ChromeState) -> Bool {
    guard sources.count == other.sources.count, (secondOfDay == nil) == (other.secondOfDay == nil),
      isRecording == other.isRecording,
      (recordingSeconds ?? 0 >= 3600) == (other.recordingSeconds ?? 0 >= 3600),
      hint == other.hint, hintRole == other.hintRole, selectedTemplate == other.selectedTemplate,
      gridName == other.gridName,
      isPaused == other.isPaused, mode == other.mode, runsTimelapse == other.runsTimelapse,
      countdown == other.countdown, selfTimer == other.selfTimer, interval == other.interval,
      toast == other.toast,
      showsControls == other.showsControls, canRecord == other.canRecord, showsShelf == other.showsShelf,
      settings == other.settings, library == other.library, libraryDetent == other.libraryDetent,
      hasLibrary == other.hasLibrary, showsAllTabs == other.showsAllTabs, shot == other.shot,
      settingsPage == other.settingsPage,
      openPicker == other.openPicker, zoom == other.zoom, views == other.views,
      cameraSettings == other.cameraSettings,
      info == other.info, gridNames == other.gridNames, templates == other.templates
    else { return false }
    for i in sources.indices
    where sources[i].name != other.sources[i].name || sources[i].status != other.sources[i].status
      || (sources[i].framesPerSecond == nil) != (other.sources[i].framesPerSecond == nil)
    {
      return false
    }
    return true
  }
}
