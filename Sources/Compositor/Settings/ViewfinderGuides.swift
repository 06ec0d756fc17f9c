import HUDGeometry

/// The grid and the template of one viewfinder.
package struct ViewfinderGuides: Equatable {
  package var grid: Grid
  /// `nil` for none.
  package var template: SilhouetteTemplate?
}

/// What is chosen for one camera's viewfinder instead of what all show.
package struct OwnGuides: Sendable, Equatable {
  /// Which silhouette it shows.
  package enum Template: Sendable, Equatable {
    /// Inherit the shared template; insets show none.
    case usual
    /// This one; `nil` for none.
    case chosen(SilhouetteTemplate?)
  }

  /// Guide lines; `nil`: those of all, or none in a viewfinder inside another.
  package var grid: Grid?
  package var template = Template.usual
  /// What it shows from the left to the right edge, in degrees; `nil` to estimate it.
  package var fieldOfView: Double?

  package init() {}
}

extension StageSettings {
  /// What is chosen for a camera, by its place among the job's.
  package func own(of camera: Int) -> OwnGuides { own.indices.contains(camera) ? own[camera] : OwnGuides() }

  /// Changes what is chosen for a camera.
  package mutating func choose(for camera: Int, _ change: (inout OwnGuides) throws -> Void) rethrows {
    while own.count <= camera { own.append(OwnGuides()) }
    try change(&own[camera])
  }

  /// The guides of a camera's viewfinder.
  ///
  /// - Parameters:
  ///   - camera: its place among the job's.
  ///   - isMain: whether its viewfinder is the first one.
  package func guides(of camera: Int, isMain: Bool) -> ViewfinderGuides {
    // A small viewfinder inside another is for a glance: lines would obscure it.
    var guides =
      layout.mode == .pip && !isMain
      ? ViewfinderGuides(grid: .none) : ViewfinderGuides(grid: grid, template: template)
    let own = own(of: camera)
    if let grid = own.grid { guides.grid = grid }
    if case .chosen(let template) = own.template { guides.template = template }
    return guides
  }
}
