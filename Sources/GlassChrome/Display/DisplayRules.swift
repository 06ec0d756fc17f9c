import Geometry

/// Limits for a screen of glass; the layout rejects a screen that exceeds one.
public struct DisplayRules: Sendable, Hashable {
  /// The most groups with visible glass.
  public var maximumGroups = 5
  /// The most different blur radii on one screen.
  public var maximumBlurLevels = 2
  /// The greatest blur of a piece of glass, in points.
  var maximumBlurRadius = 50.0
  /// The most prominent elements on one screen.
  var maximumProminent = 1
  /// Blur of small glass, and behind words on clear glass, in points.
  public var smallBlur = 4.0
  /// Blur of large regular glass, in points: bars and sheets.
  var largeBlur = 11.0

  /// The defaults: 5 groups, 2 radii of blur up to 50 points, 1 prominent element.
  public init() {}

  /// Blur of the scene behind an element's glass, in points; `nil` for identity, which draws nothing.
  func blurRadius(_ element: GlassElement) -> Double? {
    switch element.glass.variant {
    case .clear: return smallBlur
    case .identity: return nil
    case .regular:
      let frame = element.wholeFrame ?? element.frame
      let (width, height) = (frame.width, frame.height)
      return min(width, height) < 70 && max(width, height) < 320 ? smallBlur : largeBlur
    }
  }

  /// Checks a screen against the rules; also that groups don't overlap and identities are unique.
  ///
  /// - Throws: ``LayoutError`` for the first broken rule.
  package func check(_ list: DisplayList) throws(LayoutError) {
    let groups = list.groups.filter { group in
      group.elements.contains { $0.glass.variant != .identity && $0.presence > 0 }
    }
    if groups.count > maximumGroups {
      throw .tooManyGroups(groups.map(\.id), maximum: maximumGroups)
    }
    var levels: Set<Double> = []
    var prominent: [ElementID] = []
    for element in groups.flatMap(\.elements) {
      guard let radius = blurRadius(element) else { continue }
      if radius > maximumBlurRadius {
        throw .blurTooWide(element.id, radius: radius, maximum: maximumBlurRadius)
      }
      levels.insert(radius)
      // A recording's red is a state, not an action.
      if element.glass.isProminent, element.glass.tint != .recording { prominent.append(element.id) }
    }
    if levels.count > maximumBlurLevels {
      throw .tooManyBlurLevels(levels.sorted(), maximum: maximumBlurLevels)
    }
    if prominent.count > maximumProminent { throw .tooManyProminent(prominent) }
    try checkOverlaps(groups)
    try checkIdentities(list)
  }

  private func checkOverlaps(_ groups: [GlassGroup]) throws(LayoutError) {
    for (i, group) in groups.enumerated() {
      for other in groups[..<i] {
        for a in other.elements where a.glass.variant != .identity {
          for b in group.elements where b.glass.variant != .identity {
            let common = a.shownFrame.intersection(b.shownFrame)
            if min(common.width, common.height) > 0.01 { throw .overlappingGlass(a.id, b.id) }
          }
        }
      }
    }
  }

  private func checkIdentities(_ list: DisplayList) throws(LayoutError) {
    var glass: Set<ElementID> = []
    for element in list.groups.flatMap(\.elements) where !glass.insert(element.id).inserted {
      throw .duplicateID(element.id)
    }
    var told: Set<ElementID> = []
    for element in list.accessibility where !told.insert(element.id).inserted {
      throw .duplicateID(element.id)
    }
  }
}
