import GlassChrome
import HUDGeometry

/// Every word that the screen shows or reads aloud, in one language.
///
/// Each language is a file of JSON beside this one (`en.json`), with the same keys. Things with their own names, such as a camera,
/// its driver's controls or a user's template, keep them in every language.
package struct ScreenWords: Sendable, Decodable {
  /// Whose words these are.
  let language: ScreenLanguage
  /// What the controls themselves say.
  package var controls: ControlWords { language.controlWords }

  // MARK: Modes and the shutter

  package let mode: String
  package let photo: String
  package let video: String
  package let timelapse: String
  package let takePicture: String
  package let record: String
  package let startTimelapse: String
  package let stopSeries: String
  package let stopRecording: String
  package let stopTimelapse: String
  package let stopSelfTimer: String
  /// What the shutter does: in photo mode, in video mode, in timelapse mode.
  package let takesPictures: String
  package let pausesRecording: String
  package let resumesRecording: String
  package let takesSeries: String
  package let endsSeries: String
  package let ready: String
  package let recording: String
  package let paused: String

  // MARK: Cameras and clock

  package let live: String
  package let stale: String
  package let lost: String
  package let connecting: String
  /// The short unit after a camera's frames per second.
  package let framesPerSecond: String
  /// Before the number of frames dropped.
  package let drops: String
  package let timeOfDay: String
  /// What the timer measures.
  package let recordingTime: String
  package let cameras: String
  package let frontCamera: String
  package let backCamera: String
  package let bothCameras: String
  package let allCameras: String
  package let zoom: String
  /// The camera's light.
  package let torch: String
  /// A camera's frame size and rate.
  package let resolution: String
  package let rate: String
  package let thisIsLevel: String
  /// How cameras share the screen.
  package let layout: String
  package let swapCameras: String

  // MARK: Templates

  package let templates: String
  package let noTemplates: String
  package let showsTemplate: String
  package let hidesTemplate: String

  // MARK: Settings

  package let settings: String
  package let pages: String
  /// The page of the screen's own settings.
  package let screen: String
  /// The page of the assists that are drawn over the viewfinders.
  package let assists: String
  package let selfTimer: String
  package let guideLines: String
  package let appearance: String
  package let dark: String
  package let light: String
  /// The look that depends on the scene.
  package let autoLook: String
  package let increaseContrast: String
  package let reduceTransparency: String
  package let reduceMotion: String
  /// The hand that holds the camera.
  package let hand: String
  package let leftHand: String
  package let rightHand: String
  package let bothHands: String
  /// The self-timer setting that takes pictures at once.
  package let noTimer: String
  package let seconds: Phrase
  package let everySeconds: Phrase
  /// A value, marked as controlled by an automatic mode.
  package let heldByAuto: Phrase

  // MARK: What the camera reports

  package let cameraSettings: String
  package let exposure: String
  package let gain: String
  package let whiteBalance: String
  /// Next to a value that the camera chose; short.
  package let auto: String
  /// Such a value, read aloud.
  package let automatic: Phrase

  /// The panel of what instruments say.
  package let values: String

  // MARK: A shot

  package let picture: CountPhrase
  package let pictureOfShot: String
  package let tryNext: String
  package let keep: String
  package let delete: String
  package let offLevel: Phrase
  package let inRecording: String
  /// Describes a picture, or a recording that has such pictures.
  package let kept: String
  /// What keeping does.
  package let keepsPicture: String
  /// Retaking a picture with its own outline as the template, and that template's name.
  package let retake: String
  package let deleteQuestion: String
  package let cantBeUndone: String
  package let cancel: String

  // MARK: Library

  /// The tab of the cameras.
  package let capture: String
  package let library: String
  package let filter: String
  /// The filter's choices, beside ``aligned``.
  package let allItems: String
  package let keptItems: String
  package let photoItems: String
  package let day: String
  package let everyDay: String
  package let newer: String
  package let older: String
  /// What a recording's card does, and a picture's.
  package let showsPictures: String
  package let showsPicture: String
  package let picturesCounted: CountPhrase
  package let readingLibrary: String
  package let nothingHere: String
  package let nothingKept: String
  /// No guide has snapped.
  package let nothingInPlace: String

  // MARK: Messages

  package let pictureTaken: CountPhrase
  package let recordingPaused: String
  package let recordingResumed: String
  package let timelapseStarted: String
  package let timelapseEnded: String
  package let selfTimerStopped: String
  package let cameraIsLost: Phrase
  package let cameraIsBack: Phrase
  /// A condition on a value, such as `depth<2.5`, holds, no longer holds, or nothing is known of its value.
  package let alarmIsOn: Phrase
  package let alarmIsOver: Phrase
  package let alarmIsUnknown: Phrase
  package let sinkHasEnded: Phrase
  package let budgetIsUsedUp: String
  package let diskIsFull: String
  package let storageIsSlow: String
  /// The camera can't focus at a place.
  package let noSpotFocus: String
  /// No horizon is known that could count as level.
  package let noLevel: String
  package let pictureKept: String
  package let pictureNotKept: String
  package let pictureDeleted: String
  package let cantDelete: String
  package let cantKeep: String
  package let cantRead: String
  package let noOutlineToRetake: String

  // MARK: Things with a name in the code

  /// Of at most twelve words, in the order of ``Hint``.
  let hints: [String]
  /// The words once a hint is followed.
  package let level: String
  package let aligned: String
  /// The names of built-in templates, guide lines and layouts of cameras.
  let templateNames, gridNames, layoutNames: [String: String]
  /// The names of assists.
  package let assistNames: [String: String]

  /// A hint's words.
  package subscript(hint: Hint) -> String { hints[hint.rawValue] }

  /// A hint to one of several cameras.
  func hint(_ hint: Hint, of camera: String) -> String {
    let words = self[hint]
    return "\(camera): \(words.prefix(1).lowercased())\(words.dropFirst())"
  }

  /// How far a picture is off level.
  ///
  /// - Parameter degrees: of roll, either way.
  package func roll(_ degrees: Double) -> String {
    let tenths = Int((degrees.magnitude * 10).rounded())
    return tenths < 5 ? level : offLevel("\(tenths / 10).\(tenths % 10)")
  }

  /// The words once a hint is followed.
  package func success(of hint: Hint) -> String { hint.isAboutLevel ? level : aligned }

  /// The title of guide lines.
  subscript(grid: Grid) -> String { gridNames[grid.rawValue] ?? grid.rawValue }

  /// The title of a layout of cameras, by its name.
  subscript(layout name: String) -> String { layoutNames[name] ?? name }

  /// The title of a template; one that isn't built in keeps its own.
  subscript(template: SilhouetteTemplate) -> String {
    template.name == "retake" ? retake : templateNames[template.name] ?? template.title
  }
}
