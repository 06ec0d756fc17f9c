/// Every word that the screen shows or reads aloud, in one language.
///
/// Each language is one value of this type: the compiler rejects one that lacks a word. Things with their own names, such as
/// a camera, its driver's controls or a user's template, keep them in every language.
package struct ScreenWords: Sendable {
  /// Words around a name or a number.
  package typealias Phrase = @Sendable (_ content: String) -> String
  /// Words around a count: many languages have different words for one.
  package typealias Count = @Sendable (_ number: Int) -> String

  // MARK: Modes and the shutter

  package var mode: String
  package var photo: String
  package var video: String
  package var timelapse: String
  package var takePicture: String
  package var record: String
  package var startTimelapse: String
  package var stopSeries: String
  package var stopRecording: String
  package var stopTimelapse: String
  package var stopSelfTimer: String
  /// What the shutter does: in photo mode, in video mode, in timelapse mode.
  package var takesPictures: String
  package var pausesRecording: String
  package var resumesRecording: String
  package var takesSeries: String
  package var endsSeries: String
  package var ready: String
  package var recording: String
  package var paused: String

  // MARK: Cameras and clock

  package var live: String
  package var stale: String
  package var lost: String
  package var connecting: String
  /// The short unit after a camera's frames per second.
  package var framesPerSecond: String
  /// Before the number of frames dropped.
  package var drops: String
  package var timeOfDay: String
  /// What the timer measures.
  package var recordingTime: String
  package var cameras: String
  package var frontCamera: String
  package var backCamera: String
  package var bothCameras: String
  package var zoom: String
  /// A camera's frame size and rate.
  package var resolution: String
  package var rate: String
  /// How two cameras share the screen.
  package var layout: String
  package var sideBySide: String
  package var stacked: String
  package var pictureInPicture: String
  package var swapCameras: String

  // MARK: Templates

  package var templates: String
  package var noTemplates: String
  package var showsTemplate: String
  package var hidesTemplate: String
  package var portrait: String
  package var fullBody: String
  package var couple: String
  package var product: String
  package var halfBody: String
  package var seated: String
  package var group: String
  package var profileLeft: String
  package var profileRight: String
  package var hands: String
  package var plate: String
  package var bottle: String

  // MARK: Settings

  package var settings: String
  package var pages: String
  /// The page of the screen's own settings.
  package var screen: String
  package var selfTimer: String
  package var guideLines: String
  package var appearance: String
  package var dark: String
  package var light: String
  /// The look that depends on the scene.
  package var autoLook: String
  package var increaseContrast: String
  package var reduceTransparency: String
  package var reduceMotion: String
  /// The hand that holds the camera.
  package var hand: String
  package var leftHand: String
  package var rightHand: String
  package var bothHands: String
  package var on: String
  package var off: String
  /// The self-timer setting that takes pictures at once.
  package var noTimer: String
  /// A number with sign and unit, kept in order.
  package var measure: Phrase
  package var seconds: Phrase
  package var everySeconds: Phrase
  package var less: Phrase
  package var more: Phrase
  /// A value, marked as controlled by an automatic mode.
  package var heldByAuto: Phrase
  package var close: String
  package var sheetHeight: String
  package var medium: String
  package var large: String

  // MARK: Guide lines

  package var thirds: String
  package var phi: String
  package var fourByTwo: String
  package var crosshair: String
  package var diagonals: String
  package var goldenSpiralTopLeft: String
  package var goldenSpiralTopRight: String
  package var goldenSpiralBottomLeft: String
  package var goldenSpiralBottomRight: String
  package var goldenTriangles: String
  package var goldenTrianglesMirrored: String
  package var noGrid: String

  // MARK: What the camera reports

  package var cameraSettings: String
  package var exposure: String
  package var gain: String
  package var whiteBalance: String
  /// Next to a value that the camera chose; short.
  package var auto: String
  /// Such a value, read aloud.
  package var automatic: Phrase

  // MARK: Tools and progress

  package var tabs: String
  /// What the current tab does when it is the only one shown.
  package var showsTabs: String
  package var moreTools: String
  package var fewerTools: String
  package var open: String
  package var closed: String
  package var new: String
  package var newCount: Count

  // MARK: A shot

  package var picture: Count
  package var pictureOfShot: String
  package var tryNext: String
  package var keep: String
  package var delete: String
  package var offLevel: Phrase
  package var inRecording: String
  /// Describes a picture, or a recording that has such pictures.
  package var kept: String
  /// What keeping does.
  package var keepsPicture: String
  /// Retaking a picture with its own outline as the template, and that template's name.
  package var retake: String
  package var deleteQuestion: String
  package var cantBeUndone: String
  package var cancel: String

  // MARK: Library

  /// The tab of the cameras.
  package var capture: String
  package var library: String
  package var back: String
  package var filter: String
  /// The filter's choices, beside ``inPlace``.
  package var allItems: String
  package var keptItems: String
  package var day: String
  package var everyDay: String
  package var newer: String
  package var older: String
  /// What a recording's card does, and a picture's.
  package var showsPictures: String
  package var showsPicture: String
  package var picturesCounted: Count
  package var readingLibrary: String
  package var nothingHere: String
  package var nothingKept: String
  /// No guide has snapped.
  package var nothingInPlace: String

  // MARK: Messages

  package var pictureTaken: Count
  package var recordingPaused: String
  package var recordingResumed: String
  package var timelapseStarted: String
  package var timelapseEnded: String
  package var selfTimerStopped: String
  package var cameraIsLost: Phrase
  package var cameraIsBack: Phrase
  package var sinkHasEnded: Phrase
  package var budgetIsUsedUp: String
  package var diskIsFull: String
  package var storageIsSlow: String
  /// The camera can't focus at a place.
  package var noSpotFocus: String
  package var pictureKept: String
  package var pictureNotKept: String
  package var pictureDeleted: String
  package var cantDelete: String
  package var cantKeep: String
  package var cantRead: String
  package var noOutlineToRetake: String
  package var noPicturesYet: String

  // MARK: Hints, of at most twelve words

  package var tiltLeft: String
  package var tiltRight: String
  package var tiltLeftALittle: String
  package var tiltRightALittle: String
  package var aimLeft: String
  package var aimRight: String
  package var aimUp: String
  package var aimDown: String
  package var stepCloser: String
  package var stepBack: String
  /// The words once a hint is followed.
  package var level: String
  package var inPlace: String
}
