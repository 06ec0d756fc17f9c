import Compositor
import GlassChrome
import HUDGeometry
import PixelTypes

/// Everything that the chrome shows at one moment, and what it remembers for the next.
///
/// Outside this module only ``reduce(_:)`` changes it. Constantly changing values are numbers, so that a
/// steady screen allocates nothing.
package struct ChromeState: Sendable, Equatable {
  /// A camera, as the top bar shows it.
  package struct Source: Sendable, Equatable {
    /// Name in the top bar.
    package var name: String
    /// The camera's state, shown by its mark.
    package var status: CameraStatus
    /// Frames per second, shown with one decimal; `nil` shows neither these nor drops, as for photos.
    package var framesPerSecond: Double?
    /// Frames dropped so far.
    package var drops: Int

    /// Describes one camera.
    package init(name: String, status: CameraStatus, framesPerSecond: Double?, drops: Int) {
      self.name = name
      self.status = status
      self.framesPerSecond = framesPerSecond
      self.drops = drops
    }
  }

  /// What the next events depend on, though nothing shows it.
  package struct Memory: Sendable, Equatable {
    /// Where in the library the screen is, or was.
    package internal(set) var place = LibraryPlace()
    /// The last shot, which a swipe down from the top brings back.
    package internal(set) var lastShot: LibraryPicture?
    /// Whether the exposure's slider goes with the reticle.
    package internal(set) var followsReticle = false
    /// When a shot's sheet was last of interest, and when the toast came.
    var shotSince: Int64 = 0
    var toastSince: Int64 = 0
  }

  /// The cameras, in the top bar's order; it shows the first six.
  package internal(set) var sources: [Source]
  /// Local time of day in seconds, 0..<86,400; `nil` shows no clock.
  package internal(set) var secondOfDay: Int?
  /// Seconds recorded so far; `nil` while not recording.
  package internal(set) var recordingSeconds: Double?
  /// A short hint; words after the twelfth are cut off. `nil` and empty show none.
  package internal(set) var hint: String?
  /// Templates on the shelf, in order.
  package internal(set) var templates: [SilhouetteTemplate]
  /// Index in ``templates`` of the one in use; `nil` for none.
  package internal(set) var selectedTemplate: Int?
  /// Name of the grid in use.
  package internal(set) var gridName: String
  /// The assists in use.
  package internal(set) var assists: Set<Assist> = []
  /// What the capture button does, and has done.
  package internal(set) var shutter = ShutterState()
  /// Message about something that just happened; replaces a hint.
  package internal(set) var toast: Toast?
  /// What kind of hint ``hint`` is.
  package internal(set) var hintRole = HintRole.info
  /// The viewfinder that ``hint`` means.
  package internal(set) var hintPlace = 0
  /// Whether there are controls to press: shutter, modes and tabs.
  package internal(set) var showsControls = false
  /// Whether the controls that aren't shown are still there, for programs: they press them by name.
  package internal(set) var keepsControls = false
  /// Whether the shelf is shown, if it has templates and room.
  package internal(set) var showsShelf = true
  /// Height of the settings sheet; `nil` if it is closed.
  package internal(set) var settings: Sheet.Detent?
  /// The cameras' settings on the sheet.
  package internal(set) var cameraSettings: [SettingsPage] = []
  /// The settings page shown: a camera's id, ``SettingsPage/screen`` or ``SettingsPage/assist``.
  package internal(set) var settingsPage = SettingsPage.screen
  /// Id of the picker or tool whose options are shown, prefixed with its camera's and a "/"; `nil` for none.
  package internal(set) var openPicker: String?
  /// Which cameras are shown, for the settings; `nil` if there is no choice.
  package internal(set) var views: CameraViews?
  /// The main camera's magnification; `nil` if it can't be set.
  package internal(set) var zoom: Double?
  /// Whether the tools that a narrow screen hides behind a button are shown.
  package internal(set) var showsTools = false
  /// Whether the main camera's light is on; `nil` if it has none.
  package internal(set) var torch: Bool?
  /// The main camera's exposure compensation in stops; `nil` if it can't be set, and whether its slider is shown.
  package internal(set) var exposure: Double?
  package internal(set) var showsExposure = false
  /// What the library shows; `nil` if closed. The settings take precedence.
  package internal(set) var library: LibraryContents?
  /// Height of the library's sheet.
  package internal(set) var libraryDetent = Sheet.Detent.large
  /// Whether there is a library to go to.
  package internal(set) var hasLibrary = false
  /// The shot just taken, or the library picture on view; its sheet is shown unless the settings are. `nil` shows none.
  package internal(set) var looked: LibraryPicture?
  /// The main camera's measured roll in degrees, > 0 clockwise; `nil` if unknown. The chrome shifts a little with it.
  package internal(set) var rollDegrees: Double?
  /// The main camera's current settings; `nil` shows none.
  package internal(set) var info: CameraExposure?
  /// What instruments and other programs say, as the panel shows it.
  package internal(set) var values: [ShownValue] = []
  /// What is remembered, but not shown.
  package internal(set) var memory = Memory()

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

  /// What ``looked`` shows.
  package var shot: Shot? { looked?.shot }

  /// Whether there is a sheet: settings, a picture's, or the library.
  package var isCovered: Bool { settings != nil || looked != nil || library != nil }

  /// Whether somebody has something open, and may be reading it.
  package var isInUse: Bool {
    settings != nil || library != nil || openPicker != nil || looked?.shot.asksToDelete ?? false
  }

  /// The tool whose choices are shown; `nil` for none.
  var openTool: String? { isCovered ? nil : openPicker }

  /// Whether there is a recording, paused or not.
  package var isRecording: Bool { recordingSeconds != nil }

  /// Name of the template in use; empty if there is none.
  var selectedName: String {
    selectedTemplate.flatMap { templates.indices.contains($0) ? templates[$0].name : nil } ?? ""
  }

  /// Whether `other` shows the same in its settings. Allocates nothing.
  func hasSameSettings(as other: ChromeState) -> Bool {
    gridName == other.gridName && assists == other.assists && views == other.views
      && shutter.selfTimer == other.shutter.selfTimer && shutter.interval == other.shutter.interval
      && cameraSettings == other.cameraSettings
  }

  /// Whether `other` has the same layout: they differ at most in numbers. Allocates nothing.
  func looksLike(_ other: ChromeState) -> Bool {
    (secondOfDay == nil) == (other.secondOfDay == nil) && isRecording == other.isRecording
      && (recordingSeconds ?? 0 >= 3600) == (other.recordingSeconds ?? 0 >= 3600)
      && sources.elementsEqual(other.sources) { $0.looksLike($1) } && shutter.looksLike(other.shutter)
      && withoutNumbers == other.withoutNumbers
  }

  /// Without what changes each second.
  var withoutValues: ChromeState {
    var state = self
    state.values = []
    return state
  }

  private var withoutNumbers: ChromeState {
    var state = self
    (state.sources, state.secondOfDay, state.recordingSeconds, state.rollDegrees) = ([], nil, nil, nil)
    (state.shutter, state.memory) = (ShutterState(), Memory())
    return state
  }
}

extension ChromeState.Source {
  fileprivate func looksLike(_ other: ChromeState.Source) -> Bool {
    name == other.name && status == other.status
      && (framesPerSecond == nil) == (other.framesPerSecond == nil)
  }
}
