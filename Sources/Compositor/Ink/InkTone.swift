/// The opacities of a two-tone stroke: a light core and a dark edge around it.
///
/// On any background at least two of core, edge and background differ by 3:1 or more (WCAG 2.2,
/// 1.4.11), so a line shows over snow as well as at night. A test covers all background levels.
package struct InkTone: Sendable, Hashable {
  /// Opacity of the core, 0...1.
  package var core: Double
  /// Opacity of the edge, 0...1.
  package var edge: Double

  /// Guide lines, which are always visible: as light as the rule allows.
  package static let grid = InkTone(core: 0.72, edge: 0.46)
  /// The template's outline.
  package static let template = InkTone(core: 0.86, edge: 0.55)
  /// Ink that moves with the picture.
  package static let guide = InkTone(core: 0.94, edge: 0.6)
  /// Opacity of the light rim on the dark border of a viewfinder inside another.
  package static let rim = 0.6
}
