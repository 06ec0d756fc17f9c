import Geometry

/// Glass that samples one backdrop and merges: a `GlassEffectContainer`.
public struct GlassGroup: Sendable, Hashable {
  /// The container's, or the glass's if it stands alone.
  public var id: ElementID
  /// Gap in points below which two elements' shapes begin to bend towards each other; 0 never merges.
  public var spacing: Double
  /// The group's glass; their order doesn't change the picture.
  public var elements: [GlassElement]
  /// Drawn on the glass, in order.
  public var items: [DisplayItem]
  /// The smallest rectangle around elements and items, in points, without shadows.
  public var bounds: Rect

  /// A group; by default empty, and never merging.
  public init(
    id: ElementID, spacing: Double = 0, elements: [GlassElement] = [], items: [DisplayItem] = [],
    bounds: Rect
  ) {
    self.id = id
    self.spacing = spacing
    self.elements = elements
    self.items = items
    self.bounds = bounds
  }
}
