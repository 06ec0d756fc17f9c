import CaptureKit
import Compositor
import HostResources
import Recordings
import Screen

/// What changes between two pictures: by hand, by a program, by reread settings, or because a camera is another.
extension JobLoop {
  /// Prepares the first picture.
  func setOut() {
    moment.cameras = Array(repeating: CameraInput(), count: showing.shown.count)
    workAhead()
  }

  /// Takes what was touched and asked for since the last picture.
  func change() {
    showExposure()
    parts.controller?.advance(to: clock.picture)
    if let librarian = parts.librarian, let desk = parts.controller?.library {
      librarian.answerAll(at: desk) { parts.sinks.settle() }
    }
    rearrange()
    fitPhoto()
  }

  // MARK: - The stage

  /// In an exact job with more than one thread, lets the files' threads walk or decode frames before the stage takes them.
  private func workAhead() {
    guard settings.pace == .exact, pace.isShared() else { return }
    for (index, intake) in parts.intakes.enumerated()
    where (intake.turner?.asked ?? FrameTurn.none) == FrameTurn.none && intake.masker?.masks.isEmpty ?? true {
      guard let feed = intake.feed as? ReaderFeed else { continue }
      feed.prepare(by: showing.camera(of: index)?.ahead(of: feed.negotiation.got.size))
    }
  }

  /// Makes another stage if other cameras or another layout were chosen; if that fails, the current one stays.
  private func rearrange() {
    guard let controller = parts.controller else { return }
    let wanted = controller.arrangement
    guard wanted != showing.arrangement || hasOtherSize(controller) else { return }
    if !hasOtherSize(controller), let same = showing.with(wanted) {
      showing = same
      return
    }
    apart {
      let before = showing.arrangement
      do throws(CompositorError) {
        try show(wanted)
        describeAnew()
        controller.goOn(with: showing.stage, wanted)
        if let words = shown(before) {
          events(.note(words + (parts.recording == nil ? "" : ": the recording continues in a new segment")))
        }
      } catch {
        controller.goOn(with: showing.stage, showing.arrangement)
        events(.warning("the layout is unchanged: \(error)"))
      }
    }
  }

  /// What there is to see now, in words; `nil` if only a sheet came or went, and nothing is recorded.
  private func shown(_ before: Arrangement) -> String? {
    let now = showing.arrangement
    if now.hasSheet != before.hasSheet {
      if parts.recording == nil { return nil }
      return now.hasSheet ? "the viewfinders wait beside a sheet" : "the viewfinders are as before the sheet"
    }
    let ids = now.shown.map { cameras.ids[$0] }.joined(separator: " and ")
    return "now shows \(ids), \(now.mode.rawValue), \(showing.stage.layout.canvas)"
  }

  /// Gives a photo of another size a canvas of its own, which ``noteFormats()`` has described; one of another subsampling a
  /// canvas like it, so that it is carried over.
  private func fitPhoto() {
    guard settings.stage.arePhotos,
      showing.shown.contains(where: { showing.isOutgrown(by: $0, parts.pairer.inputs, looks: true) })
    else { return }
    apart {
      do throws(CompositorError) { try show(showing.arrangement) } catch {
        events(.warning("a photo is scaled to the canvas of the one before: \(error)"))
      }
      parts.controller?.goOn(with: showing.stage, showing.arrangement)
    }
  }

  /// Continues with another stage.
  private func show(_ arrangement: Arrangement) throws(CompositorError) {
    let next = try showing.next(arrangement, parts.pairer.inputs)
    cameras.keepCounts(of: showing)
    showing = next
    parts.sinks.makeRoom(next.stage.largestOutput)
    hasNewGlass = true
    setOut()
  }

  /// Whether a camera sends frames of another size on request. Otherwise its viewfinder scales them.
  private func hasOtherSize(_ controller: ScreenController) -> Bool {
    showing.shown.contains {
      controller.wantsOtherSize(of: $0) && showing.isOutgrown(by: $0, parts.pairer.inputs)
    }
  }

  // MARK: - Cameras

  /// Shows the main camera's exposure if it may have changed.
  private func showExposure() {
    let feed = parts.intakes[showing.shown[0]].feed
    guard screen.mustReadExposure(of: showing.shown[0], reconnects: feed.counters.reconnects) else { return }
    let exposure = feed.camera?.exposure
    showing.stage.screen?.reduce(.exposureMeasured(exposure))
    // The driver doesn't report what the camera chooses for each frame.
    moment.exposureSeconds = exposure?.time.flatMap { $0.isAutomatic ? nil : $0.value }
  }

  /// A camera that returns with another format begins a segment, because the recording's description states the formats:
  /// a new folder with `--segment`, else a new run in the same folder.
  func noteFormats() {
    guard parts.recording != nil, let change = cameras.formatChange(in: parts.pairer.inputs) else { return }
    apart {
      // Photos have sizes of their own, which isn't worth a word.
      if !settings.stage.arePhotos {
        events(
          .note(
            "\(cameras.ids[change.camera]) now sends \(change.now.summary) instead of "
              + "\(change.before.summary): the recording continues in a new segment"))
      }
      describeAnew()
    }
  }

  /// Reports cameras that become slow or send many damaged frames.
  func lookAfterCameras(at now: Int64) {
    guard settings.pace == .live else { return }
    apartIfSaid { cameras.matchExposure(at: now) { events(.warning($0)) } }
    for index in parts.intakes.indices {
      apartIfSaid { cameras.checkHealth(of: index, showing, at: now, events) }
    }
  }

  // MARK: - The description

  /// Describes pictures made now.
  var describedSession: SessionDescription {
    SessionDescription(settings, showing.stage, parts.intakes, showing.shown)
  }

  /// Makes the next picture begin a segment.
  private func describeAnew() { ledger.describeAnew(describedSession) }

  // MARK: - Messages

  /// Shows the service that the stage is running, and takes its messages and reread settings.
  func checkIn(at now: Int64) {
    guard let service = parts.service else { return }
    service.turn(at: now)
    // Occasional, so outside the steady state.
    apart {
      if service.wantsProgress { service.give(progress(at: now)) }
      for message in service.messages.take() { events(message) }
      if let reload = service.takeReload() { take(reload) }
    }
  }

  /// Passes on what the recording and the other sinks reported: problems, ended sinks, slow sinks.
  func passNotices(at now: Int64) {
    for notice in parts.notices.take() { pass(notice) }
    if let values = parts.values, values.messages.hasAny {
      apart { for text in values.messages.take() { events(.warning(text)) } }
    }
    if let recording = parts.recording, recording.notices.hasAny {
      apart {
        for notice in recording.notices.take() { pass(notice, prefix: "\(settings.folder ?? ""): ") }
      }
    }
    apart {
      for notice in parts.sinks.news(at: now, folder: settings.folder) { pass(notice) }
    }
  }

  /// To the log and the screen.
  private func pass(_ notice: SinkNotice, prefix: String = "") {
    let text = prefix + notice.text
    events(notice.isProblem ? .warning(text) : .note(text))
    guard let brief = notice.brief else { return }
    showing.stage.screen?.say(brief, role: .error, nanoseconds: clock.picture)
  }

  // MARK: - Reread settings

  /// All settings that take effect between two pictures.
  static let liveSettings = StageSettings.all.live().union(JobSettings.all.live())

  /// Applies reloaded settings that can change while cameras and folder stay open: all of them, or none if one fails.
  private func take(_ reload: ServiceSettings.Reload) {
    let changed = Set(reload.changes)
    var taken = changed.intersection(Self.liveSettings)
    let ofSinks = changed.intersection(JobSettings.all.lazy.filter { $0.effect == .sinks }.map(\.name))
    let sinks = SinkChange(from: settings.sinks, to: reload.settings.sinks)
    let obstacle = ofSinks.isEmpty ? nil : obstacle(sinks)
    if obstacle != nil { taken.subtract(ofSinks) }
    let movesSinks = !taken.isDisjoint(with: ofSinks)
    // The steps that can fail come first, before anything changes.
    do {
      if movesSinks { try open(sinks) }
      do { try showing.stage.take(reload.settings.stage, changed) } catch {
        if movesSinks { for sink in sinks.coming { parts.sinks.remove(sink) } }
        throw error
      }
    } catch { return events(ServiceSettings.refusal(error)) }
    let effects = JobSettings.all.take(taken, from: reload.settings, into: &settings)
    if effects.contains(.selection) { select() }
    if effects.contains(.controls) { setControls(reload.settings) }
    if effects.contains(.sinks) { finish(sinks) }
    reload.accept()
    var told: [String] = []
    if !taken.isEmpty { told.append("in effect now: \(taken.sorted().joined(separator: ", "))") }
    let left = changed.subtracting(taken)
    if !left.isEmpty { told.append("needs a restart: \(left.sorted().joined(separator: ", "))") }
    if let obstacle { told.append(obstacle) }
    if taken.contains("fps") {
      told.append("fps only drops frames for now; cameras get the new rate at a restart")
    }
    events(.note("reread the settings; \(told.joined(separator: "; "))"))
  }

  /// Which sinks leave, and which come.
  private struct SinkChange {
    var leaving: [SinkDestination]
    var coming: [SinkDestination]

    init(from old: [SinkDestination], to new: [SinkDestination]) {
      leaving = old.filter { one in !new.contains { $0.isSame(as: one) } }
      coming = new.filter { one in !old.contains { $0.isSame(as: one) } }
    }
  }

  /// Why sinks can't come and go now; `nil` if they can.
  private func obstacle(_ change: SinkChange) -> String? {
    if let sink = (change.leaving + change.coming).first(where: { !$0.isFile }) {
      return "\(sink.name) is opened at the start only"
    }
    var wanted = PathRules()
    for sink in change.coming { sink.allow(&wanted) }
    if let path = paths.firstMissing(of: wanted) { return "the job may not write to \(path)" }
    return change.coming.first(where: parts.sinks.isLeaving).map { "\($0.name) is still being written" }
  }

  /// Opens what comes: all of it, or nothing.
  private func open(_ change: SinkChange) throws {
    var opening = parts.opening
    opening.size = showing.stage.layout.canvas
    for (place, sink) in change.coming.enumerated() {
      do { try parts.sinks.add(sink.policy, name: sink.name, sink.open(opening)) } catch {
        for sink in change.coming[..<place] { parts.sinks.remove(sink) }
        throw error
      }
    }
  }

  private func finish(_ change: SinkChange) {
    for sink in change.leaving { parts.sinks.remove(sink) }
    settings.sinks.removeAll { old in change.leaving.contains { $0.isSame(as: old) } }
    settings.sinks += change.coming
    pace.expect(viewers: parts.published != nil || settings.hasLiveSink)
  }

  /// Sets controls that are new or changed; those left out stay as they are.
  private func setControls(_ new: JobSettings) {
    for (i, intake) in parts.intakes.enumerated() where i < new.sources.count && i < settings.sources.count {
      let before = settings.sources[i].request.controls
      for control in new.sources[i].request.controls where !before.contains(control) {
        intake.feed.camera?.setControl(control.name, to: control.value)
      }
      settings.sources[i].request.controls = new.sources[i].request.controls
    }
  }

  /// Selects other pictures from now on.
  private func select() {
    // Skipping happens only at the start.
    settings.skip = 0
    alarms.watch(settings.alarms)
    conditions.watch(settings.conditions)
    choice.select(settings, cameraRate: cameras.fastest)
    // Which frames are passed over is in the description.
    describeAnew()
  }
}
