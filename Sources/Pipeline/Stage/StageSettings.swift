import GlassChrome
import HUDGeometry

/// What the stage draws, apart from the frames themselves.
public struct StageSettings: Sendable {
  public var layout = CanvasLayout.Request()
  public var grid = Grid.thirds
  public var template: SilhouetteTemplate?
  public var drawsHUD = true
  public var drawsChrome = true
  public var style = ChromeStyle()
  /// libjpeg's scale, 1...100.
  public var quality = 85
  /// Whether the timer in the chrome counts: a recording, not a live view.
  public var isRecording = false

  public init() {}
}
