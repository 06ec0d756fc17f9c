import Compositor

/// Reports a camera that becomes slow or sends many damaged frames.
final class CameraHealthPolicy: JobPolicy {
  private var rates = FrameRateMonitor()
  private var damage = DamageMonitor()

  func didPass(at now: Int64, in run: JobRun) {
    for index in run.channels.indices {
      run.apartIfSaid {
        let (id, feed) = (run.ids[index], run.channels[index].feed)
        let slow = rates.remark(on: feed, index, id: id, at: now)
        let spoiled = damage.remark(on: feed, run.tally(of: index), index, id: id, at: now)
        if let slow { run.events(.warning(slow)) }
        if let spoiled { run.events(.warning(spoiled)) }
        return slow != nil || spoiled != nil
      }
    }
  }
}
