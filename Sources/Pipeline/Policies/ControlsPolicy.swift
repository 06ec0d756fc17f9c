import CaptureKit
import Compositor

/// Records the cameras' controls: all with a segment's first picture, later those that have changed.
///
/// Volatile controls, which the camera changes all the time, are left to the exposure readings.
final class ControlsPolicy: JobPolicy {
  private struct Camera {
    var revision = 0
    /// As in the line of the last picture taken.
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
    run.apart { note(run.ids, in: &picture.facts.controls) }
  }

  private func note(_ ids: [StaticString], in controls: inout [PictureFacts.Control]) {
    for (camera, id) in zip(cameras, ids) {
      for control in camera.present {
        guard let value = control.value, !control.flags.contains("volatile"),
          camera.recorded.first(where: { $0.name == control.name })?.value != value
        else { continue }
        controls.append(PictureFacts.Control(camera: id, name: control.name, value: value))
      }
    }
    isDue = !controls.isEmpty
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
