import CaptureKit
import Compositor

/// Records the cameras' controls: all with the first picture of a segment, later those that have changed.
///
/// Volatile controls, which the camera changes all the time, are left to the readings of exposure.
final class ControlsPolicy: JobPolicy {
  private struct Camera {
    var revision = 0
    /// As in the last line of a picture taken.
    var recorded: [CameraControl] = []
    var present: [CameraControl] = []
  }

  private var cameras: [Camera] = []
  private var isDue = true

  func didFinish(_ picture: OutputFrame, spent: Int64, in run: JobRun) {
    if cameras.isEmpty { cameras = run.channels.map { _ in Camera() } }
    for i in cameras.indices {
      let revision = run.channels[i].feed.controlsRevision
      guard revision != cameras[i].revision else { continue }
      cameras[i].revision = revision
      run.apart { cameras[i].present = run.channels[i].feed.controls }
      isDue = true
    }
    guard isDue else { return }
    run.apart { write(picture, run.ids) }
  }

  private func write(_ picture: OutputFrame, _ ids: [StaticString]) {
    var isOpen = false
    for (camera, id) in zip(cameras, ids) {
      for control in camera.present {
        guard let value = control.value, !control.flags.contains("volatile"),
          camera.recorded.first(where: { $0.name == control.name })?.value != value
        else { continue }
        if !isOpen {
          picture.line.key("controls")
          picture.line.beginArray()
          isOpen = true
        }
        picture.line.beginObject()
        picture.line.key("camera")
        picture.line.value(id)
        picture.line.key("name")
        picture.line.value(control.name)
        picture.line.key("value")
        picture.line.value(value)
        picture.line.endObject()
      }
    }
    if isOpen { picture.line.endArray() } else { isDue = false }
  }

  func wasTaken(_ picture: OutputFrame, in run: JobRun) {
    guard isDue else { return }
    for i in cameras.indices { cameras[i].recorded = cameras[i].present }
    isDue = false
  }

  func beginSegment() {
    for i in cameras.indices { cameras[i].recorded = [] }
    isDue = true
  }
}
