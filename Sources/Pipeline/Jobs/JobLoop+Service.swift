import HostResources

extension JobLoop {
  /// Names of settings, as flags without dashes, that take effect between two pictures.
  static let liveSettings: Set<String> = [
    "appearance", "assist", "burst", "duration", "every", "exposure-box", "focus-box", "fps", "frames",
    "grid",
    "guides", "increase-contrast", "quality", "reduce-motion", "reduce-transparency", "template", "text-size",
    "trigger",
  ]

  /// Once a picture: tells the service that the stage turns, and takes what it has.
  func attend(_ service: JobService, _ now: Int64) {
    service.turn(at: now)
    let before = Allocations.count
    if service.wantsProgress { service.give(progress(at: now)) }
    if let messages = service.takeMessages() {
      for message in messages { events(message) }
    }
    if let reload = service.takeReload() { take(reload) }
    // A few times a minute: no part of the steady state.
    let after = Allocations.count
    if after != before { reporter.leaveOut(allocations: after - before) }
  }

  /// Goes on by settings that were read again, as far as they can change while cameras and folder stay open; or by none
  /// of them, where one can't be had.
  private func take(_ reload: ServiceSettings.Reload) {
    let changed = Set(reload.changes)
    let taken = changed.intersection(Self.liveSettings)
    // What can fail comes first, so that nothing has changed when it does.
    do { try stage.take(reload.settings.stage, changed) } catch {
      return events(ServiceSettings.refusal(error))
    }
    change(limits: reload.settings, changed)
    reload.accept()
    var parts: [String] = []
    if !taken.isEmpty { parts.append("in force now: \(taken.sorted().joined(separator: ", "))") }
    let left = changed.subtracting(taken)
    if !left.isEmpty { parts.append("needs a restart: \(left.sorted().joined(separator: ", "))") }
    if taken.contains("fps") {
      parts.append("fps only drops frames for now; cameras get the new rate at a restart")
    }
    events(.note("reread the settings; \(parts.joined(separator: "; "))"))
  }

  private func change(limits new: JobSettings, _ changed: Set<String>) {
    if changed.contains("frames") { settings.frames = new.frames }
    if changed.contains("duration") { settings.duration = new.duration }
    guard !changed.isDisjoint(with: ["every", "fps", "trigger", "guides", "burst"]) else { return }
    settings.every = new.every
    settings.framesPerSecond = new.framesPerSecond
    settings.onlyWhenSnapped = new.onlyWhenSnapped
    settings.guides = new.guides
    settings.burst = new.burst
    // The first pictures were passed over at the start.
    settings.skip = 0
    selector = PictureSelector(settings, cameraRate: Self.fastest(channels))
  }
}
