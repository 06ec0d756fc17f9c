import PixelTypes

/// Collects every text and mark that the chrome draws, with its place and colour, so that its
/// contrast can be measured against the pixels behind it or beside it.
public final class InkLog {
  /// What ink conveys.
  public enum Kind: Sendable, Hashable {
    /// A line of text or a figure.
    case text
    /// An icon, a shape, or a coloured plate without words.
    case mark
    /// A line around something, such as a selection.
    case edge
  }

  /// One line of text, one figure, or one mark.
  public struct Entry: Sendable, Hashable {
    /// What it conveys.
    public var kind: Kind
    /// Which component drew it, for example `top-bar`.
    public var component: String
    /// The ink's box in pixels of the canvas.
    public var area: PixelRect
    /// Relative luminance of the ink's colour, 0...1.
    public var luminance: Double
    /// The canvas pixels that it must stand out from; empty for its area and what is near.
    public var places: [PixelRect]

    /// An ink with its box and luminance.
    public init(
      kind: Kind = .text, component: String, area: PixelRect, luminance: Double, places: [PixelRect] = []
    ) {
      self.kind = kind
      self.component = component
      self.area = area
      self.luminance = luminance
      self.places = places
    }
  }

  /// What the tone under words does to one piece of glass. To the eye: in code steps of 255, the root of luminance.
  public struct Tone: Sendable, Hashable {
    /// Which component's glass it is.
    public var component: String
    /// The glass's pixels of the canvas.
    public var area: PixelRect
    /// By how much more two neighbouring texels differ than without it, per point, at most: its own edges.
    public var steepest: Double
    /// How much it changes the glass, in the mean.
    public var mean: Double

    /// A tone.
    public init(component: String, area: PixelRect, steepest: Double, mean: Double) {
      (self.component, self.area, self.steepest, self.mean) = (component, area, steepest, mean)
    }
  }

  /// The tones of all glass since the last ``clear()``.
  public private(set) var tones: [Tone] = []
  /// The entries since the last ``clear()``, in drawing order.
  public private(set) var entries: [Entry] = []
  /// The texts among the entries.
  public var texts: [Entry] { entries.filter { $0.kind == .text } }
  /// The component currently drawing.
  var component = ""

  /// An empty log.
  public init() {}

  /// Removes all entries, for a new picture.
  public func clear() {
    entries.removeAll(keepingCapacity: true)
    tones.removeAll(keepingCapacity: true)
  }

  /// Adds an ink that was drawn.
  public func add(_ entry: Entry) { entries.append(entry) }

  /// Adds a tone that was shown.
  public func add(_ tone: Tone) { tones.append(tone) }

  func note(_ kind: Kind, _ area: PixelRect, _ color: InkColor, at places: [PixelRect] = []) {
    guard !area.isEmpty else { return }
    add(
      Entry(kind: kind, component: component, area: area, luminance: color.luminance, places: places))
  }
}
