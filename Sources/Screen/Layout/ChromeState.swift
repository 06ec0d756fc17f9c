import GlassChrome
import HUDGeometry
import PixelTypes

/// Everything that the chrome shows at one moment.
///
/// Constantly changing values are numbers, so that a steady screen allocates nothing.
package struct ChromeState: Sendable, Equatable {
  /// A camera, as the top bar shows it.
  package struct Source: Sendable, Equatable {
    /// Name in the top bar.
    package var name: String
    /// The camera's state, shown by its mark.
    package var status: StatusItem.Status
    /// Frames per second, shown with one decimal; `nil` shows neither these nor drops, as for stills.
    package var framesPerSecond: Double?
    /// Frames dropped so far.
    package var drops: Int

    /// Describes one camera.
    package init(name: String, status: StatusItem.Status, framesPerSecond: Double?, drops: Int) {
      self.name = name
      self.status = status
      self.framesPerSecond = framesPerSecond
      self.drops = drops
    }
  }

  /// The cameras, in the top bar's order; it shows the first six.
  package var sources: [Source]
  /// Local time of day in seconds, 0..<86,400; `nil` shows no clock.
  package var secondOfDay: Int?
  /// Seconds recorded so far; `nil` while not recording.
  package var recordingSeconds: Double?
  /// A short hint; words after the twelfth are cut off. `nil` and empty show none.
  package var hint: String?
  /// Templates on the shelf, in order.
  package var templates: [SilhouetteTemplate]
  /// Index in ``templates`` of the one in use; `nil` for none.
  package var selectedTemplate: Int?
  /// Name of the grid in use, as in ``gridNames``.
  package var gridName: String
  /// Grids offered in the settings.
  package var gridNames: [String] = []
  /// Names of the instruments offered in the settings, and of those in use.
  package var assistNames: [String] = []
  package var assists: Set<String> = []
  /// Whether a recording is paused.
  package var isPaused = false
  /// What the shutter takes.
  package var mode = CaptureButton.Mode.video
  /// Whether a timelapse runs.
  package var runsTimelapse = false
  /// What is left of a self-timer; `nil` if none runs.
  package var countdown: CaptureButton.Countdown?
  /// Seconds of the self-timer, 0 for none.
  package var selfTimer = 0
  /// Seconds between timelapse pictures.
  package var interval = 2.0
  /// Message about something that just happened; replaces a hint.
  package var toast: Toast?
  /// What kind of hint ``hint`` is.
  package var hintRole = HintPillView.Role.info
  /// Whether there are controls to press: shutter, modes and tabs.
  package var showsControls = false
  /// Whether the controls that aren't shown are still there, for programs: they press them by name.
  package var keepsControls = false
  /// Whether shutter and mode control a recording; if not, they are disabled.
  package var canRecord = true
  /// Whether the shelf is shown, if it has templates and room.
  package var showsShelf = true
  /// Height of the settings sheet; `nil` if it is closed.
  package var settings: Sheet.Detent?
  /// The cameras' settings on the sheet.
  package var cameraSettings: [SettingsSheet.Camera] = []
  /// The settings page shown: a camera's id, ``SettingsSheet/screenPage`` or ``SettingsSheet/assistPage``.
  package var settingsPage = SettingsSheet.screenPage
  /// Id of the picker or tool whose options are shown, prefixed with its camera's and a "/"; `nil` for none.
  package var openPicker: String?
  /// Which cameras are shown, for the settings; `nil` if there is no choice.
  package var views: SettingsSheet.Views?
  /// The main camera's magnification; `nil` if it can't be set.
  package var zoom: Double?
  /// Whether the tools that a narrow screen hides behind a button are shown.
  package var showsTools = false
  /// Whether the main camera's light is on; `nil` if it has none.
  package var torch: Bool?
  /// The main camera's exposure compensation in stops; `nil` if it can't be set, and whether its slider is shown.
  package var exposure: Double?
  package var showsExposure = false
  /// What the library shows; `nil` if closed. The settings take precedence.
  package var library: LibrarySheet.Values?
  /// Height of the library's sheet.
  package var libraryDetent = Sheet.Detent.large
  /// Whether there is a library to go to.
  package var hasLibrary = false
  /// Whether the tab bar shows all tabs even while recording.
  package var showsAllTabs = false
  /// The shot just taken, or the library picture on view; its sheet is shown unless the settings are. `nil` shows none.
  package var shot: PostShotSheet.Shot?
  /// The primary's measured roll in degrees, > 0 clockwise; `nil` if unknown. The chrome shifts a little with it.
  package var rollDegrees: Double?
  /// The primary's current settings; `nil` shows none.
  package var info: CameraExposure?
  /// The primary's picture in false colours; `nil` shows none.
  package var falseColors: Thumbnail?

  /// A state with these values; the other properties have their defaults.
  package init(
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

  /// The tool whose choices are shown; `nil` for none.
  var openTool: String? { settings == nil && library == nil && shot == nil ? openPicker : nil }

  /// Whether there is a recording, paused or not.
  package var isRecording: Bool { recordingSeconds != nil }

  /// Name of the template in use; empty if there is none.
  var selectedName: String {
    selectedTemplate.flatMap { templates.indices.contains($0) ? templates[$0].name : nil } ?? ""
  }

  /// Whether `other` has the same layout: they differ at most in numbers. Allocates nothing.
  func looksLike(_ other: ChromeState) -> Bool {
    (secondOfDay == nil) == (other.secondOfDay == nil) && isRecording == other.isRecording
      && (recordingSeconds ?? 0 >= 3600) == (other.recordingSeconds ?? 0 >= 3600)
      && sources.elementsEqual(other.sources) { $0.looksLike($1) }
      && withoutNumbers == other.withoutNumbers
  }

  private var withoutNumbers: ChromeState {
    var state = self
    (state.sources, state.secondOfDay, state.recordingSeconds, state.rollDegrees) = ([], nil, nil, nil)
    return state
  }
}

extension ChromeState.Source {
  fileprivate func looksLike(_ other: ChromeState.Source) -> Bool {
    name == other.name && status == other.status
      && (framesPerSecond == nil) == (other.framesPerSecond == nil)
  }
}
