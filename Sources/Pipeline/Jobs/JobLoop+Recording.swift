/// What the stage thread does for the recording besides handing pictures over: segments, their accounts, and telling of
/// what the sink thread meets.
extension JobLoop {
  /// Has the next recorded picture begin a new segment: a folder of its own with `--segment`, else a new run in the same
  /// folder. For changes that a description has to tell of, such as a camera that came back with another format.
  func requestSegment() { segments.request() }

  /// Begins a new segment where a camera came back with another format.
  func noteFormats() {
    guard let change = formats.change(in: pairer.inputs) else { return }
    let before = Allocations.count
    events(
      .note(
        "\(stage.cameras[change.camera].id) sends \(change.now.summary) now, \(change.before.summary) before: "
          + "the recording goes on in a new segment"))
    requestSegment()
    reporter.leaveOut(allocations: Allocations.count - before)
  }

  /// What the recording goes on with where a picture is a segment's first.
  func segmentStart(_ output: OutputFrame, _ now: Int64) -> SegmentStart? {
    guard segments.isDue(nanoseconds: pairer.time, bytes: output.recordedBytes) else { return nil }
    let before = Allocations.count
    let start = SegmentStart(
      session: SessionDescription(settings, stage, channels.map(\.feed)),
      totals: totals(seconds: Double(elapsed(now)) / 1e9),
      endedAt: settings.pace == .live ? SessionDescription.now() : nil)
    // A segment tells of its screen and glass from its own beginning.
    screens = ScreenWatch()
    quality.beginSegment()
    reporter.leaveOut(allocations: Allocations.count - before)
    return start
  }

  /// A picture is on its way into the recording.
  func took(_ output: OutputFrame) {
    guard recording != nil else { return }
    let isFirst = output.segment != nil
    segments.took(nanoseconds: pairer.time, bytes: output.recordedBytes, isFirst: isFirst)
    if isFirst { beforeSegment = account(seconds: Double(elapsed(MonotonicClock.now())) / 1e9) }
  }

  /// The account of the present segment.
  func totals(seconds: Double) -> SessionTotals { account(seconds: seconds).since(beforeSegment) }

  /// The account of the whole run, without what the recording knows itself.
  private func account(seconds: Double) -> SessionTotals {
    var totals = SessionTotals()
    for (camera, channel) in zip(stage.cameras, channels) {
      totals.dropped["\(camera.id)"] = channel.lost
      totals.damaged += camera.damaged + camera.unusable
      totals.reconnects += Int(clamping: channel.feed.counters.reconnects)
    }
    if reporter.writerDrops > 0 { totals.dropped["writer"] = reporter.writerDrops }
    if settings.isDriven { totals.paused = reporter.paused }
    if settings.pace == .live, stage.chrome != nil { totals.glass = quality.pictures }
    if let counts = stage.splicer?.total, counts.total > 0 { totals.mcus = SessionTotals.MCUs(counts) }
    totals.seconds = (seconds * 1000).rounded() / 1000
    return totals
  }

  /// Passes on what the recording has to say.
  func tellOfRecording() {
    guard let recording, recording.hasNews else { return }
    let before = Allocations.count
    for text in recording.takeNotices() { events(.warning("\(settings.folder ?? ""): \(text)")) }
    reporter.leaveOut(allocations: Allocations.count - before)
  }

  /// Says now and then that the disk is behind.
  func tellOfDrops(_ now: Int64) {
    // Who only watches has the newest picture, whatever was left out before it.
    guard let folder = settings.folder, let drops = writerWatch.toTell(of: reporter.writerDrops, at: now)
    else { return }
    let before = Allocations.count
    events(.warning(WriterWatch.text(drops, of: reporter.published, folder: folder)))
    reporter.leaveOut(allocations: Allocations.count - before)
  }
}

extension RecordingSink.Settings {
  init(_ settings: JobSettings, folder: String) {
    self.init(
      folder: folder, keepsSources: settings.stage.keepsSources, recordsTimes: settings.pace == .live,
      describesScreen: settings.describesScreen, durability: settings.durability, segment: settings.segment,
      budgetBytes: settings.budgetBytes, whenFull: settings.whenFull)
  }
}
