import Compositor
import GlassChrome
import HUDGeometry
import PixelTypes

/// Something that happened to the capture screen. ``ChromeState/reduce(_:)`` says what it changes.
///
/// Times are the pictures', in nanoseconds.
package enum ScreenEvent: Sendable {
  // MARK: - What there is to show

  /// The screen can be operated: there are controls.
  case operated(ShutterState, hasLibrary: Bool)
  /// Other cameras are shown.
  case camerasReplaced([ChromeState.Source])
  /// The guides in use changed.
  case guidesChosen(template: String?, grid: String, assists: Set<Assist>)
  /// A template came first on the shelf, in place of one of the same name.
  case templateOffered(SilhouetteTemplate)

  // MARK: - With each picture

  /// A picture's time has come.
  case pictureCame(at: Int64)
  /// How the camera at a place does.
  case cameraSeen(Int, CameraStatus, framesPerSecond: Double, drops: Int)
  /// The clocks went on.
  case timePassed(secondOfDay: Int?, recordingSeconds: Double?)
  /// The main camera's roll was measured, or is unknown.
  case rolled(Double?)
  case exposureMeasured(CameraExposure?)
  case valuesSaid([ShownValue])
  /// The guides advised something of a viewfinder, or nothing.
  case advised(String?, HintRole, of: Int, at: Int64)
  /// The picture's touches and commands are over.
  case settled(isAwake: Bool)
  /// It is on its way to the recording.
  case pictureTaken

  // MARK: - Controls

  /// Somebody used a control by its name, seen or not.
  case woken
  case said(Toast, at: Int64)
  case shutterPressed
  case modeChosen(CaptureMode)
  /// Seconds from a press to the picture; 0 takes it at once.
  case selfTimerChosen(Int)
  /// Seconds between timelapse pictures.
  case intervalChosen(Double)
  /// The cameras' settings, which of them are shown, and what the main one is set to.
  case camerasChanged(
    [SettingsPage], views: CameraViews?, zoom: Double?, torch: Bool?, exposure: Double?)
  case settingsPressed
  case pageChosen(String)
  /// The tab of the cameras was pressed.
  case capturePressed
  case grabberPressed
  case closePressed
  /// A button that opens a list was pressed.
  case pickerPressed(String)
  /// Something was chosen, or touched beside the list.
  case pickerLeft
  case toolsPressed
  case exposurePressed
  /// A finger asked the main camera for focus and exposure at a place.
  case reticlePlaced
  case reticleGone

  // MARK: - The library

  case libraryPressed
  case libraryLeft
  /// The library goes to a place, whose items are still to be read.
  case placeChosen(LibraryPlace)
  case daysPressed
  case itemsRead(LibraryContents, at: LibraryPlace)
  /// They couldn't be read.
  case readingFailed(String)
  /// The picture that the shutter was pressed for is there.
  case shotTaken(LibraryPicture, at: Int64)
  case pictureFound(LibraryPicture, at: Int64)
  /// The last shot was pulled down from the top.
  case shotRecalled(at: Int64)
  /// The picture on view is older now; a finger that is down keeps it there.
  case shotAged(at: Int64, isHeld: Bool)
  case keepPressed(at: Int64)
  /// Whether to delete the picture on view was asked, or answered.
  case deletionAsked(Bool, at: Int64)
  case pictureLeft
  case pictureKept(PictureName, Bool)
  case pictureDeleted(PictureName)
}
