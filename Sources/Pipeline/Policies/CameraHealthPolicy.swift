import Compositor

/// Reports a camera that becomes slow or sends many damaged frames.
final class CameraHealthPolicy: JobPolicy {
  private var rates = FrameRateMonitor()
  private var damage = DamageMonitor()

  func didPass(at now: Int64, in run: JobRun) {
    for index in run.channels.indices {
      run.apartIfSaid {
        let (camera, channel) = (run.stage.cameras[index], run.channels[index])
        let tally = JobReporter.tally(camera, channel)
        let slow = rates.remark(on: channel.feed, index, id: camera.id, at: now)
        let spoiled = damage.remark(on: channel.feed, tally, index, id: camera.id, at: now)
        if let slow { run.events(.warning(slow)) }
        if let spoiled { run.events(.warning(spoiled)) }
        return slow != nil || spoiled != nil
      }
    }
  }
}
