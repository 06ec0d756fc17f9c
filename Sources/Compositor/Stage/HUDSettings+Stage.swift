import HUDGeometry

extension HUDSettings {
  /// What one camera's guides look for.
  ///
  /// - Parameters:
  ///   - width: of its viewfinder, in pixels; `height` likewise.
  package init(_ stage: StageSettings, width: Int, height: Int) {
    self.init(
      grid: stage.grid, template: stage.template, viewfinderWidth: width, viewfinderHeight: height,
      levelReference: stage.levelReference, plate: stage.plate,
      reducesMotion: stage.style.reduceMotion)
  }
}
