import GlassChrome

extension Stage {
  /// Another look of the chrome from the next picture on.
  ///
  /// - Throws: ``GlassError``; the look stays as it was then.
  func restyle(_ style: ChromeStyle) throws(GlassError) {
    try chrome?.restyle(style)
    settings.style = style
  }

  /// What the screen shows, as one JSON object; without elements where there is no chrome.
  func describedScreen() -> [UInt8] {
    ScreenDescription.json(
      chrome?.accessibility ?? [], canvasWidth: Double(layout.canvas.width) / layout.scale,
      canvasHeight: Double(layout.canvas.height) / layout.scale)
  }
}
