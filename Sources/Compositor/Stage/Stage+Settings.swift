import GlassChrome

extension Stage {
  /// Names of settings, as flags without dashes, that are the look of the chrome.
  package static let styleSettings: Set<String> = [
    "appearance", "increase-contrast", "reduce-motion", "reduce-transparency", "text-size",
  ]

  /// Takes over other settings between two pictures: all that is named and can change then, or nothing.
  ///
  /// - Parameter changed: names of flags, without dashes. What was pressed on the screen stays where a setting isn't named.
  /// - Throws: ``GlassError``; all is as it was then.
  package func take(_ new: StageSettings, _ changed: Set<String>) throws(GlassError) {
    // The one that can fail is the first.
    if !changed.isDisjoint(with: Self.styleSettings) { try restyle(new.style) }
    if !changed.isDisjoint(with: ["grid", "template"]) {
      select(
        template: changed.contains("template") ? new.template : settings.template,
        grid: changed.contains("grid") ? new.grid : settings.grid)
    }
    if !changed.isDisjoint(with: ["assist", "focus-box", "exposure-box"]) { measure(new) }
    if changed.contains("quality") { settings.quality = new.quality }
  }
}
