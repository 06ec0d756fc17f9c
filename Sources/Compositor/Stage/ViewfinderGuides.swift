import HUDGeometry

/// The grid and the template of one viewfinder.
package struct ViewfinderGuides: Equatable {
  package var grid: Grid
  /// `nil` for none.
  package var template: SilhouetteTemplate?
}

/// Which silhouette the secondary's viewfinder shows.
package enum SecondaryTemplate: Sendable, Equatable {
  /// The primary's; in picture-in-picture none.
  case usual
  /// This one; `nil` for none.
  case chosen(SilhouetteTemplate?)
}

extension StageSettings {
  /// The guides of the primary's viewfinder, or of the secondary's.
  package func guides(ofPrimary isPrimary: Bool) -> ViewfinderGuides {
    let primary = ViewfinderGuides(grid: grid, template: template)
    guard !isPrimary else { return primary }
    // A small viewfinder inside another is for a glance: lines would obscure it.
    var own = layout.mode == .pip ? ViewfinderGuides(grid: .none) : primary
    if let secondaryGrid { own.grid = secondaryGrid }
    if case .chosen(let template) = secondaryTemplate { own.template = template }
    return own
  }

  /// The template given to the secondary's viewfinder, if any.
  package var chosenSecondaryTemplate: SilhouetteTemplate? {
    if case .chosen(let template) = secondaryTemplate { template } else { nil }
  }
}
