import HUDGeometry

/// A screen, laid out: glass in groups, and what is drawn on it, back to front.
///
/// It lies between the language of views, which makes it, and the painter, which knows nothing of views. Groups
/// don't overlap each other: there is no glass on glass.
public struct DisplayList: Sendable, Hashable {
  /// Glass that samples one backdrop and merges: a `GlassEffectContainer`.
  public struct Group: Sendable, Hashable {
    public var id: ElementID
    /// Points at which two elements' shapes begin to reach for each other; 0 never merges.
    public var spacing: Double
    public var elements: [GlassElement]
    /// Drawn on the glass, in order.
    public var items: [DisplayItem]
    /// The narrowest rectangle that holds everything drawn, shadows left out. Points.
    public var bounds: Rect

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

  public var groups: [Group]
  /// What can be told and touched, for people and programs that don't see.
  public var accessibility: [AccessibilityElement]

  public init(groups: [Group] = [], accessibility: [AccessibilityElement] = []) {
    self.groups = groups
    self.accessibility = accessibility
  }
}
