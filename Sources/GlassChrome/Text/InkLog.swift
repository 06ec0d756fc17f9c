import PixelTypes

/// Notes every text that the chrome draws, where and in which colour, so that its contrast can be measured against
/// what is really behind it.
public final class InkLog {
  /// One line of text, or one figure.
  public struct Entry: Sendable, Hashable {
    /// Which component drew it, for example `top-bar`.
    public var component: String
    /// The ink's box in pixels of the canvas.
    public var area: PixelRect
    /// Relative luminance of the ink's colour, 0...1.
    public var luminance: Double

    public init(component: String, area: PixelRect, luminance: Double) {
      self.component = component
      self.area = area
      self.luminance = luminance
    }
  }

  public private(set) var entries: [Entry] = []
  /// Who draws at present.
  var component = ""

  public init() {}

  /// Begins a new picture.
  public func clear() { entries.removeAll(keepingCapacity: true) }

  func note(_ area: PixelRect, _ color: InkColor) {
    guard !area.isEmpty else { return }
    entries.append(Entry(component: component, area: area, luminance: color.luminance))
  }
}
