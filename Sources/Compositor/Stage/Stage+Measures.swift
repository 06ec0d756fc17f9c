import HUDGeometry

extension Stage {
  /// Other assists and boxes of measure from the next picture on.
  package func measure(_ new: StageSettings) {
    guard settings.drawsHUD else { return }
    if new.assists != settings.assists {
      settings.assists = new.assists
      for (index, camera) in cameras.enumerated() {
        camera.assistInk =
          new.assists.isEmpty
          ? nil : AssistInk(rect: camera.rect, scale: layout.scale, assists: new.assists)
        // Assists show the frame at hand.
        camera.guidePeriod = index == 0 || !new.assists.isEmpty ? 0 : Self.secondaryPeriod
      }
    }
    settings.focusBox = new.focusBox
    settings.exposureBox = new.exposureBox
    cameras[0].focus = new.focusBox.map { FocusMeter(box: $0) }
    cameras[0].exposure = new.exposureBox.map { ExposureMeter(box: $0) }
  }
}
