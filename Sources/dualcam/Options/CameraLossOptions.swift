import ArgumentParser
import Pipeline

/// What a live command does when a camera goes away.
struct CameraLossOptions: ParsableArguments {
  @Option(
    name: .customLong("on-camera-lost"),
    help: ArgumentHelp(
      """
      continue goes on with what is left and looks for the camera; stop ends well with exit code 69, also when a camera \
      never sends a frame.
      """, valueName: "continue|stop"))
  var policy = CameraLossPolicy.continue

  func apply(to settings: inout JobSettings) { settings.onCameraLost = policy }
}

extension CameraLossPolicy: ExpressibleByArgument {}
