import PixelTypes

/// Collects every text and mark that the chrome draws, with its place and colour, so that its
/// contrast can be measured against the pixels behind it or beside it.
package final class InkLog {
  /// What ink conveys.
  package enum Kind: Sendable, Hashable {
    /// A line of text or a figure.
    case text
    /// An icon, a shape, or a coloured plate without words.
    case mark
    /// A line around something, such as a selection.
    case edge
  }

  /// One line of text, one figure, or one mark.
  package struct Entry: Sendable, Hashable {
    /// What it conveys.
    package var kind: Kind
    /// Which component drew it, for example `top-bar`.
    package var component: String
    /// The ink's box in pixels of the canvas.
    package var area: PixelRect
    /// Relative luminance of the ink's colour, 0...1.
    package var luminance: Double
    /// The canvas pixels that it must stand out from; empty for its area and what is near.
    package var places: [PixelRect]

    /// An ink with its box and luminance.
    package init(
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
  package struct Tone: Sendable, Hashable {
    /// Which component's glass it is.
    package var component: String
    /// The glass's pixels of the canvas.
    package var area: PixelRect
    /// By how much more two neighbouring texels differ than without it, per point, at most: its own edges.
    package var steepest: Double
    /// How much it changes the glass, in the mean.
    package var mean: Double

    /// A tone.
    package init(component: String, area: PixelRect, steepest: Double, mean: Double) {
      (self.component, self.area, self.steepest, self.mean) = (component, area, steepest, mean)
    }
  }

  /// The tones of all glass since the last ``clear()``.
  package private(set) var tones: [Tone] = []
  /// The entries since the last ``clear()``, in drawing order.
  package private(set) var entries: [Entry] = []
  /// The texts among the entries.
  package var texts: [Entry] { entries.filter { $0.kind == .text } }
  /// The component currently drawing.
  var component = ""

  /// An empty log.
  package init() {}

  /// Removes all entries, for a new picture.
  package func clear() {
    entries.removeAll(keepingCapacity: true)
    tones.removeAll(keepingCapacity: true)
  }

  /// Adds an ink that was drawn.
  package func add(_ entry: Entry) { entries.append(entry) }

  /// Adds a tone that was shown.
  package func add(_ tone: Tone) { tones.append(tone) }

  func note(_ kind: Kind, _ area: PixelRect, _ color: InkColor, at places: [PixelRect] = []) {
    guard !area.isEmpty else { return }
    add(
      Entry(kind: kind, component: component, area: area, luminance: color.luminance, places: places))
  }
}
