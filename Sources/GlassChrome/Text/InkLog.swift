import PixelTypes

/// Collects every text that the chrome draws, with its place and colour, so that its contrast can be measured against
/// the pixels behind it.
public final class InkLog {
  /// One line of text, or one figure.
  public struct Entry: Sendable, Hashable {
    /// Which component drew it, for example `top-bar`.
    public var component: String
    /// The ink's box in pixels of the canvas.
    public var area: PixelRect
    /// Relative luminance of the ink's colour, 0...1.
    public var luminance: Double

    /// A text with its box and luminance.
    public init(component: String, area: PixelRect, luminance: Double) {
      self.component = component
      self.area = area
      self.luminance = luminance
    }
  }

  /// The texts noted since the last ``clear()``, in drawing order.
  public private(set) var entries: [Entry] = []
  /// The component that draws at present.
  var component = ""

  /// An empty log.
  public init() {}

  /// Removes all entries, for a new picture.
  public func clear() { entries.removeAll(keepingCapacity: true) }

  func note(_ area: PixelRect, _ color: InkColor) {
    guard !area.isEmpty else { return }
    entries.append(Entry(component: component, area: area, luminance: color.luminance))
  }
}
