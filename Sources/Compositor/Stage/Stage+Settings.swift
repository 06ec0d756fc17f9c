import GlassChrome
import HUDGeometry

extension Stage {
  /// Names of settings, as flags without dashes, that are the look of the chrome.
  package static let styleSettings: Set<String> = [
    "appearance", "increase-contrast", "reduce-motion", "reduce-transparency", "text-size",
  ]

  /// Takes over other settings between two pictures: all that is named and can change then, or nothing.
  ///
  /// - Parameter changed: names of flags, without dashes. What was pressed on the screen stays if its setting isn't named.
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

  /// Another look of the chrome from the next picture on.
  ///
  /// - Throws: ``GlassError``; the look stays as it was then.
  package func restyle(_ style: ChromeStyle) throws(GlassError) {
    try screen.chrome?.restyle(style)
    settings.style = style
  }

  /// Guides by another template or grid from the next picture on; what was found of horizon and subject stays.
  package func select(template: SilhouetteTemplate?, grid: Grid) {
    guard template != settings.template || grid != settings.grid else { return }
    settings.template = template
    settings.grid = grid
    screen.select(settings)
    for camera in cameras { camera.guides.select(settings) }
  }

  /// Other assists and other boxes in which focus and exposure are measured, from the next picture on.
  private func measure(_ new: StageSettings) {
    settings.assists = new.assists
    settings.focusBox = new.focusBox
    settings.exposureBox = new.exposureBox
    for camera in cameras { camera.guides.takeMeasures(settings) }
  }
}
