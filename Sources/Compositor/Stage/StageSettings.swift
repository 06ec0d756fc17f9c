import GlassChrome
import HUDGeometry
import JPEGCodec

/// What the stage draws besides the frames.
public struct StageSettings: Sendable {
  /// How pictures are put together.
  public var composer = ComposerChoice.auto
  /// How many threads make a picture.
  public var threads = StageThreads.auto
  /// How damaged frames are shown.
  public var damaged = DamagePolicy.keepRows
  /// How the canvas is laid out.
  public var layout = CanvasLayout.Request()
  /// Guide lines in the viewfinders.
  public var grid = Grid.thirds
  /// Guide lines in the secondary's viewfinder; `nil`: ``grid``, or none in picture-in-picture.
  public var secondaryGrid: Grid?
  /// The silhouette for a subject to fill; `nil` for none.
  public var template: SilhouetteTemplate?
  /// The silhouette in the secondary's viewfinder.
  public var secondaryTemplate = SecondaryTemplate.usual
  /// Whether guides are read and drawn.
  public var drawsHUD = true
  /// The greatest width of the small pictures that guides read: 480 for the finest, 240 for half the size.
  public var smallWidth = 480
  /// Takes each camera's first view as level, and follows small rolls from there.
  public var levelReference = false
  /// Takes each camera's first frame as the scene without its subject.
  public var plate = false
  /// Whether each frame is a picture of its own, such as a photo.
  public private(set) var areStills = false
  /// Zebra, peaking, histogram.
  public var assists: Set<Assist> = []
  /// Where the primary's focus is measured, in fractions of its viewfinder; `nil` for nowhere.
  public var focusBox: Rect?
  /// Where the primary's exposure is measured, like ``focusBox``.
  public var exposureBox: Rect?
  /// Text burnt into a corner of each viewfinder; `nil` for none.
  public var stamp: PictureStamp?
  /// Whether chrome is drawn around the viewfinders.
  public var drawsChrome = true
  /// The look of the chrome.
  public var style = ChromeStyle()
  /// What lies behind the chrome.
  public var backdrop = StageBackdrop.ambient
  /// libjpeg's scale, 1...100.
  public var quality = 85
  /// Whether pictures carry the cameras' own frames and the ink map.
  public var keepsSources = false
  /// The program with its version, as pictures name it.
  public var program = "dualcam"
  /// Whether the chrome's timer counts: in a recording, not in a live view.
  public var isRecording = false

  /// What the screen may hold; for tests of an overfull screen.
  package var screenRules = DisplayRules()

  /// Thirds, guides and dark chrome around viewfinders side by side.
  public init() {}

  /// Makes each frame a picture of its own: guides are read at once, nothing moves, the chrome shows no time and no rate, and no frame
  /// lends rows to a damaged one.
  public mutating func takeStills() {
    areStills = true
    style.reduceMotion = true
    if damaged == .keepRows { damaged = .keep }
  }
}

/// How many threads make a picture. The result is the same.
///
/// Two finish a picture sooner, by a fifth to a quarter, but take a fifth more CPU in all: docs/performance.md. They pay
/// when a picture would be late, or when somebody waits for the end.
public enum StageThreads: String, Sendable, CaseIterable {
  /// One, or two for live pictures that take about two thirds of the time between them, or more.
  case auto
  case one = "1"
  case two = "2"
}
