import CaptureKit
import GlassChrome

extension Stage {
  /// Another look of the chrome from the next picture on.
  ///
  /// - Throws: ``GlassError``; the look stays as it was then.
  package func restyle(_ style: ChromeStyle) throws(GlassError) {
    try chrome?.restyle(style)
    settings.style = style
  }

  /// Shows what the primary is set to; `nil` shows nothing of it.
  package func show(_ exposure: CameraExposure?) {
    func reading(_ setting: CameraExposure.Setting?) -> InfoPanel.Reading? {
      setting.map { InfoPanel.Reading($0.value, isAutomatic: $0.isAutomatic) }
    }
    chromeState.info = exposure.map {
      ChromeState.Info(
        exposure: reading($0.time), gain: reading($0.gain), whiteBalance: reading($0.whiteBalance))
    }
  }

  /// The primary's roll in degrees, > 0 clockwise, as long as its horizon is sure enough to be shown.
  package var rollDegrees: Double? {
    guard let reading = cameras[0].analyzer?.reading, reading.horizon.state != .unknown else { return nil }
    return reading.horizon.angleDegrees
  }

  /// What the screen shows, as one JSON object; without elements where there is no chrome.
  package func describedScreen() -> [UInt8] {
    ScreenDescription.json(
      chrome?.accessibility ?? [], canvasWidth: Double(layout.canvas.width) / layout.scale,
      canvasHeight: Double(layout.canvas.height) / layout.scale)
  }
}
