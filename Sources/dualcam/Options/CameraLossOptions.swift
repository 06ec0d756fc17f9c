import Pipeline
import Settings

/// What a live command does when it loses a camera.
struct CameraLossOptions: SettingGroup {
  @Option(
    "on-camera-lost",
    help: Help(
      """
      continue carries on without the camera and looks for it; stop ends cleanly with exit code 69, even if a camera \
      never sent a frame.
      """, valueName: "continue|stop"))
  var policy = CameraLossPolicy.continue

  func apply(to settings: inout JobSettings) { settings.onCameraLost = policy }
}

extension CameraLossPolicy: SettingValue {}
