import Compositor
import GlassChrome
import Screen

/// Tracks the screen: when to read the main camera's exposure, which version viewers know, whether it could be laid out.
struct ScreenPolicy {
  /// The main camera, and its reconnection count when its exposure was last read.
  private var exposureRead: (camera: Int, times: UInt64)?
  /// The elements and settings that viewers know, and their version of the screen.
  private var published: (elements: [AccessibilityElement], screen: SeenScreen?, version: Int) = ([], nil, 0)
  private var broken: LayoutError?

  /// Whether to read the main camera's exposure: when it is opened or becomes the main one, and after each reconnection.
  mutating func mustReadExposure(of camera: Int, reconnects: UInt64) -> Bool {
    if let exposureRead, exposureRead == (camera, reconnects) { return false }
    exposureRead = (camera, reconnects)
    return true
  }

  /// The version of the screen for viewers.
  mutating func version(of elements: [AccessibilityElement], _ screen: StageScreen?) -> Int {
    let isSame = screen.map { $0.hasSettings(of: published.screen) } ?? (published.screen == nil)
    if elements != published.elements || !isSame {
      published = (elements, screen?.seen.settingsAlone, published.version + 1)
    }
    return published.version
  }

  /// Why the screen can't be laid out, if that is news.
  mutating func news(of failure: LayoutError?) -> LayoutError? {
    guard failure != broken else { return nil }
    broken = failure
    return failure
  }
}
