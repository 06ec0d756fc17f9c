import GlassChrome
import HUDGeometry
import JPEGCodec

/// What the stage draws, apart from the frames themselves.
public struct StageSettings: Sendable {
  /// How pictures are put together.
  public var composer = ComposerChoice.auto
  /// How many threads make a picture.
  public var threads = StageThreads.auto
  /// What becomes of damaged frames.
  public var damaged = DamagePolicy.keepRows
  /// How the canvas is laid out.
  public var layout = CanvasLayout.Request()
  /// Guide lines in the viewfinders.
  public var grid = Grid.thirds
  /// The silhouette that a subject is to fill; `nil`: none.
  public var template: SilhouetteTemplate?
  /// Whether guides are read and drawn.
  public var drawsHUD = true
  /// Width that the small pictures which the guides read don't exceed: 480 for the finest, 240 for half the size.
  public var smallWidth = 480
  /// Take each camera's first view as level, and follow small rolls from there.
  public var levelReference = false
  /// Take each camera's first frame as the scene without its subject.
  public var plate = false
  /// Zebra, peaking, histogram.
  public var assists: Set<Assist> = []
  /// Where focus and exposure of the primary are measured, in fractions of its viewfinder; `nil`: nowhere.
  public var focusBox: Rect?
  /// See ``focusBox``.
  public var exposureBox: Rect?
  /// Whether chrome is drawn around the viewfinders.
  public var drawsChrome = true
  /// The look of the chrome.
  public var style = ChromeStyle()
  /// libjpeg's scale, 1...100.
  public var quality = 85
  /// Whether pictures carry the cameras' own frames and the map of the ink with them.
  public var keepsSources = false
  /// Whether the timer in the chrome counts: a recording, not a live view.
  public var isRecording = false

  /// What the screen may hold; for tests of one that holds too much.
  package var screenRules = DisplayRules()

  /// Thirds, guides and dark chrome around viewfinders side by side.
  public init() {}
}
