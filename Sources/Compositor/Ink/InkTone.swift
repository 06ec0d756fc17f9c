/// The opacities of a two-tone stroke: a light core and a dark edge beside it.
///
/// On any background at least two of core, edge and background differ by 3:1 or more (WCAG 2.2,
/// 1.4.11), so a line shows over snow as well as at night. A test covers all background levels.
package struct InkTone: Sendable, Hashable {
  /// Opacity of the core, 0...1.
  package var core: Double
  /// Opacity of the edge, 0...1.
  package var edge: Double

  /// Guide lines, which are always visible: as quiet as the rule allows, with an edge on one side only.
  package static let grid = InkTone(core: 0.35, edge: 0.42)
  /// The template's outline.
  package static let template = InkTone(core: 0.8, edge: 0.55)
  /// Ink that moves with the picture.
  package static let guide = InkTone(core: 0.94, edge: 0.6)
  /// Warnings, in red or amber.
  package static let alarm = InkTone(core: 1, edge: 0.7)
  /// Figures and letters, which differ from their edge by 4.5:1 or more in any colour of the guides (WCAG 2.2, 1.4.3).
  package static let text = InkTone(core: 0.96, edge: 0.85)
  /// Opacity of the dark plates under plots: white letters differ from them by 4.5:1 or more.
  package static let plate = 0.72
  /// Opacity of the shade outside of what another aspect ratio leaves, and outside of what is safe for action.
  package static let matte = 0.6
  package static let unsafeArea = 0.3
  /// Opacity of the light rim on the dark border of a viewfinder inside another.
  package static let rim = 0.6
}
