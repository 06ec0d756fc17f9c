/// Why views can't form a screen of glass. Cases name the culprits by their ``ElementID``.
public enum LayoutError: Error, Equatable, Sendable {
  /// Glass in glass: a branch may have only one layer.
  case nestedGlass(outer: ElementID, inner: ElementID)
  /// A scroll view in a scroll view: a finger could mean either.
  case nestedScroll(outer: ElementID, inner: ElementID)
  /// Glass of two groups overlaps, which is also glass on glass.
  case overlappingGlass(ElementID, ElementID)
  /// Ink with no glass beneath it, whose contrast nothing guarantees.
  case inkWithoutGlass(ElementID)
  /// Two pieces of glass, or two accessibility elements, with one identity.
  case duplicateID(ElementID)
  /// More groups of glass than a screen may have.
  case tooManyGroups([ElementID], maximum: Int)
  /// More different blur radii, in points, than a screen may have.
  case tooManyBlurLevels([Double], maximum: Int)
  /// A blur beyond the limit, in points.
  case blurTooWide(ElementID, radius: Double, maximum: Double)
  /// More than one prominent action.
  case tooManyProminent([ElementID])
}

extension LayoutError: CustomStringConvertible {
  /// What is wrong, in words, and often what to do.
  public var description: String {
    switch self {
    case .nestedGlass(let outer, let inner):
      "“\(inner)” is glass inside the glass “\(outer)”: make the inner one a plate, or take the "
        + "glass off the outer"
    case .nestedScroll(let outer, let inner):
      "“\(inner)” scrolls inside “\(outer)”, which scrolls too: take one of the scroll views away"
    case .overlappingGlass(let first, let second):
      "the glass “\(first)” and the glass “\(second)” overlap: move them apart, or put both into one "
        + "GlassEffectContainer"
    case .inkWithoutGlass(let id):
      "“\(id)” isn't on glass, so nothing guarantees its contrast: put it inside a glassEffect"
    case .duplicateID(let id): "two elements are called “\(id)”: give each its own id"
    case .tooManyGroups(let ids, let maximum):
      "\(ids.count) groups of glass, but a screen may have at most \(maximum): put some of "
        + "\(ids.map(\.path).joined(separator: ", ")) into one GlassEffectContainer"
    case .tooManyBlurLevels(let radii, let maximum):
      "\(radii.count) strengths of blur (\(radii.map { "\($0)" }.joined(separator: ", ")) pt), but a screen "
        + "may have at most \(maximum)"
    case .blurTooWide(let id, let radius, let maximum):
      "“\(id)” is blurred by \(radius) pt; the limit is \(maximum) pt"
    case .tooManyProminent(let ids):
      "only one action of a screen may be prominent, but \(ids.map(\.path).joined(separator: ", ")) are"
    }
  }
}
