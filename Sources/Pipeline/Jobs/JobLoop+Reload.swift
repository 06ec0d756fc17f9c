import CaptureKit
import Compositor

/// Settings reread while the job runs.
extension JobLoop {
  /// All settings that take effect between two pictures.
  static let liveSettings = StageSettings.all.live().union(JobSettings.all.live())

  /// Applies reloaded settings that can change while cameras and folder stay open: all of them, or none if one fails.
  func take(_ reload: ServiceSettings.Reload) {
    let changed = Set(reload.changes)
    let taken = changed.intersection(Self.liveSettings)
    // The step that can fail comes first, before anything changes.
    do { try stage.take(reload.settings.stage, changed) } catch {
      return events(ServiceSettings.refusal(error))
    }
    let effects = JobSettings.all.take(changed, from: reload.settings, into: &settings)
    if effects.contains(.selection) { select() }
    if effects.contains(.controls) { setControls(reload.settings) }
    reload.accept()
    var parts: [String] = []
    if !taken.isEmpty { parts.append("in effect now: \(taken.sorted().joined(separator: ", "))") }
    let left = changed.subtracting(taken)
    if !left.isEmpty { parts.append("needs a restart: \(left.sorted().joined(separator: ", "))") }
    if taken.contains("fps") {
      parts.append("fps only drops frames for now; cameras get the new rate at a restart")
    }
    events(.note("reread the settings; \(parts.joined(separator: "; "))"))
  }

  /// Sets controls that are new or changed; those left out stay as they are.
  private func setControls(_ new: JobSettings) {
    for (i, channel) in channels.enumerated() where i < new.sources.count && i < settings.sources.count {
      let before = settings.sources[i].request.controls
      for control in new.sources[i].request.controls where !before.contains(control) {
        channel.feed.camera?.setControl(control.name, to: control.value)
      }
      settings.sources[i].request.controls = new.sources[i].request.controls
    }
  }

  /// Selects other pictures from now on.
  private func select() {
    // Skipping happens only at the start.
    settings.skip = 0
    selector = PictureSelector(settings, cameraRate: Self.fastest(channels))
    shownSelector = PictureSelector(settings.shown, cameraRate: Self.fastest(channels))
    // Which frames are passed over is in the description.
    describeAnew()
  }

  /// Frames per second of the fastest camera; `nil` if any rate is unknown.
  static func fastest(_ channels: [CameraChannel]) -> Double? {
    var most: Double = 0
    for channel in channels {
      guard let rate = channel.feed.negotiation.got.framesPerSecond else { return nil }
      most = max(most, rate)
    }
    return most > 0 ? most : nil
  }
}
