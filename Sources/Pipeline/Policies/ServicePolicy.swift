import CaptureKit
import HostResources

/// Shows the service that the stage is running, and collects its messages and reloaded settings.
final class ServicePolicy: JobPolicy {
  private let service: JobService

  init(_ service: JobService) { self.service = service }

  /// Settings that take effect between two pictures, as flags without dashes.
  static let liveSettings: Set<String> = [
    "appearance", "assist", "burst", "duration", "every", "exposure-box", "focus-box", "fps", "frames",
    "grid", "guides", "hand", "increase-contrast", "language", "quality", "reduce-motion",
    "reduce-transparency", "secondary-grid",
    "secondary-template", "set-ctrl", "template", "text-size", "trigger",
  ]

  func didPass(at now: Int64, in run: JobRun) {
    service.turn(at: now)
    // Occasional, so outside the steady state.
    run.apart {
      if service.wantsProgress { service.give(run.progress(at: now)) }
      if let messages = service.takeMessages() {
        for message in messages { run.events(message) }
      }
      if let reload = service.takeReload() { take(reload, in: run) }
    }
  }

  /// Applies reloaded settings that can change while cameras and folder stay open: all of them, or none if one fails.
  private func take(_ reload: ServiceSettings.Reload, in run: JobRun) {
    let changed = Set(reload.changes)
    let taken = changed.intersection(Self.liveSettings)
    // The step that can fail comes first, before anything changes.
    do { try run.stage.take(reload.settings.stage, changed) } catch {
      return run.events(ServiceSettings.refusal(error))
    }
    change(limits: reload.settings, changed, in: run)
    if changed.contains("set-ctrl") { setControls(reload.settings, in: run) }
    reload.accept()
    var parts: [String] = []
    if !taken.isEmpty { parts.append("in effect now: \(taken.sorted().joined(separator: ", "))") }
    let left = changed.subtracting(taken)
    if !left.isEmpty { parts.append("needs a restart: \(left.sorted().joined(separator: ", "))") }
    if taken.contains("fps") {
      parts.append("fps only drops frames for now; cameras get the new rate at a restart")
    }
    run.events(.note("reread the settings; \(parts.joined(separator: "; "))"))
  }

  /// Sets controls that are new or changed; those left out stay as they are.
  private func setControls(_ new: JobSettings, in run: JobRun) {
    for (i, channel) in run.channels.enumerated()
    where i < new.sources.count && i < run.settings.sources.count {
      let before = run.settings.sources[i].request.controls
      for control in new.sources[i].request.controls where !before.contains(control) {
        channel.feed.setControl(control.name, to: control.value)
      }
      run.settings.sources[i].request.controls = new.sources[i].request.controls
    }
  }

  private func change(limits new: JobSettings, _ changed: Set<String>, in run: JobRun) {
    if changed.contains("frames") { run.settings.frames = new.frames }
    if changed.contains("duration") { run.settings.duration = new.duration }
    guard !changed.isDisjoint(with: ["every", "fps", "trigger", "guides", "burst", "after"]) else { return }
    run.settings.every = new.every
    run.settings.framesPerSecond = new.framesPerSecond
    run.settings.triggers = new.triggers
    run.settings.after = new.after
    run.settings.guides = new.guides
    run.settings.burst = new.burst
    // Skipping happens only at the start.
    run.settings.skip = 0
    run.reselect()
  }
}
